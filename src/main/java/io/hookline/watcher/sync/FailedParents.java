package io.hookline.watcher.sync;

import io.hookline.queue.RepeatedFailures;
import io.hookline.watcher.model.ParentKey;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The parents whose last sync failed, and what went wrong. Equal failures of several parents are one, and it is repaired when no
 * parent has it any more. Thread-safe.
 */
public final class FailedParents {

    private static final int MAX_KINDS = 100;

    /** In the order in which they failed first, so that an example of them stays the same. */
    private final Map<ParentKey, String> problems = new LinkedHashMap<>();

    private final Map<ParentKey, String> denials = new LinkedHashMap<>();
    private final RepeatedFailures<String> reports;

    /**
     * The failed parents.
     *
     * @param example one of the failures
     * @param denied a denied request, if one of them failed for that reason
     */
    public record Summary(int count, Optional<String> example, Optional<String> denied) {}

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

    /** Records which request was denied, if that is why the parent failed. */
    synchronized void denied(ParentKey parent, Optional<String> request) {
        request.ifPresentOrElse(text -> denials.put(parent, text), () -> denials.remove(parent));
    }

    /**
     * The number of failed parents with one of their failures.
     *
     * @param exists whether the controller is still responsible for a parent; others are forgotten
     */
    synchronized Summary summary(Predicate<ParentKey> exists) {
        problems.keySet().stream().filter(exists.negate()).toList().forEach(this::succeeded);
        Optional<String> example =
                problems.entrySet().stream().findFirst().map(first -> first.getKey() + ": " + first.getValue());
        return new Summary(problems.size(), example, denials.values().stream().findFirst());
    }

    synchronized void succeeded(ParentKey parent) {
        denials.remove(parent);
        String before = problems.remove(parent);
        if (before != null) {
            forgetUnlessPresent(before);
        }
    }

    /** Forgets all failures: the next ones are new. */
    synchronized void forget() {
        problems.values().forEach(reports::forget);
        problems.clear();
        denials.clear();
    }

    private void forgetUnlessPresent(String problem) {
        if (!problems.containsValue(problem)) {
            reports.forget(problem);
        }
    }
}
