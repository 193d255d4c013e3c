package io.hookline.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Child;
import io.hookline.object.KubeObject;
import io.hookline.rollout.Progress.Step;
import io.hookline.spec.ChildRule.UpdateStrategy.StatusCheck;
import io.hookline.spec.WellKnown;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a child is available, so that a rolling update continues or is complete. */
class AvailabilityTest extends RolloutFixture {

    @Test
    void aChildThatIsBeingDeletedIsNotAvailable() {
        exists(POD, "a", "v2", true, ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"");
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> now = pods("v2", "a", "b");

        RolloutPlan plan = plan(now, revision(now, now.get(0)), revision(before, before.get(1)));

        assertThat(waitingFor(plan)).isEqualTo("child Pod a is being deleted");
    }

    @Test
    void theLastChildIsPartOfTheUpdateUntilItIsAvailable() {
        pod("a", "v2", false);
        List<Child> now = pods("v2", "a");

        Progress progress = plan(now, revision(now, now.get(0))).progress();

        assertThat(progress.step()).isEqualTo(new Step.Complete());
        assertThat(progress.waitingFor())
                .hasValueSatisfying(first -> assertThat(first.problem().brief()).isEqualTo("Ready=False"));
    }

    @Test
    void aChildThatFailsAfterTheUpdateWasCompleteIsNoPartOfIt() {
        status = new RolloutStatus(false, Optional.of(Set.of()), OptionalInt.of(1));
        pod("a", "v2", false);
        List<Child> now = pods("v2", "a");

        Progress progress = plan(now, revision(now, now.get(0))).progress();

        assertThat(progress.waitingFor()).isEmpty();
        assertThat(progress.updated()).isEqualTo(1);
    }

    @Test
    void aStatusCheckMayNameAReason() {
        check = new StatusCheck("Ready", Optional.empty(), Optional.of("Started"));
        pod("a", "v2", true);
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> now = pods("v2", "a", "b");

        RolloutPlan plan = plan(now, revision(now, now.get(0)), revision(before, before.get(1)));

        assertThat(waitingFor(plan))
                .isEqualTo("child Pod a failed status check: \"Ready\" condition reason is \"\" (want \"Started\")");
    }

    @Test
    void aChildWithABrokenAnnotationIsNotUpdatedAndStopsNothing() {
        pod("a", "v2", true);
        ObjectNode tree = observed.getFirst().object().tree();
        tree.withObject("/metadata/annotations").put(WellKnown.LAST_APPLIED, "{");
        observed.set(0, Child.observed(observed.getFirst().resource(), KubeObject.of(tree)));
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> now = pods("v2", "a", "b");

        RolloutPlan plan = plan(now, revision(now, now.get(0)), revision(before, before.get(1)));

        assertThat(waitingFor(plan)).isEqualTo("child Pod a is not updated yet");
    }

    @Test
    void aChildIsComparedOnceWithEachOfItsDesiredStates() {
        status = new RolloutStatus(false, Optional.empty(), OptionalInt.empty());
        pod("a", "v2", true);
        pod("b", "v1", true);
        pod("c", "v1", true);
        List<Child> before = pods("v1", "a", "b", "c");
        List<Child> now = pods("v2", "a", "b", "c");

        RolloutPlan plan = plan(now, revision(now, now.get(0)), revision(before, before.get(1), before.get(2)));

        assertThat(moved(plan)).containsExactly("b");
        assertThat(compared).doesNotHaveDuplicates();
    }
}
