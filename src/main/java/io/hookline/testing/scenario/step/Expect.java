package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps that only look. */
final class StepLooks {

    private final StepObjects objects;
    private final Map<String, JsonNode> remembered;

    StepLooks(StepObjects objects, Map<String, JsonNode> remembered) {
        this.objects = objects;
        this.remembered = remembered;
    }

    /** One look; fails with ClusterExceptions. */
    StepSight look(StepAction.Look action) {
        return switch (action) {
            case StepAction.Expect expect -> expect(expect);
            case StepAction.Gone gone -> gone(gone);
            case StepAction.Count count -> count(count);
        };
    }

    private StepSight expect(StepAction.Expect expect) {
        Optional<KubeObject> found = objects.find(expect.target());
        if (found.isEmpty()) {
            return new StepSight.NotYet("no such object");
        }
        List<String> wrong = new ArrayList<>(differences(found.get().tree(), expect.where()));
        expect.owner().flatMap(owner -> wrongOwner(found.get(), owner)).ifPresent(wrong::add);
        return StepSight.of(wrong.isEmpty(), String.join(", ", wrong));
    }

    private List<String> differences(ObjectNode object, Map<StepPath, StepMatch> where) {
        List<String> wrong = new ArrayList<>();
        where.forEach((path, match) -> {
            JsonNode value = path.read(object);
            if (!match.accepts(value, remembered)) {
                wrong.add(path + " = " + StepMatch.show(value));
            }
        });
        return wrong;
    }

    /** What garbage collection and adoption stand on, field by field. */
    private Optional<String> wrongOwner(KubeObject object, StepTarget target) {
        KubeObject owner = objects.get(target);
        Optional<OwnerReference> reference = object.controllerOwner();
        boolean right = reference.isPresent()
                && reference.get().uid().equals(owner.uid())
                && reference.get().name().equals(owner.name())
                && reference.get().kind().equals(owner.kind())
                && reference.get().apiVersion().equals(owner.apiVersion())
                && blocks(object, owner.uid());
        return right
                ? Optional.empty()
                : Optional.of("metadata.ownerReferences = "
                        + StepMatch.show(object.tree().path("metadata").path("ownerReferences")) + " while " + target
                        + " has uid " + owner.uid());
    }

    private static boolean blocks(KubeObject object, String uid) {
        return StepPath.parse("metadata.ownerReferences[uid=" + uid + "].blockOwnerDeletion")
                .read(object.tree())
                .asBoolean();
    }

    private StepSight gone(StepAction.Gone gone) {
        return objects.find(gone.target())
                .map(object -> (StepSight) new StepSight.NotYet(whyThere(object)))
                .orElseGet(StepSight::holds);
    }

    private static String whyThere(KubeObject object) {
        return object.isBeingDeleted() ? "it is being deleted, with finalizers " + object.finalizers() : "it exists";
    }

    private StepSight count(StepAction.Count count) {
        List<String> names = objects.list(count.kind(), count.labels()).stream()
                .filter(object -> differences(object.tree(), count.where()).isEmpty())
                .map(KubeObject::name)
                .toList();
        boolean right = count.number().accepts(Json.NODES.numberNode((long) names.size()), remembered);
        return StepSight.of(right, names.size() + " " + names);
    }
}
