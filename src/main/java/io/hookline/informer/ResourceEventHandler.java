package io.hookline.informer;

import io.hookline.object.KubeObject;

/**
 * Is told of changes after the store has them, one at a time: on the informer's thread, or on the one that subscribes, for
 * the objects that are there already. It must return soon, and never wait for anything. What it throws is logged, and
 * lost to it alone.
 */
public interface ResourceEventHandler {

    /** An object is new to the store; also for each present object when the handler subscribes. */
    void added(KubeObject object);

    /** An object changed. */
    void updated(KubeObject before, KubeObject now);

    /** An object is gone; in the last state that was seen. */
    void deleted(KubeObject last);
}
