package io.hookline.informer;

import io.hookline.object.KubeObject;

/**
 * Is told of changes after the store has them. Called on the informer's thread, one change at a time: it must return
 * soon, and never wait for anything.
 */
public interface ChangeHandler {

    /** An object is new to the store; also for each present object when the handler subscribes. */
    void added(KubeObject object);

    /** An object changed. */
    void updated(KubeObject before, KubeObject now);

    /** An object is gone; in the last state that was seen. */
    void deleted(KubeObject last);
}
