package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import io.hookline.testing.MissingFields;
import io.hookline.watcher.RandomChildren.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What must hold of the children of a parent once it has converged, whatever was before. */
final class ConvergenceOracle {

    private final ConvergenceSetup setup;
    private final KubeObject parent;
    private final DisturbedChildren others;
    private final Map<Slot, ObjectNode> first;
    private final Map<Slot, ObjectNode> next;
    private final Map<Slot, KubeObject> before;

    /**
     * Looks at the disturbed objects.
     *
     * @param first the children that were desired before, as far as they were complete
     * @param next the children that are desired now
     */
    ConvergenceOracle(
            ConvergenceSetup setup,
            KubeObject parent,
            DisturbedChildren others,
            Map<Slot, ObjectNode> first,
            Map<Slot, ObjectNode> next) {
        this.setup = setup;
        this.parent = parent;
        this.others = others;
        this.first = first;
        this.next = next;
        this.before = others.all();
    }

    /** Compares with the objects that are there now. */
    void check() {
        Map<Slot, KubeObject> now = others.all();
        next.forEach((slot, desired) -> {
            assertThat(now).as("children that exist").containsKey(slot);
            if (!isForeign(slot)) {
                checkChild(slot, desired, now.get(slot));
            }
        });
        before.forEach((slot, object) -> {
            if (isForeign(slot)) {
                assertThat(contents(now.get(slot))).as("foreign " + slot).isEqualTo(contents(object));
            }
        });
        now.forEach((slot, object) -> {
            if (!next.containsKey(slot)) {
                assertThat(isForeign(slot))
                        .as("not desired any more, but exists: " + slot + " " + object.json())
                        .isTrue();
            }
        });
    }

    /** Whether an object was there that the parent must not have; one that is being deleted makes room. */
    private boolean isForeign(Slot slot) {
        KubeObject object = before.get(slot);
        return object != null && !object.isBeingDeleted() && !isClaimed(object) && !isTakenOver(slot, object);
    }

    /** Whether the parent's controller claims an object as it is. */
    private boolean isClaimed(KubeObject object) {
        boolean ours = object.controllerUid().equals(parent.uid());
        if (setup.isDecorator()) {
            return ours && "converging".equals(object.annotation(WellKnown.DECORATOR_CONTROLLER));
        }
        return (ours || object.controllerOwner().isEmpty()) && matches(object);
    }

    private boolean matches(KubeObject object) {
        return object.labels().entrySet().containsAll(setup.selected(parent).entrySet());
    }

    /** Whether an object has the name of a desired child, and no controller, perhaps because the parent released it. */
    private boolean isTakenOver(Slot slot, KubeObject object) {
        boolean released = !setup.isDecorator() && object.controllerUid().equals(parent.uid());
        return setup.takesOver()
                && next.containsKey(slot)
                && (released || object.controllerOwner().isEmpty());
    }

    private void checkChild(Slot slot, ObjectNode desired, KubeObject now) {
        assertThat(now.controllerUid()).as("owner of " + slot).isEqualTo(parent.uid());
        assertThat(now.isBeingDeleted()).as("end of " + slot).isFalse();
        KubeObject was = before.get(slot);
        boolean same = was != null && was.uid().equals(now.uid());
        String method = setup.methods().get(slot.kind());
        if (same && method.equals("OnDelete") && isClaimed(was)) {
            assertThat(contents(now)).as("OnDelete " + slot).isEqualTo(contents(was));
            return;
        }
        if (same && setup.yields()) {
            return; // its fields may be those of others
        }
        assertThat(MissingFields.of(expected(slot, desired), now.tree()))
                .as("fields of " + slot + " " + now.json())
                .isEmpty();
        if (method.equals("InPlace") && was != null && !was.isBeingDeleted()) {
            assertThat(same).as("updated in place: " + slot).isTrue();
        }
        if (same) {
            assertThat(MissingFields.of(theirs(slot, desired, now), now.tree()))
                    .as("fields of others in " + slot)
                    .isEmpty();
            assertThat(leftOver(slot, desired, now))
                    .as("fields not desired any more in " + slot + " " + now.json())
                    .isEmpty();
            checkUntouched(slot, desired, was, now);
        }
    }

    private ObjectNode expected(Slot slot, ObjectNode desired) {
        ObjectNode expected = desired.deepCopy();
        setup.selected(parent).forEach(expected.withObject("/metadata/labels")::put);
        if (slot.kind().equals("Gadget")) {
            expected.withObject("/spec").remove("pruned");
        }
        return expected;
    }

    /** Fields that others added, except to a map that dynamic apply removes as a whole since no field of it is desired any more. */
    private ObjectNode theirs(Slot slot, ObjectNode desired, KubeObject now) {
        ObjectNode theirs = Json.NODES.objectNode();
        others.theirs.getOrDefault(now.uid(), Map.of()).forEach((path, value) -> {
            JsonPointer field = JsonPointer.compile(path);
            boolean mapWasOurs =
                    first.containsKey(slot) && first.get(slot).at(field.head()).isObject();
            boolean mapIsOurs =
                    desired.at(field.head()).isObject() || setup.after().equals("server-side-apply");
            if (mapIsOurs || !mapWasOurs) {
                theirs.withObject(field.head()).put(field.last().getMatchingProperty(), value);
            }
        });
        return theirs;
    }

    /** Fields that the former hook set, which nobody changed, and which the hook does not set any more. */
    private List<String> leftOver(Slot slot, ObjectNode desired, KubeObject now) {
        List<String> left = new ArrayList<>();
        boolean recorded = !others.withoutRecord.contains(slot)
                && (setup.before().equals(setup.after()) || setup.before().equals("dynamic-apply"));
        if (first.containsKey(slot) && recorded && wasOurs(slot)) {
            collect("", first.get(slot), desired, now.tree(), left);
            left.removeIf(path -> others.changed.contains(now.uid() + " " + path));
        }
        return left;
    }

    /** Whether the former controller wrote this very object, and it has not been lost since. */
    private boolean wasOurs(Slot slot) {
        KubeObject was = before.get(slot);
        return others.written.contains(was.uid()) && isClaimed(was);
    }

    private static void collect(String path, JsonNode first, JsonNode next, JsonNode now, List<String> left) {
        first.properties().forEach(field -> {
            String place = path + "/" + field.getKey();
            if (field.getValue().isObject()) {
                collect(place, field.getValue(), next.path(field.getKey()), now.path(field.getKey()), left);
            } else if (next.path(field.getKey()).isMissingNode() && now.has(field.getKey())) {
                left.add(place);
            }
        });
    }

    /** A child that nobody changed and that is desired as before is not written. */
    private void checkUntouched(Slot slot, ObjectNode desired, KubeObject was, KubeObject now) {
        boolean asBefore = desired.equals(first.get(slot)) && setup.before().equals(setup.after());
        if (asBefore && wasOurs(slot) && !others.touched.contains(slot)) {
            assertThat(now.resourceVersion()).as("version of " + slot).isEqualTo(was.resourceVersion());
        }
    }

    /** What a client wrote, without what the API server and claims write. */
    private static ObjectNode contents(KubeObject object) {
        ObjectNode tree = object.tree().deepCopy();
        tree.withObject("/metadata")
                .remove(List.of("resourceVersion", "generation", "managedFields", "ownerReferences", "finalizers"));
        return tree;
    }
}
