package io.hookline.informer;

import org.jspecify.annotations.Nullable;

/** An informer, its thread if it has one, and the number of its subscribers. Guarded by the lock of its factory. */
final class SharedInformer {
    final Informer informer;

    @Nullable
    Thread thread;

    int users;

    SharedInformer(Informer informer) {
        this.informer = informer;
    }

    boolean isLost() {
        Thread running = thread;
        return running != null && running.getState() == Thread.State.TERMINATED;
    }

    /** A handler may call this on the informer's own thread, which ends after the handler returns. */
    void stop() {
        informer.stop();
        if (thread != null && !thread.equals(Thread.currentThread())) {
            thread.interrupt();
        }
    }
}
