package io.hookline.informer;

import io.hookline.object.KubeObject;

/**
 * Receives changes after the store has them, one at a time: on the informer's thread, or, for the objects that exist
 * already, on the thread that subscribes. It must return soon and never block. An exception is logged and affects no
 * other handler.
 */
public interface ResourceEventHandler {

    /** An object is new in the store; also called for each present object when the handler subscribes. */
    void added(KubeObject object);

    /** An object changed. */
    void updated(KubeObject before, KubeObject now);

    /** An object was deleted; {@code last} is the last known state. */
    void deleted(KubeObject last);
}
