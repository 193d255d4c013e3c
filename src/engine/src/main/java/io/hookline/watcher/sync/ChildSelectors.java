package io.hookline.watcher.sync;

import io.hookline.informer.ObjectStore;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import java.util.List;
import java.util.Map;

/**
 * The label selector for a composite's children. It is generated from the parent's uid, or it is the parent's own {@code
 * spec.selector}, read once per generation. Thread-safe.
 */
final class ChildSelectors implements ChildEventHandler.Claims {

    private final boolean generated;
    private final ParentMemories memories;

    ChildSelectors(boolean generated, ParentMemories memories) {
        this.generated = generated;
        this.memories = memories;
    }

    /**
     * The selector of a parent's children.
     *
     * @throws SyncException if the parent's own selector is missing, empty or not valid
     */
    LabelSelector of(KubeObject parent, ParentMemory memory) {
        if (generated) {
            return LabelSelector.ofLabel(WellKnown.CONTROLLER_UID, parent.uid());
        }
        ParentMemory.CachedSelector read = memory.selector();
        if (read == null || !isCurrent(read, parent)) {
            read = new ParentMemory.CachedSelector(parent.generation(), parent.resourceVersion(), read(parent));
            memory.selector(read);
        }
        return read.selector();
    }

    private static boolean isCurrent(ParentMemory.CachedSelector read, KubeObject parent) {
        return parent.generation() > 0
                ? read.generation() == parent.generation()
                : read.resourceVersion().equals(parent.resourceVersion());
    }

    private static LabelSelector read(KubeObject parent) {
        byte[] spec = parent.field("spec");
        LabelSelector selector = LabelSelector.EVERYTHING;
        try {
            var json = spec == null ? Json.NODES.objectNode() : Json.parse(spec);
            if (json.hasNonNull("selector")) {
                selector = LabelSelector.fromJson(json.get("selector"), new FieldPath("spec.selector"));
            }
        } catch (DecodeException e) {
            throw new SyncException.Unreadable("can't get label selector from " + parent, e);
        }
        if (selector.isEmpty()) {
            throw new SyncException.Refused(
                    ".spec.selector must have either matchLabels, matchExpressions, or both: set it in " + parent
                            + ", or set generateSelector: true in the CompositeController");
        }
        return selector;
    }

    /** The labels to add so that children match. If the hook sets the same key, its value is kept and refused later. */
    Map<String, String> labelsFor(KubeObject parent) {
        return generated ? Map.of(WellKnown.CONTROLLER_UID, parent.uid()) : Map.of();
    }

    /** Always true, since a child that no longer matches must be released. */
    @Override
    public boolean mayBeChild(KubeObject owned) {
        return true;
    }

    @Override
    public List<KubeObject> adopters(ParentKind kind, KubeObject orphan) {
        if (generated && !orphan.labels().containsKey(WellKnown.CONTROLLER_UID)) {
            return List.of(); // nearly always the case; avoids testing every parent
        }
        ObjectStore parents = kind.subscription().store();
        List<KubeObject> candidates =
                kind.resource().namespaced() ? parents.inNamespace(orphan.namespace()) : parents.all();
        return candidates.stream()
                .filter(parent -> kind.concerns(parent) && matches(parent, orphan))
                .toList();
    }

    /** Whether a parent would adopt this object; a parent without valid selector adopts nothing. */
    private boolean matches(KubeObject parent, KubeObject orphan) {
        try {
            LabelSelector selector = generated
                    ? LabelSelector.ofLabel(WellKnown.CONTROLLER_UID, parent.uid())
                    : memories.find(ParentKey.of(parent))
                            .filter(memory -> memory.uid().equals(parent.uid()))
                            .map(memory -> of(parent, memory))
                            .orElseGet(() -> read(parent)); // not synced yet, so there is no memory to keep it in
            return selector.matches(orphan.labels());
        } catch (SyncException _) {
            return false;
        }
    }
}
