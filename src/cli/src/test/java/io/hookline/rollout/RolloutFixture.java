package io.hookline.rollout;

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
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.MaxUnavailable;
import io.hookline.spec.ChildRule.UpdateStrategy.StatusCheck;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One step of a rolling update over a database (StatefulSet) and Pods, decided without a cluster. */
abstract class RolloutFixture {

    private static final OwnerReference OWNER = new OwnerReference("e.com/v1", "Thing", "t", "u1", true, true);
    static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");
    static final GroupVersionKind SET = GroupVersionKind.of("apps/v1", "StatefulSet");
    static final GroupVersionKind MAP = GroupVersionKind.of("v1", "ConfigMap");

    final List<Child> observed = new ArrayList<>();

    /** The desired objects that were compared with a child, in order. */
    final List<KubeObject> compared = new ArrayList<>();

    StatusCheck check = new StatusCheck("Ready", Optional.of("True"), Optional.empty());

    @Nullable
    GroupVersionKind pausedKind;

    MaxUnavailable limit = MaxUnavailable.ONE;
    RolloutStatus status = new RolloutStatus(false, Optional.of(Set.of()), OptionalInt.empty());

    static Child desired(GroupVersionKind kind, String name, String image) {
        return child(kind, name, image, "");
    }

    static Child child(GroupVersionKind kind, String name, String image, String more) {
        ApiResource resource = new ApiResource(
                kind.apiVersion(), kind.kind() + "s", "", kind.kind(), true, List.of(), List.of(), Set.of(), Set.of());
        return Child.observed(
                resource,
                KubeObject.of("{\"apiVersion\":\"" + kind.apiVersion() + "\",\"kind\":\"" + kind.kind()
                        + "\",\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"ns\"" + more
                        + "},\"spec\":{\"image\":\"" + image + "\"}}"));
    }

    /** An existing child that was applied with this image. */
    void exists(GroupVersionKind kind, String name, String image, boolean ready, String more) {
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

    void pod(String name, String image, boolean ready) {
        exists(POD, name, image, ready, "");
    }

    UpdateStrategy rolling(GroupVersionKind kind) {
        return new UpdateStrategy(
                UpdateMethod.ROLLING_IN_PLACE, List.of(check), limit, kind.equals(pausedKind), Optional.empty());
    }

    RolloutPlan plan(List<Child> wanted, RevisionState... revisions) {
        UpdateStrategies strategies = new UpdateStrategies(
                Map.of(POD, rolling(POD), SET, rolling(SET), MAP, UpdateStrategy.of(UpdateMethod.IN_PLACE)));
        return new RolloutPlanner(
                        status,
                        Children.of(observed),
                        new ChildComparison(strategies, SettledChildren.NONE, new Trees(), OWNER))
                .plan(wanted, List.of(revisions));
    }

    /** Records which objects are compared. */
    private final class Trees implements ChildTrees {
        @Override
        public ObjectNode observed(KubeObject child) {
            return ChildTrees.PLAIN.observed(child);
        }

        @Override
        public ObjectNode desired(Child child) {
            compared.add(child.object());
            return ChildTrees.PLAIN.desired(child);
        }
    }

    static RevisionState revision(List<Child> desired, Child... claims) {
        Set<ChildId> ids = new HashSet<>();
        for (Child claim : claims) {
            ids.add(ChildId.of(claim));
        }
        return new RevisionState(ids, Children.of(desired));
    }

    static List<Child> pods(String image, String... names) {
        return List.of(names).stream().map(name -> desired(POD, name, image)).toList();
    }

    static List<String> moved(RolloutPlan plan) {
        return plan.progress().step() instanceof Step.Updating(List<Child> children)
                ? children.stream().map(child -> child.key().name()).toList()
                : List.of();
    }

    static String waitingFor(RolloutPlan plan) {
        return plan.progress().step() instanceof Step.Waiting(Progress.Unavailable(Child child, Problem problem))
                ? problem.message(child.kind().kind() + " " + child.key().name())
                : "";
    }
}
