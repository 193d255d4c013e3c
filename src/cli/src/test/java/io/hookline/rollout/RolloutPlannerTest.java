package io.hookline.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Child;
import io.hookline.apply.ChildId;
import io.hookline.object.KubeObject;
import io.hookline.rollout.Progress.Step;
import io.hookline.spec.ChildRule.UpdateStrategy.MaxUnavailable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which child is moved next, and what happens to the others. */
class RolloutPlannerTest extends RolloutFixture {

    @Test
    void theFirstChildOfTheAnswerIsMovedFirst() {
        pod("a", "v1", true);
        pod("b", "v1", true);
        List<Child> before = pods("v1", "b", "a");
        List<Child> now = pods("v2", "b", "a");

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0), before.get(1)));

        assertThat(moved(plan)).containsExactly("b");
        assertThat(plan.claims()).containsExactly(Set.of(ChildId.of(now.get(0))), Set.of(ChildId.of(now.get(1))));
        assertThat(plan.children()).containsExactly(now.get(0), before.get(1));
    }

    @Test
    void aChildOfAnotherKindThatIsNotReadyIsWaitedForWhateverTheLimitIs() {
        limit = new MaxUnavailable(3, false);
        exists(SET, "db", "v2", false, "");
        pod("a", "v1", true);
        List<Child> before = List.of(desired(SET, "db", "v1"), desired(POD, "a", "v1"));
        List<Child> now = List.of(desired(SET, "db", "v2"), desired(POD, "a", "v2"));

        RolloutPlan plan = plan(now, revision(now, now.get(0)), revision(before, before.get(1)));

        assertThat(waitingFor(plan))
                .isEqualTo("child StatefulSet db failed status check:"
                        + " \"Ready\" condition status is \"False\" (want \"True\")");
    }

    @Test
    void kindsAreMovedOneAfterTheOtherEvenIfTheLimitAllowsMore() {
        limit = new MaxUnavailable(100, true);
        exists(SET, "db", "v1", true, "");
        pod("a", "v1", true);
        pod("b", "v1", true);
        List<Child> before = List.of(desired(POD, "a", "v1"), desired(POD, "b", "v1"), desired(SET, "db", "v1"));
        List<Child> now = List.of(desired(POD, "a", "v2"), desired(POD, "b", "v2"), desired(SET, "db", "v2"));

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0), before.get(1), before.get(2)));

        assertThat(moved(plan)).containsExactly("a", "b");
    }

    @Test
    void childrenOfOtherMethodsHaveTheLatestStateAtOnce() {
        pod("a", "v1", true);
        pod("b", "v1", true);
        List<Child> before = List.of(desired(POD, "a", "v1"), desired(POD, "b", "v1"), desired(MAP, "m", "v1"));
        List<Child> now = List.of(desired(POD, "a", "v2"), desired(POD, "b", "v2"), desired(MAP, "m", "v2"));

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0), before.get(1)));

        assertThat(plan.children()).containsExactly(now.get(0), before.get(1), now.get(2));
        assertThat(plan.progress().total()).isEqualTo(2);
    }

    @Test
    void ofTwoClaimsOfOneChildTheLaterRevisionCounts() {
        pod("a", "v2", true);
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> between = pods("v2", "a", "b");
        List<Child> now = pods("v3", "a", "b");
        status = new RolloutStatus(true, Optional.of(Set.of()), OptionalInt.empty());

        RolloutPlan plan = plan(
                now, revision(now), revision(between, between.get(0)), revision(before, before.get(0), before.get(1)));

        assertThat(plan.claims())
                .containsExactly(Set.of(), Set.of(ChildId.of(now.get(0))), Set.of(ChildId.of(now.get(1))));
        assertThat(plan.progress().step()).isEqualTo(new Step.Paused());
    }

    @Test
    void aChildThatWasMovedButNotWrittenIsMovedBeforeOthersToTheNextRevision() {
        pod("a", "v1", true);
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> between = pods("v2", "a", "b");
        List<Child> now = pods("v3", "a", "b");

        RolloutPlan plan = plan(now, revision(now), revision(between, between.get(1)), revision(before, before.get(0)));

        assertThat(moved(plan)).containsExactly("b");
        assertThat(plan.children()).containsExactly(before.get(0), now.get(1));
    }

    @Test
    void childrenWhoseRecordIsLostAreMovedOneAtATimeToo() {
        pod("a", "v1", true);
        pod("b", "v1", true);
        pod("c", "v2", true);
        List<Child> now = pods("v2", "a", "b", "c");

        RolloutPlan plan = plan(now, revision(now));

        assertThat(moved(plan)).containsExactly("a");
        assertThat(plan.claims()).containsExactly(Set.of(ChildId.of(now.get(0)), ChildId.of(now.get(2))));
        assertThat(plan.children()).containsExactly(now.get(0), now.get(2));
        assertThat(plan.kept()).containsExactly(ChildId.of(now.get(1)));
    }

    @Test
    void aChildThatAlreadyHasTheLatestStateIsMovedWithoutWaiting() {
        pod("a", "v2", false);
        pod("b", "v2", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> now = pods("v2", "a", "b");

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0), before.get(1)));

        assertThat(plan.progress().step()).isEqualTo(new Step.Complete());
        assertThat(plan.claims().getLast()).isEmpty();
    }

    @Test
    void aChildThatItsRevisionDoesNotReturnIsKeptIfItExistsAndCreatedInTheLatestIfNot() {
        pod("a", "v1", true);
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b", "c");
        List<Child> now = pods("v2", "a", "b", "c");

        RolloutPlan plan = plan(now, revision(now), revision(List.of(), before.get(0), before.get(1), before.get(2)));

        assertThat(waitingFor(plan)).isEqualTo("missing child Pod c");
        assertThat(plan.kept()).containsExactlyInAnyOrder(ChildId.of(now.get(0)), ChildId.of(now.get(1)));
        assertThat(plan.children()).containsExactly(now.get(2));
    }

    @Test
    void afterAStartAChildThatWasWrittenInAnotherStateThanRecordedIsLeftAloneUntilItsTurn() {
        status = new RolloutStatus(false, Optional.empty(), OptionalInt.empty());
        pod("a", "v2", true);
        pod("b", "v2", true);
        pod("c", "v1", true);
        List<Child> before = pods("v1", "a", "b", "c");
        List<Child> now = pods("v3", "a", "b", "c");

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0), before.get(1), before.get(2)));

        assertThat(moved(plan)).containsExactly("a");
        assertThat(plan.children()).containsExactly(now.get(0), before.get(2));
        assertThat(plan.kept()).containsExactly(ChildId.of(now.get(1)));
        assertThat(plan.held()).containsExactly(ChildId.of(now.get(1)));
        assertThat(plan.claims())
                .containsExactly(
                        Set.of(ChildId.of(now.get(0))), Set.of(ChildId.of(now.get(1)), ChildId.of(now.get(2))));
    }

    @Test
    void afterAStartAChildThatAUserHasChangedStillHasItsRevision() {
        status = new RolloutStatus(true, Optional.empty(), OptionalInt.empty());
        exists(POD, "a", "v1", true, "");
        observed.set(0, withImage(observed.getFirst(), "foreign"));
        List<Child> before = pods("v1", "a");
        List<Child> now = pods("v2", "a");

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0)));

        assertThat(plan.children()).containsExactly(before.get(0));
    }

    private static Child withImage(Child child, String image) {
        ObjectNode tree = child.object().tree();
        tree.withObject("/spec").put("image", image);
        return Child.observed(child.resource(), KubeObject.of(tree));
    }

    @Test
    void aKindThatIsPausedDoesNotPauseAnother() {
        exists(SET, "db", "v1", false, "");
        pod("a", "v1", true);
        pausedKind = SET;
        List<Child> before = List.of(desired(SET, "db", "v1"), desired(POD, "a", "v1"));
        List<Child> now = List.of(desired(SET, "db", "v2"), desired(POD, "a", "v2"));

        RolloutPlan plan = plan(now, revision(now), revision(before, before.get(0), before.get(1)));

        assertThat(moved(plan)).containsExactly("a");
    }
}
