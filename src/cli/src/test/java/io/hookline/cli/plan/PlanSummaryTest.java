package io.hookline.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanSummaryTest {

    private static final PlannedWrite UPDATE = new PlannedWrite("apply", "ConfigMap b/c", "", "data.text: 1 → 2");
    private static final PlannedWrite STATUS = new PlannedWrite("patch", "Foo b/c", "status", "status.a: 1 → 2");
    private static final PlannedWrite DELETION = new PlannedWrite("delete", "ConfigMap b/d", "", "");

    private static Plan.OfParent parent(Plan.State state, PlannedWrite... writes) {
        return new Plan.OfParent(
                "Foo b/c", state, List.of(writes), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Plan.OfParent failed(String why) {
        return new Plan.OfParent(
                "Foo b/c", Plan.State.FAILED, List.of(), Optional.of(why), Optional.empty(), Optional.empty());
    }

    private static Plan.OfController controller(boolean runs, Plan.OfParent... parents) {
        return new Plan.OfController(
                new PlannedParents.Controller(ControllerName.of("CompositeController", "a"), Optional.empty()),
                "a",
                runs,
                List.of(parents));
    }

    private static Plan plan(Plan.OfController... controllers) {
        return new Plan(List.of(controllers), List.of(), List.of());
    }

    @Test
    void unchangedParentsAreCountedToo() {
        Plan.OfParent[] parents = Stream.of(
                        Stream.generate(() -> parent(Plan.State.UNCHANGED)).limit(387),
                        Stream.generate(() -> parent(Plan.State.CHANGED, UPDATE))
                                .limit(9),
                        Stream.generate(() -> parent(Plan.State.CHANGED, UPDATE, DELETION))
                                .limit(3),
                        Stream.of(failed("timeout")))
                .flatMap(each -> each)
                .toArray(Plan.OfParent[]::new);

        assertThat(plan(controller(true, parents)).summary())
                .containsExactly(
                        "a: 400 parents: 387 unchanged, 12 would change, 1 failed; 12 updates, 3 deletions; nothing was"
                                + " written",
                        "the plan is not complete: 1 sync failed (CompositeController a Foo b/c: timeout)");
    }

    @Test
    void otherNumbersAreCountedInTheSameWords() {
        assertThat(plan(controller(true)).summary()).containsExactly("a: 0 parents; nothing was written");
        assertThat(plan(controller(true, parent(Plan.State.UNCHANGED))).summary())
                .containsExactly("a: 1 parent: 1 unchanged; nothing was written");
        assertThat(plan(controller(true, parent(Plan.State.PAUSED), parent(Plan.State.CHANGED, STATUS)))
                        .summary())
                .containsExactly("a: 2 parents: 1 would change, 1 paused; 1 status update; nothing was written");
        assertThat(plan().summary()).containsExactly("there is no controller; nothing was written");
    }

    @Test
    void aPlanThatIsNotCompleteDoesNotLookLikeOneWithoutWrites() {
        Plan open = plan(controller(true, parent(Plan.State.OPEN), parent(Plan.State.UNCHANGED)));
        assertThat(open.isComplete()).isFalse();
        assertThat(open.summary())
                .containsExactly(
                        "a: 2 parents: 1 unchanged, 1 not done; nothing was written",
                        "the plan is not complete: 1 parent was not synced (CompositeController a Foo b/c was not done in"
                                + " time)");
        assertThat(open.incomplete()).containsExactly("CompositeController a Foo b/c");

        Plan stopped = plan(controller(false, parent(Plan.State.OPEN)));
        assertThat(stopped.isComplete()).isFalse();
        assertThat(stopped.summary())
                .containsExactly(
                        "a: does not run; 1 parent: 1 not done; nothing was written",
                        "the plan is not complete: 1 controller does not run, 1 parent was not synced (CompositeController a"
                                + " was not done in time)");
        assertThat(stopped.incomplete()).containsExactly("CompositeController a");
    }

    @Test
    void theFirstReasonOfSeveralIsNamedInOneLine() {
        Plan plan = plan(controller(true, failed("line one\nline two"), failed("no"), parent(Plan.State.OPEN)));

        assertThat(plan.summary().getLast())
                .isEqualTo("the plan is not complete: 2 syncs failed, 1 parent was not synced (CompositeController a"
                        + " Foo b/c: line one; line two; and 2 more)");
    }

    @Test
    void writesOfAParentAreInTheOrderOfKindAndNameWithItsOwnAtTheEnd() {
        PlannedWrite own = new PlannedWrite("patch", "Foo b/c", "status", "a: 1 → 2");
        PlannedWrite first = new PlannedWrite("create", "ConfigMap b/z", "", "");
        PlannedWrite gone = new PlannedWrite("delete", "Service b/a", "", "");
        PlannedWrite again = new PlannedWrite("create", "Service b/a", "", "");

        assertThat(parent(Plan.State.CHANGED, own, gone, first, again).writes())
                .containsExactly(first, gone, again, own);
    }

    @Test
    void writesAreBelowTheirParentsAndThoseOfNoneAreSaid() {
        Plan plan = new Plan(
                List.of(controller(true, parent(Plan.State.UNCHANGED), parent(Plan.State.CHANGED, UPDATE, STATUS))),
                List.of(new PlannedWrite("patch", "CompositeController a", "", "metadata.finalizers: absent → x")),
                List.of());

        assertThat(plan.lines())
                .containsExactly(
                        "Foo b/c by a",
                        "  apply   ConfigMap b/c  data.text: 1 → 2",
                        "  patch   Foo b/c (status)  status.a: 1 → 2",
                        "not for a parent",
                        "  patch   CompositeController a  metadata.finalizers: absent → x");
        assertThat(plan.summary())
                .containsExactly(
                        "a: 2 parents: 1 unchanged, 1 would change; 1 update, 1 status update; nothing was written",
                        "not for a parent: 1 update; nothing was written");
        assertThat(plan.writes()).hasSize(3);
    }

    @Test
    void aServiceWithoutAddressIsRecognized() {
        assertThat(plan(controller(true, failed("Post \"http://hooks.hookline:80/a/sync\": no such host")))
                        .lacksHooks())
                .isTrue();
        assertThat(plan(controller(true, failed("timeout"))).lacksHooks()).isFalse();
    }
}
