package io.hookline.watcher;

import io.hookline.hook.ObjectGroups;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.KubeObject;

/** Which objects are a parent's children, and what marks a desired child as one. */
interface Ownership {

    /**
     * The children that a parent has now, adopting and releasing on the way where the controller does that. Every declared
     * kind is present.
     */
    ObjectGroups observed(ParentKind kind, KubeObject parent);

    /**
     * How each child of an answer must be marked before it is written.
     *
     * @throws SyncException if a child could never be told to be this parent's
     */
    ChildMarks marks(KubeObject parent, SyncAnswer answer);
}
