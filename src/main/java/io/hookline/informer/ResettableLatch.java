package io.hookline.informer;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A state that somebody waits for, and what is to be done once it has come. Thread-safe. */
final class ResettableLatch {

    private static final Logger LOG = LoggerFactory.getLogger(ResettableLatch.class);

    /** Guards itself and the writing of {@link #here}. */
    private final List<Runnable> waiting = new ArrayList<>();

    private volatile boolean here;

    boolean isHere() {
        return here;
    }

    /** Runs an action once, as soon as the state has come; at once if it {@link #isHere}. */
    void whenHere(Runnable action) {
        synchronized (waiting) {
            if (!here) {
                waiting.add(action);
                return;
            }
        }
        run(action);
    }

    /** It has come, if it was not here already; this thread runs what waited for it. */
    void come() {
        List<Runnable> told;
        synchronized (waiting) {
            here = true;
            told = List.copyOf(waiting);
            waiting.clear();
        }
        told.forEach(ResettableLatch::run);
    }

    /** What one action throws is logged, and keeps neither the others nor the informer from going on. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a callback failed", e);
        }
    }

    /** It has gone, and may come again. */
    void go() {
        synchronized (waiting) {
            here = false;
        }
    }
}
