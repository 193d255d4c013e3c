package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import java.util.List;

/** The step that finds the children lets something happen, and ends the sync. */
record EndedSync(Meanwhile meanwhile) implements ChildClaims {

    interface Meanwhile {
        void happens(KubeObject parent) throws InterruptedException;
    }

    @Override
    public ObjectGroups claim(ParentKind kind, KubeObject parent, ParentMemory memory) {
        try {
            meanwhile.happens(parent);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        throw new SyncException.Refused("far enough");
    }

    @Override
    public ObjectGroups applied(ParentKind kind, KubeObject parent, ParentMemory memory) {
        throw new IllegalStateException("nothing is undone here");
    }

    @Override
    public InjectedMetadata injected(KubeObject parent, ParentMemory memory, SyncAnswer answer) {
        throw new IllegalStateException("nobody answers here");
    }

    @Override
    public List<KubeObject> claimable(KubeObject parent, ParentMemory memory, SyncAnswer answer) {
        throw new IllegalStateException("nobody answers here");
    }
}
