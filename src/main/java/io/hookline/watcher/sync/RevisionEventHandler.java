package io.hookline.watcher.sync;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import java.util.List;

/**
 * Adds a parent to the queue if its sync was postponed until the cache shows a write to a ControllerRevision. Otherwise changes
 * of ControllerRevisions cause no sync, as in Metacontroller.
 */
final class RevisionEventHandler implements ResourceEventHandler {

    private final List<ParentKind> parents;
    private final WorkQueue<ParentKey> queue;
    private final ParentMemories memories;

    RevisionEventHandler(List<ParentKind> parents, WorkQueue<ParentKey> queue, ParentMemories memories) {
        this.parents = parents;
        this.queue = queue;
        this.memories = memories;
    }

    @Override
    public void added(KubeObject revision) {
        enqueueIfWaiting(revision);
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        enqueueIfWaiting(now);
    }

    @Override
    public void deleted(KubeObject last) {
        owners(last)
                .forEach(parent -> memories.find(parent)
                        .ifPresent(memory -> memory.writes().deletionSeen(last)));
        enqueueIfWaiting(last);
    }

    private void enqueueIfWaiting(KubeObject revision) {
        owners(revision).stream()
                .filter(memories::isWaiting)
                .forEach(
                        parent -> queue.add(parent, Priority.CHANGE, Cause.continued("a sync waited for " + revision)));
    }

    private List<ParentKey> owners(KubeObject revision) {
        return revision.controllerOwner().stream()
                .flatMap(owner -> parents.stream().flatMap(kind -> kind.ownerOf(revision, owner).stream()))
                .map(ParentKey::of)
                .toList();
    }
}
