package io.hookline.watcher;

import io.hookline.hook.ObjectGroups;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.KubeObject;

/** Which objects are a parent's children, and what marks a desired child as one. Thread-safe. */
interface ChildClaims {

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
