package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps that break something by hand and wait until it is repaired. */
final class StepRepairs {

    private final StepObjects objects;
    private final StepWrites writes;
    private final StepPoll poll;

    StepRepairs(StepObjects objects, StepWrites writes) {
        this.objects = objects;
        this.writes = writes;
        this.poll = new StepPoll(objects.world());
    }

    /** Changes fields and waits until each is again what it was. */
    Optional<String> damage(StepAction.Damage damage, Duration within) throws InterruptedException {
        Map<StepPath, JsonNode> before = new LinkedHashMap<>();
        Optional<String> trouble = poll.until(within, () -> breakFields(damage, before));
        return trouble.isPresent() ? trouble : poll.until(within, () -> isAsBefore(damage.target(), before));
    }

    private StepSight breakFields(StepAction.Damage damage, Map<StepPath, JsonNode> before) {
        ObjectNode object = objects.get(damage.target()).tree();
        before.clear();
        for (StepPath path : leaves(damage.patch())) {
            before.put(path, path.read(object));
        }
        ObjectNode broken = objects.patch(damage.target(), damage.patch()).tree();
        return isSame(broken, before)
                ? new StepSight.Never(
                        "the change changed nothing: these fields already are so, or are not in the schema")
                : StepSight.holds();
    }

    private StepSight isAsBefore(StepTarget target, Map<StepPath, JsonNode> before) {
        Optional<KubeObject> found = objects.find(target);
        if (found.isEmpty()) {
            return new StepSight.NotYet("no such object");
        }
        ObjectNode now = found.get().tree();
        List<String> wrong = before.entrySet().stream()
                .filter(e -> !JsonEquality.semantic(e.getValue(), e.getKey().read(now)))
                .map(e -> e.getKey() + " = " + StepMatch.show(e.getKey().read(now)) + " instead of "
                        + StepMatch.show(e.getValue()))
                .toList();
        return StepSight.of(wrong.isEmpty(), String.join(", ", wrong));
    }

    private static boolean isSame(ObjectNode object, Map<StepPath, JsonNode> before) {
        return before.entrySet().stream()
                .allMatch(e -> JsonEquality.semantic(e.getValue(), e.getKey().read(object)));
    }

    /** The fields that a merge patch sets or removes; lists are replaced as a whole. */
    private static List<StepPath> leaves(StepAction.StepPatch patch) {
        List<StepPath> leaves = new ArrayList<>();
        List<StepPath.Part> root = patch.status() ? List.of(new StepPath.Part.Field("status")) : List.of();
        collect(patch.body(), root, leaves);
        return leaves;
    }

    private static void collect(JsonNode node, List<StepPath.Part> at, List<StepPath> leaves) {
        if (!node.isObject() || node.isEmpty()) {
            leaves.add(StepPath.of(at));
            return;
        }
        node.properties().forEach(field -> {
            List<StepPath.Part> below = new ArrayList<>(at);
            below.add(new StepPath.Part.Field(field.getKey()));
            collect(field.getValue(), below, leaves);
        });
    }

    /** Deletes an object and waits until another one has its name. */
    Optional<String> kill(StepAction.Kill kill, Duration within) throws InterruptedException {
        StringBuilder uid = new StringBuilder();
        Optional<String> trouble = poll.until(within, () -> {
            uid.setLength(0);
            uid.append(objects.get(kill.target()).uid());
            try {
                writes.delete(kill.target(), uid.toString(), Propagation.BACKGROUND);
            } catch (ClusterException.Invalid | ClusterException.Forbidden | ClusterException.BadRequest e) {
                return new StepSight.Never(e.reason() + ": " + e.getMessage());
            }
            return StepSight.holds();
        });
        return trouble.isPresent() ? trouble : poll.until(within, () -> isReplaced(kill.target(), uid.toString()));
    }

    private StepSight isReplaced(StepTarget target, String uid) {
        return objects.find(target)
                .map(now -> StepSight.of(
                        !now.uid().equals(uid) && !now.isBeingDeleted(),
                        now.isBeingDeleted()
                                ? "still being deleted, with finalizers " + now.finalizers()
                                : "still the same object"))
                .orElseGet(() -> new StepSight.NotYet("no object came in its place"));
    }
}
