package io.hookline.informer;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A flag with actions that run once it is set. Thread-safe. */
final class ResettableLatch {

    private static final Logger LOG = LoggerFactory.getLogger(ResettableLatch.class);

    /** Guards itself and the writing of {@link #set}. */
    private final List<Runnable> waiting = new ArrayList<>();

    private volatile boolean set;

    boolean isSet() {
        return set;
    }

    /** Runs an action once: now if the flag {@link #isSet}, otherwise as soon as it is set. */
    void whenSet(Runnable action) {
        synchronized (waiting) {
            if (!set) {
                waiting.add(action);
                return;
            }
        }
        run(action);
    }

    /** Sets the flag; this thread runs the waiting actions. */
    void set() {
        List<Runnable> actions;
        synchronized (waiting) {
            set = true;
            actions = List.copyOf(waiting);
            waiting.clear();
        }
        actions.forEach(ResettableLatch::run);
    }

    /** An exception of one action is logged, and stops neither the other actions nor the informer. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.error("callback failed", e);
        }
    }

    /** Removes an action that waits. */
    void remove(Runnable action) {
        synchronized (waiting) {
            waiting.remove(action);
        }
    }

    /** Clears the flag; it may be set again. */
    void clear() {
        synchronized (waiting) {
            set = false;
        }
    }
}
