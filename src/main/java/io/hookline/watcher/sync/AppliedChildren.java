package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.AppliedState;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ChildKind;
import io.hookline.watcher.model.ParentKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds the children that an undo may delete: an owner reference alone does not prove that a controller made an object, since it may
 * have been adopted, or written by another client.
 */
final class AppliedChildren {
    private AppliedChildren() {}

    static ObjectGroups of(List<ChildKind> kinds, ParentKind of, KubeObject parent, Predicate<KubeObject> isChild) {
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
