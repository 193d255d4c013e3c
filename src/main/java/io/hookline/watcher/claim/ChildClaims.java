package io.hookline.watcher.claim;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.state.ParentMemory;

/** Which objects are a parent's children, and what marks a desired child as one. Thread-safe. */
public interface ChildClaims {

    /**
     * The children that a parent has now, adopting and releasing on the way where the controller does that. Every declared
     * kind is present.
     *
     * @throws SyncException if a child could not be adopted or released
     */
    ObjectGroups claim(ParentKind kind, KubeObject parent, ParentMemory memory);

    /**
     * What is added to each child of an answer before it is written.
     *
     * @throws SyncException if a child would never be recognised as this parent's
     */
    InjectedMetadata injected(KubeObject parent, ParentMemory memory, SyncAnswer answer);
}
