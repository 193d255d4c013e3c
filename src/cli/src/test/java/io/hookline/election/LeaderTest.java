package io.hookline.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a leader remains the leader, and when it writes. */
class LeaderTest extends ElectorFixture {

    @Test
    void aRenewalKeepsTheTimeOfTheAcquisitionAndNeedsOneRequest() {
        a.step();
        time.advance(RETRY);
        String before = lease().resourceVersion();

        assertThat(a.step()).isEqualTo(RETRY);

        assertThat(spec().path("renewTime").asText()).isEqualTo("2026-01-01T00:00:02.123456Z");
        assertThat(spec().path("acquireTime").asText()).isEqualTo("2026-01-01T00:00:00.123456Z");
        assertThat(lease().resourceVersion()).isNotEqualTo(before);
        assertThat(a.heard).containsExactly("elected");
    }

    @Test
    void aLeaderThatCannotRenewWritesUntilTheDeadlineAndIsLostThen() {
        a.step();
        time.advance(RETRY);
        a.step();
        for (int i = 0; i < 4; i++) {
            time.advance(RETRY);
            failNext(unreachable());
            a.step();
            assertThat(a.mayWrite()).isTrue();
        }
        time.advanceSeconds(1.999);
        failNext(unreachable());
        assertThat(a.step()).as("until the deadline").isEqualTo(Duration.ofMillis(1));
        assertThat(a.mayWrite()).isTrue();
        time.advanceSeconds(0.001);
        assertThat(a.mayWrite()).isFalse();

        a.step();

        assertThat(a.heard)
                .containsExactly(
                        "elected",
                        "lost: no renewal succeeded within 10 s: default/metacontroller: connection refused");
        time.advanceSeconds(60);
        a.step();
        assertThat(a.heard).as("it never competes again").hasSize(2);
    }

    @Test
    void afterALostResponseTheLeaderReadsTheLeaseFirst() {
        a.step();
        time.advance(RETRY);
        loseNextResponse();
        a.step();
        assertThat(a.fence.writeTime()).as("as if the renewal had failed").isEqualTo(Duration.ofSeconds(8));
        time.advance(RETRY);

        a.step();

        assertThat(a.heard).containsExactly("elected", "slow path");
        assertThat(a.fence.writeTime()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aLeaderIsLostAsSoonAsAnotherHoldsTheLease() {
        a.step();
        time.advance(RETRY);
        changeLease(spec -> spec.put("holderIdentity", "c_3"));
        assertThat(a.elector.saw(lease())).as("urgent").isTrue();

        a.step();

        assertThat(a.heard).containsExactly("elected", "lost: c_3 holds the lease");
        assertThat(a.mayWrite()).isFalse();
        assertThat(spec().path("holderIdentity").asText()).isEqualTo("c_3");
    }

    @Test
    void aChangeOfSomebodyElseInTheLeaseDoesNotEndTheLeader() {
        a.step();
        time.advance(RETRY);
        changeLease(spec -> spec.put("leaseTransitions", 7));

        a.step();

        assertThat(a.heard).containsExactly("elected", "slow path");
        assertThat(spec().path("leaseTransitions").asInt()).isEqualTo(7);
    }

    @Test
    void aProcessThatWasStoppedPastTheDeadlineSendsNothing() {
        a.step();
        time.advanceSeconds(11);
        failNext(new IllegalStateException("a request was sent"));

        assertThat(a.mayWrite()).isFalse();
        a.step();

        assertThat(a.heard).containsExactly("elected", "lost: no renewal succeeded within 10 s");
        assertThat(faults).as("requests that were not sent").hasSize(1);
    }

    @Test
    void afterASuspendTheLeaderWritesNothingBeforeItHasReadThatItStillLeads() {
        a.step();
        time.jump(Duration.ofHours(1));
        assertThat(a.mayWrite()).isFalse();

        a.step();

        assertThat(a.heard).containsExactly("elected", "slow path");
        assertThat(a.mayWrite()).isTrue();
    }

    @Test
    void afterASuspendInWhichAnotherTookTheLeaseTheLeaderIsLost() {
        a.step();
        time.jump(Duration.ofHours(1));
        changeLease(spec -> spec.put("holderIdentity", "b_2"));

        a.step();

        assertThat(a.heard).containsExactly("elected", "lost: b_2 holds the lease");
        assertThat(a.mayWrite()).isFalse();
    }

    @Test
    void aTimeOfDayThatIsSetBackDoesNotProlongTheLease() {
        a.step();
        time.jump(Duration.ofHours(-1));
        time.advanceSeconds(9);
        assertThat(a.mayWrite()).isTrue();
        time.advanceSeconds(1);
        assertThat(a.mayWrite()).isFalse();
    }

    @Test
    void aReleaseThatMeetsAConflictReadsTheLeaseOnce() {
        a.step();
        changeLease(spec -> spec.put("leaseTransitions", 3));

        assertThat(a.elector.resign()).isTrue();
        assertThat(spec().path("holderIdentity").asText()).isEmpty();
    }

    @Test
    void aReleaseAfterTheDeadlineIsNotSent() {
        a.step();
        time.advanceSeconds(10);

        assertThat(a.elector.resign()).isFalse();
        assertThat(spec().path("holderIdentity").asText()).isEqualTo("a_1");
    }
}
