package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.informer.ObjectStore;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.model.ChildKind;
import io.hookline.watcher.model.ParentKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the attachments of a decorator: objects that the parent controls and that name the decorator in an annotation. */
final class DecoratorClaims implements ChildClaims {

    /**
     * The annotation that distinguishes attachments from other children of the object, such as the Pods of a StatefulSet.
     *
     * @param controller the decorator's name
     */
    record Mark(String controller) implements ChildEventHandler.Claims {

        @Override
        public boolean mayBeChild(KubeObject owned) {
            return controller.equals(owned.annotation(WellKnown.DECORATOR_CONTROLLER));
        }

        /** Always empty: a decorator does not adopt. */
        @Override
        public List<KubeObject> adopters(ParentKind kind, KubeObject orphan) {
            return List.of();
        }
    }

    private final List<ChildKind> attachments;
    private final Mark mark;
    private final ObjectWriter writer;

    DecoratorClaims(Collection<ChildKind> attachments, Mark mark, ObjectWriter writer) {
        this.writer = writer;
        this.attachments = List.copyOf(attachments);
        this.mark = mark;
    }

    @Override
    public ObjectGroups claim(ParentKind kind, KubeObject parent, ParentMemory memory) {
        OwnerReferenceRefresh refresh = new OwnerReferenceRefresh(writer, parent, memory.writes());
        Map<GroupVersionKind, List<KubeObject>> found = new TreeMap<>();
        for (ChildKind attachment : attachments) {
            ObjectStore store = attachment.subscription().store();
            found.computeIfAbsent(attachment.resource().gvk(), _ -> new ArrayList<>())
                    .addAll(store.controlledBy(parent.uid()).stream()
                            .filter(child -> isOurs(parent, child))
                            .map(child -> refresh.of(attachment.resource(), store, child))
                            .toList());
        }
        return ObjectGroups.of(found);
    }

    @Override
    public ObjectGroups applied(ParentKind kind, KubeObject parent, ParentMemory memory) {
        return ChildClaims.applied(attachments, kind, parent, mark::mayBeChild);
    }

    private boolean isOurs(KubeObject parent, KubeObject child) {
        boolean inNamespace = parent.namespace().isEmpty() || parent.namespace().equals(child.namespace());
        return inNamespace && mark.mayBeChild(child);
    }

    @Override
    public List<KubeObject> claimable(KubeObject parent, ParentMemory memory, SyncAnswer answer) {
        return answer.children();
    }

    @Override
    public InjectedMetadata injected(KubeObject parent, ParentMemory memory, SyncAnswer answer) {
        return new InjectedMetadata(
                parent.namespace(), Map.of(), Map.of(WellKnown.DECORATOR_CONTROLLER, mark.controller()));
    }
}
