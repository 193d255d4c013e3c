package io.hookline.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.watcher.Interposed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a process becomes the leader; all times are those of a manual clock. */
class ElectorTest extends ElectorFixture {

    @Test
    void theFirstCreatesTheLeaseWithTheFieldsOfClientGo() {
        assertThat(a.step()).isEqualTo(RETRY);

        assertThat(a.heard).containsExactly("elected");
        assertThat(a.fence.writeTime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(spec().toString())
                .isEqualTo("{\"acquireTime\":\"2026-01-01T00:00:00.123456Z\",\"holderIdentity\":\"a_1\","
                        + "\"leaseDurationSeconds\":15,\"leaseTransitions\":0,"
                        + "\"renewTime\":\"2026-01-01T00:00:00.123456Z\"}");
    }

    @Test
    void anotherWaitsAsLongAsTheLeaseChangesWhateverItsTimesSay() {
        a.step();
        changeLease(spec -> spec.put("renewTime", "1999-01-01T00:00:00.000000Z")); // the clock of the holder is wrong
        for (int i = 0; i < 20; i++) {
            assertThat(b.step()).isEqualTo(RETRY);
            time.advance(RETRY);
            a.step();
        }
        assertThat(b.heard).isEmpty();
        assertThat(b.elector.holder()).isEqualTo("a_1");
    }

    @Test
    void anotherTakesALeaseThatDidNotChangeForItsDuration() {
        a.step();
        b.step();
        time.advanceSeconds(14);
        assertThat(b.step()).as("the rest of the lease").isEqualTo(Duration.ofSeconds(1));
        time.advanceSeconds(1);

        b.step();

        assertThat(b.heard).containsExactly("elected");
        assertThat(spec().path("holderIdentity").asText()).isEqualTo("b_2");
        assertThat(spec().path("leaseTransitions").asInt()).isEqualTo(1);
        assertThat(a.mayWrite()).isFalse();
    }

    @Test
    void theDurationThatTheHolderWroteCounts() {
        a.step();
        changeLease(spec -> spec.put("leaseDurationSeconds", 60));
        b.step();
        time.advanceSeconds(59);
        b.step();
        assertThat(b.leads()).isFalse();
        time.advanceSeconds(1);
        b.step();
        assertThat(b.leads()).isTrue();
    }

    @Test
    void aStateThatTheWatchHasSentCountsFromItsArrival() {
        a.step();
        assertThat(b.elector.saw(lease())).isFalse();
        time.advanceSeconds(15);

        b.step();

        assertThat(b.leads()).isTrue();
    }

    @Test
    void aReleasedLeaseIsTakenAtOnce() {
        a.step();
        b.step();
        time.advanceSeconds(3);
        assertThat(a.elector.resign()).isTrue();
        assertThat(a.mayWrite()).isFalse();
        assertThat(spec().toString()).contains("\"holderIdentity\":\"\"", "\"leaseDurationSeconds\":1,");

        assertThat(b.elector.saw(lease())).as("urgent").isTrue();
        b.step();

        assertThat(b.heard).containsExactly("elected");
        assertThat(spec().path("leaseTransitions").asInt()).isEqualTo(1);
        assertThat(a.heard).containsExactly("elected");
    }

    @Test
    void oneThatNeverLedReleasesNothing() {
        a.step();
        b.step();
        String before = lease().resourceVersion();

        assertThat(b.elector.resign()).isFalse();

        assertThat(lease().resourceVersion()).isEqualTo(before);
    }

    @Test
    void ofTwoThatTakeItTogetherOneFails() {
        faults.add(request -> {
            b.step();
            return request.pass();
        });
        faults.add(Interposed.Request::pass); // the read of b
        faults.add(Interposed.Request::pass); // its creation

        a.step();
        time.advance(RETRY);
        a.step();

        assertThat(b.leads()).isTrue();
        assertThat(a.leads()).isFalse();
        assertThat(a.elector.problem()).isEmpty();
    }

    @Test
    void oneThatTookTheLeaseWithoutLearningItFindsItsNameInIt() {
        faults.add(Interposed.Request::pass);
        loseNextResponse();
        a.step();
        assertThat(a.heard).isEmpty();
        assertThat(a.mayWrite()).isFalse();
        time.advance(RETRY);

        a.step();

        assertThat(a.heard).containsExactly("elected");
        assertThat(spec().path("leaseTransitions").asInt()).isZero();
    }

    @Test
    void aDeletedLeaseIsCreatedAgainByItsHolderAndTakenByNoOther() {
        a.step();
        b.step();
        local.delete(LeaseLock.LEASES, KEY, DeleteOptions.BACKGROUND);
        assertThat(b.elector.saw(null)).isTrue();
        time.advanceSeconds(1);
        b.step();
        assertThat(b.leads()).isFalse();

        a.step();

        assertThat(a.leads()).isTrue();
        assertThat(spec().path("holderIdentity").asText()).isEqualTo("a_1");
    }

    @Test
    void aDeletedLeaseWhoseHolderIsDeadIsTakenAfterItsDuration() {
        a.step();
        b.step();
        local.delete(LeaseLock.LEASES, KEY, DeleteOptions.BACKGROUND);
        b.step();
        time.advanceSeconds(15);

        b.step();

        assertThat(b.leads()).isTrue();
    }

    @Test
    void aResponseThatComesTooLateIsNoBeginning() {
        faults.add(Interposed.Request::pass);
        faults.add(request -> {
            Object answer = request.pass();
            time.advanceSeconds(12);
            return answer;
        });

        assertThat(a.step()).isEqualTo(Duration.ZERO);
        assertThat(a.heard).isEmpty();

        a.step();
        assertThat(a.heard).containsExactly("elected");
    }

    @Test
    void whatALeaderLeavesIsReadByTheNextOne() {
        a.step();
        a.handover = "{\"x\":[]}";
        time.advance(RETRY);
        a.step();
        assertThat(lease().annotation(LeaseLock.HANDOVER)).isEqualTo("{\"x\":[]}");
        a.elector.resign();

        b.step();
        assertThat(b.heard).containsExactly("elected with {\"x\":[]}");

        time.advance(RETRY);
        b.step();
        assertThat(lease().annotation(LeaseLock.HANDOVER))
                .as("b has nothing to leave")
                .isNull();
    }

    @Test
    void aFailureIsAProblemWhenItLastsOrOnlyAnAdministratorCanEndIt() {
        failNext(unreachable());
        b.step();
        assertThat(b.elector.problem()).isEmpty();
        time.advanceSeconds(10);
        failNext(unreachable());
        b.step();
        assertThat(b.elector.problem())
                .contains("leader election: cannot use the lease default/metacontroller: connection refused");
        a.step();
        b.step();
        assertThat(b.elector.problem()).isEmpty();

        failNext(new ClusterException.Forbidden("leases is forbidden"));
        b.step();
        assertThat(b.elector.problem())
                .contains("leader election: cannot use the lease default/metacontroller: leases is forbidden");
    }
}
