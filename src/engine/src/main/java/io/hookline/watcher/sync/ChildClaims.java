package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.AppliedState;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ChildKind;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Finds the children of a parent, and adds to desired children what marks them as such. Thread-safe. */
interface ChildClaims {

    /**
     * Finds the children of a parent, after adopting and releasing objects if the controller does that. The result has a group
     * for every declared kind.
     *
     * @throws SyncException if a child could not be adopted or released
     */
    ObjectGroups claim(ParentKind kind, KubeObject parent, ParentMemory memory);

    /**
     * The children that the parent controls and that a watcher has applied: those that an undo may delete. No object is adopted or
     * released. The result has a group for every declared kind.
     */
    ObjectGroups applied(ParentKind kind, KubeObject parent, ParentMemory memory);

    /**
     * The metadata to add to each child of an answer before it is written.
     *
     * @throws SyncException if a child would not be found as a child of this parent in the next sync
     */
    InjectedMetadata injected(KubeObject parent, ParentMemory memory, SyncAnswer answer);

    /** Those of an answer's children that would be found as children of this parent in the next sync. */
    List<KubeObject> claimable(KubeObject parent, ParentMemory memory, SyncAnswer answer);

    /**
     * The children that an undo may delete: an owner reference alone does not prove that a controller made an object, since it may have
     * been adopted, or written by another client.
     */
    static ObjectGroups applied(
            List<ChildKind> kinds, ParentKind of, KubeObject parent, Predicate<KubeObject> isChild) {
        Map<GroupVersionKind, List<KubeObject>> found = new TreeMap<>();
        for (ChildKind kind : kinds) {
            found.computeIfAbsent(kind.resource().gvk(), _ -> new ArrayList<>())
                    .addAll(kind.subscription().store().controlledBy(parent.uid()).stream()
                            .filter(child -> !of.resource().namespaced()
                                    || child.namespace().equals(parent.namespace()))
                            .filter(isChild)
                            .filter(child -> AppliedState.isPresent(child, parent.uid()))
                            .toList());
        }
        return ObjectGroups.of(found);
    }
}
