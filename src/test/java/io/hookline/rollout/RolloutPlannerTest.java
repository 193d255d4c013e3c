package io.hookline.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Child;
import io.hookline.apply.ChildComparison;
import io.hookline.apply.ChildId;
import io.hookline.apply.ChildTrees;
import io.hookline.apply.Children;
import io.hookline.apply.SettledChildren;
import io.hookline.apply.UpdateStrategies;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.rollout.Progress.Step;
import io.hookline.spec.UpdateMethod;
import io.hookline.spec.UpdateStrategy;
import io.hookline.spec.UpdateStrategy.MaxUnavailable;
import io.hookline.spec.UpdateStrategy.StatusCheck;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One step of a rolling update over a database (StatefulSet) and Pods, decided without a cluster. */
class RolloutPlannerTest {

    private static final OwnerReference OWNER = new OwnerReference("e.com/v1", "Thing", "t", "u1", true, true);
    private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");
    private static final GroupVersionKind SET = GroupVersionKind.of("apps/v1", "StatefulSet");
    private static final GroupVersionKind MAP = GroupVersionKind.of("v1", "ConfigMap");

    private final List<Child> observed = new ArrayList<>();
    private MaxUnavailable limit = MaxUnavailable.ONE;
    private boolean paused;

    private static Child desired(GroupVersionKind kind, String name, String image) {
        return child(kind, name, image, "");
    }

    private static Child child(GroupVersionKind kind, String name, String image, String more) {
        ApiResource resource = new ApiResource(
                kind.apiVersion(), kind.kind() + "s", "", kind.kind(), true, List.of(), List.of(), Set.of(), Set.of());
        return Child.observed(
                resource,
                KubeObject.of("{\"apiVersion\":\"" + kind.apiVersion() + "\",\"kind\":\"" + kind.kind()
                        + "\",\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"ns\"" + more
                        + "},\"spec\":{\"image\":\"" + image + "\"}}"));
    }

    /** An existing child that was applied with this image. */
    private void exists(GroupVersionKind kind, String name, String image, boolean ready, String more) {
        Child applied = desired(kind, name, image);
        ObjectNode tree = child(kind, name, image, more).object().tree();
        tree.withObject("/metadata/annotations")
                .put(WellKnown.LAST_APPLIED, applied.object().json());
        tree.set(
                "status",
                Json.parse(("{\"conditions\":[{\"type\":\"Ready\",\"status\":\"" + (ready ? "True" : "False") + "\"}]}")
                        .getBytes(StandardCharsets.UTF_8)));
        observed.add(Child.observed(applied.resource(), KubeObject.of(tree)));
    }

    private void pod(String name, String image, boolean ready) {
        exists(POD, name, image, ready, "");
    }

    private RolloutPlan plan(List<Child> wanted, RevisionState... revisions) {
        UpdateStrategy rolling = new UpdateStrategy(
                UpdateMethod.ROLLING_IN_PLACE,
                List.of(new StatusCheck("Ready", Optional.of("True"), Optional.empty())),
                limit,
                false,
                Optional.empty());
        UpdateStrategies strategies =
                new UpdateStrategies(Map.of(POD, rolling, SET, rolling, MAP, UpdateStrategy.of(UpdateMethod.IN_PLACE)));
        return new RolloutPlanner(
                        paused,
                        Children.of(observed),
                        new ChildComparison(strategies, SettledChildren.NONE, ChildTrees.PLAIN, OWNER))
                .plan(wanted, List.of(revisions));
    }

    private static RevisionState revision(List<Child> desired, Child... claims) {
        Set<ChildId> ids = new HashSet<>();
        for (Child claim : claims) {
            ids.add(ChildId.of(claim));
        }
        return new RevisionState(ids, Children.of(desired));
    }

    private static List<Child> pods(String image, String... names) {
        return List.of(names).stream().map(name -> desired(POD, name, image)).toList();
    }

    private static List<String> moved(RolloutPlan plan) {
        return plan.progress().step() instanceof Step.Updating(List<Child> children)
                ? children.stream().map(child -> child.key().name()).toList()
                : List.of();
    }

    private static String waitingFor(RolloutPlan plan) {
        return plan.progress().step() instanceof Step.Waiting(Child child, Problem problem)
                ? problem.message(child.kind().kind() + " " + child.key().name())
                : "";
    }

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
    void aChildThatIsBeingDeletedIsNotAvailable() {
        exists(POD, "a", "v2", true, ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"");
        pod("b", "v1", true);
        List<Child> before = pods("v1", "a", "b");
        List<Child> now = pods("v2", "a", "b");

        RolloutPlan plan = plan(now, revision(now, now.get(0)), revision(before, before.get(1)));

        assertThat(waitingFor(plan)).isEqualTo("child Pod a is being deleted");
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
        paused = true;

        RolloutPlan plan = plan(
                now, revision(now), revision(between, between.get(0)), revision(before, before.get(0), before.get(1)));

        assertThat(plan.claims())
                .containsExactly(Set.of(), Set.of(ChildId.of(now.get(0))), Set.of(ChildId.of(now.get(1))));
        assertThat(plan.progress().step()).isEqualTo(new Step.Paused());
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
}
