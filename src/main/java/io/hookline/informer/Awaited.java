package io.hookline.informer;

import java.util.ArrayList;
import java.util.List;

/** A state that somebody waits for, and what is to be done once it has come. Thread-safe. */
final class Awaited {

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
        action.run();
    }

    /** It has come, if it was not here already; this thread runs what waited for it. */
    void come() {
        List<Runnable> told;
        synchronized (waiting) {
            here = true;
            told = List.copyOf(waiting);
            waiting.clear();
        }
        told.forEach(Runnable::run);
    }

    /** It has gone, and may come again. */
    void go() {
        synchronized (waiting) {
            here = false;
        }
    }
}
