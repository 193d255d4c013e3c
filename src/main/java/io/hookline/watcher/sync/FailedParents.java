package io.hookline.watcher.sync;

import io.hookline.queue.RepeatedFailures;
import io.hookline.watcher.model.ParentKey;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * The parents whose last sync failed, and what went wrong. Equal failures of several parents are one, and it is repaired when no
 * parent has it any more. Thread-safe.
 */
final class FailedParents {

    private static final int MAX_KINDS = 100;

    private final Map<ParentKey, String> problems = new HashMap<>();
    private final RepeatedFailures<String> reports;

    FailedParents(InstantSource clock) {
        this.reports = new RepeatedFailures<>(clock, MAX_KINDS);
    }

    synchronized RepeatedFailures.Report report(ParentKey parent, String problem) {
        String before = problems.put(parent, problem);
        if (before != null && !before.equals(problem)) {
            forgetUnlessPresent(before);
        }
        return reports.report(problem);
    }

    synchronized void succeeded(ParentKey parent) {
        String before = problems.remove(parent);
        if (before != null) {
            forgetUnlessPresent(before);
        }
    }

    /** Forgets all failures: the next ones are new. */
    synchronized void forget() {
        problems.values().forEach(reports::forget);
        problems.clear();
    }

    private void forgetUnlessPresent(String problem) {
        if (!problems.containsValue(problem)) {
            reports.forget(problem);
        }
    }
}
