package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Desired children of one parent that cannot be created, because another object has the name. Their parent is
 * synced again after a growing delay: if the kind of the child is not watched, no event shows that the name is free. Thread-safe.
 */
final class NameConflicts {

    /** The delay before the first retry. */
    static final Duration FIRST = Duration.ofSeconds(1);

    private static final int MAX_DOUBLINGS = 8;

    /** The name of a child, or of the object that has it. */
    record Name(GroupVersionKind kind, ObjectKey key) {
        static Name of(Child child) {
            return new Name(child.kind(), child.key());
        }

        static Name of(KubeObject object) {
            return new Name(object.gvk(), object.key());
        }
    }

    /** How many checks were due so far, when the next one is, and since when the name is taken. */
    private record Checks(int count, Instant next, Instant since) {}

    private final InstantSource clock;
    private final Map<Name, Checks> checks = new HashMap<>();
    private final Map<Name, String> warned = new HashMap<>();

    NameConflicts(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The time until the next check of a child whose name is taken: 1 s, 2 s, 4 s, ... 256 s. A sync that another event
     * causes before that time does not count as a check.
     */
    synchronized Duration untilNextCheck(Child child) {
        Instant now = clock.instant();
        Checks before = checks.getOrDefault(Name.of(child), new Checks(0, now, now));
        if (now.isBefore(before.next())) {
            return Duration.between(now, before.next());
        }
        Duration delay = FIRST.multipliedBy(1L << Math.min(before.count(), MAX_DOUBLINGS));
        checks.put(Name.of(child), new Checks(before.count() + 1, now.plus(delay), before.since()));
        return delay;
    }

    /** For how long the name of a child is known to be taken. */
    synchronized Duration age(Child child) {
        Checks known = checks.get(Name.of(child));
        return known == null ? Duration.ZERO : Duration.between(known.since(), clock.instant());
    }

    /** Keeps the warning about a child; returns whether it is due: one for each conflict. */
    synchronized boolean warnOnce(Child child, String warning) {
        return warned.put(Name.of(child), warning) == null;
    }

    /** The warnings about conflicts that were not over at the last sync. */
    synchronized List<String> warnings() {
        return warned.values().stream().sorted().toList();
    }

    /** For how long the warned conflict that was noticed first has lasted; zero if there is none. */
    synchronized Duration longest() {
        return warned.keySet().stream()
                .flatMap(name -> Stream.ofNullable(checks.get(name)))
                .map(known -> Duration.between(known.since(), clock.instant()))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Forgets the conflicts of all children but these, which are still to be created. */
    synchronized void keepOnly(Collection<Child> missing) {
        if (checks.isEmpty()) {
            return;
        }
        Set<Name> names = missing.stream().map(Name::of).collect(Collectors.toSet());
        checks.keySet().retainAll(names);
        warned.keySet().retainAll(names);
    }
}
