package io.hookline.watcher.sync;

import io.hookline.object.MessageText;
import io.hookline.queue.RepeatedFailures;
import io.hookline.watcher.model.ParentKey;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parents whose last sync failed, and what went wrong. Equal failures of several parents are one, and it is repaired when no
 * parent has it any more. A hook whose failures all differ has a limited number of them; further ones count as one. Thread-safe.
 */
public final class FailedParents {

    /** How many failures of one hook are counted separately. */
    static final int MAX_DIFFERENT = 10;

    private static final int MAX_KINDS = 100;

    /** Names in messages: {@code can't create ConfigMap default/a}, and {@code configmaps "a" not found} of the API server. */
    private static final Pattern NAMES = Pattern.compile("(?<=\\b[A-Z][A-Za-z]{0,62} )[a-z0-9-]+/[A-Za-z0-9.:_-]+\\b"
            + "|(?<=\\bcan't [a-z]{1,12} [A-Z][A-Za-z]{0,62} )[A-Za-z0-9.:_-]+\\b"
            + "|(?<= )\"[A-Za-z0-9.:_-]+\"(?= (is|not|already) )");

    /** In the order in which they failed first, so that an example of them stays the same. */
    private final Map<ParentKey, Failed> failing = new LinkedHashMap<>();

    private final Map<Failure, Affected> present = new LinkedHashMap<>();
    private final Map<ParentKey, String> denials = new LinkedHashMap<>();
    private final Map<ParentKey, String> held = new LinkedHashMap<>();
    private final RepeatedFailures<Failure> reports;
    private volatile Runnable worse = () -> {};

    /**
     * The failed parents.
     *
     * @param example one of the failures
     * @param denied a denied request, if one of them failed for that reason
     * @param held the held deletions of one of them
     */
    public record Summary(int count, Optional<String> example, Optional<String> denied, Optional<String> held) {}

    FailedParents(InstantSource clock) {
        this.reports = new RepeatedFailures<>(clock, MAX_KINDS);
    }

    /**
     * What went wrong.
     *
     * @param hook the type of the hook that failed; empty if the sync failed in another way
     * @param problem without the names of objects; empty for failures beyond those that are counted separately
     */
    record Failure(String hook, String problem) {

        /** Whether it stands for different failures, which have only the hook in common. */
        boolean isMixed() {
            return problem.isEmpty();
        }
    }

    /**
     * What to report about a failed sync.
     *
     * @param parents how many parents have this failure now
     */
    record Report(Failure failure, RepeatedFailures.Report what, int parents) {}

    /**
     * A failure that no parent has any more.
     *
     * @param times how often it happened
     */
    record Recovery(String hook, String lastProblem, int times) {}

    /** The length of the text that is kept for each failing parent: as much as a condition has room for, or less. */
    private static final int MAX_KEPT = 1024;

    /** A parent's own words: equal failures name other children. */
    private record Failed(Failure failure, String problem) {}

    private static final class Affected {
        private int parents;
        private int times;
        private String lastProblem = "";
        private String kept = "";
        private boolean former;
    }

    /** Runs an action when a parent fails, or a request is denied, while none was before. */
    void whenWorse(Runnable action) {
        worse = action;
    }

    /** Records which request was denied, if that is why the parent failed. */
    void denied(ParentKey parent, Optional<String> request) {
        boolean first;
        synchronized (this) {
            first = denials.isEmpty() && request.isPresent();
            request.ifPresentOrElse(text -> denials.put(parent, text), () -> denials.remove(parent));
        }
        if (first) {
            worse.run();
        }
    }

    /** Records which deletions are held, if that is why the parent failed. */
    synchronized void held(ParentKey parent, Optional<String> deletions) {
        deletions.ifPresentOrElse(text -> held.put(parent, parent + ": " + text), () -> held.remove(parent));
    }

    /**
     * The number of failed parents with one of their failures.
     *
     * @param exists whether the controller is still responsible for a parent; others are forgotten
     */
    synchronized Summary summary(Predicate<ParentKey> exists) {
        failing.keySet().stream().filter(exists.negate()).toList().forEach(this::succeeded);
        Optional<String> example = failing.entrySet().stream()
                .findFirst()
                .map(first -> first.getKey() + ": " + first.getValue().problem());
        return new Summary(
                failing.size(),
                example,
                denials.values().stream().findFirst(),
                held.values().stream().findFirst());
    }

    /**
     * Counts a failed sync. Failures that differ only in the names of objects, such as that of a child, are equal.
     */
    Report report(ParentKey parent, String hook, String problem) {
        boolean first;
        Report report;
        synchronized (this) {
            first = failing.isEmpty();
            report = add(parent, hook, problem);
        }
        if (first) {
            worse.run();
        }
        return report;
    }

    private Report add(ParentKey parent, String hook, String problem) {
        Failure failure = known(hook, withoutNames(problem));
        Affected affected = present.computeIfAbsent(failure, _ -> new Affected());
        if (!problem.equals(
                affected.lastProblem)) { // as of all parents while a hook server is down, which share one text
            affected.lastProblem = problem;
            affected.kept = MessageText.shortened(problem, MAX_KEPT);
        }
        Failed before = failing.put(parent, new Failed(failure, affected.kept));
        affected.former = false;
        affected.times++;
        if (before == null || !failure.equals(before.failure())) {
            affected.parents++;
            leave(before);
        }
        return new Report(failure, reports.report(failure), affected.parents);
    }

    /** A sync succeeded; returns the failure that ended with it, if this was the last parent that had it. */
    synchronized Optional<Recovery> succeeded(ParentKey parent) {
        denials.remove(parent);
        held.remove(parent);
        return leave(failing.remove(parent));
    }

    /** Reports all failures in full again. The parents still have them, so that their repair is known. */
    synchronized void reportAgain() {
        present.keySet().forEach(reports::forget);
        present.values().forEach(each -> each.former = true);
    }

    /** The children of different parents have different names, also if they fail for one reason. */
    private static String withoutNames(String problem) {
        return NAMES.matcher(problem).replaceAll("*");
    }

    private Failure known(String hook, String problem) {
        Failure exact = new Failure(hook, problem);
        long different = present.entrySet().stream()
                .filter(each -> !each.getValue().former)
                .map(Map.Entry::getKey)
                .filter(each -> each.hook().equals(hook) && !each.isMixed())
                .count();
        return present.containsKey(exact) || different < MAX_DIFFERENT ? exact : new Failure(hook, "");
    }

    private Optional<Recovery> leave(@Nullable Failed failed) {
        if (failed == null) {
            return Optional.empty();
        }
        Failure failure = failed.failure();
        Affected affected = present.get(failure);
        if (affected == null || --affected.parents > 0) {
            return Optional.empty();
        }
        present.remove(failure);
        reports.forget(failure);
        return Optional.of(new Recovery(failure.hook(), affected.lastProblem, affected.times));
    }
}
