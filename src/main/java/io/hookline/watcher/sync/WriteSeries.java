package io.hookline.watcher.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The writes of one parent and its children that answer nothing but changes of the written objects: how many there were, and how long
 * the next one must wait. Exists only while there are such writes. Not thread-safe.
 */
final class WriteSeries {

    /** A series ends when there was no such write for this time. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    /**
     * So many writes of a field within {@link #WINDOW} are not slowed down. A loop writes 2.5 times a second even behind the client
     * throttle of Metacontroller, and 20 times without one, so it is found within seconds. What is slower than this is no burden that a
     * brake would have to take off.
     */
    static final int MOST = 10;

    /** With the doubling below: three writes in the minute that follows, then fewer. */
    static final Duration FIRST_DELAY = Duration.ofSeconds(8);

    /** A hook that was corrected without notice must not wait much longer until its answer is written. */
    static final Duration LONGEST_DELAY = Duration.ofMinutes(2);

    /** Limits the memory for an object all of whose fields change. */
    private static final int MAX_FIELDS = 16;

    /** The writes of one object. */
    private static final class OfObject {
        private final Map<String, Integer> counts = new LinkedHashMap<>();
        private Instant windowStart;
        private Instant last;
        private Duration delay = Duration.ZERO;
        private Instant next = Instant.MIN;
        private List<String> braked = List.of();
        private boolean held;
        private String message = "";

        OfObject(Instant now) {
            this.windowStart = now;
            this.last = now;
        }

        Optional<String> braked(Collection<String> fields) {
            return braked.stream().filter(fields::contains).findFirst();
        }

        boolean isOver(Instant now) {
            return !now.isBefore((next.isAfter(last) ? next : last).plus(WINDOW));
        }

        void count(Collection<String> fields, Instant now) {
            if (!now.isBefore(windowStart.plus(WINDOW))) {
                counts.clear();
                windowStart = now;
            }
            for (String field : fields) {
                if (counts.containsKey(field) || counts.size() < MAX_FIELDS) {
                    counts.merge(field, 1, Integer::sum);
                }
            }
            braked = counts.entrySet().stream()
                    .filter(each -> each.getValue() >= MOST)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        void waitFor(Duration time, Instant now) {
            delay = time.compareTo(LONGEST_DELAY) < 0 ? time : LONGEST_DELAY;
            next = now.plus(delay);
        }
    }

    private final Map<String, OfObject> objects = new LinkedHashMap<>();
    private long generation;

    /** @param generation of the parent */
    WriteSeries(long generation) {
        this.generation = generation;
    }

    /** Ends all series if the parent has another spec than before. */
    void parent(long now) {
        if (now != generation) {
            generation = now;
            objects.clear();
        }
    }

    /** The same spec has another generation, since our own write of the parent counts as one of the spec. */
    void ownWrite(long now) {
        generation = now;
    }

    /**
     * A write that must wait.
     *
     * @param remaining how long
     * @param field what is written too often
     * @param first whether it is the first of the series
     */
    record Held(Duration remaining, String field, boolean first) {}

    /** Whether the write of these fields of an object must wait; empty if it may be made now. */
    Optional<Held> held(String object, Collection<String> fields, Instant now) {
        OfObject known = objects.get(object);
        Optional<String> field = known == null ? Optional.empty() : known.braked(fields);
        if (known == null || field.isEmpty()) {
            return Optional.empty();
        }
        known.last = now;
        if (!now.isBefore(known.next)) {
            return Optional.empty();
        }
        boolean first = !known.held;
        known.held = true;
        return Optional.of(new Held(Duration.between(now, known.next), field.get(), first));
    }

    /**
     * Records a write.
     *
     * @param counts whether the object itself had changed; otherwise the write only continues a series
     */
    void wrote(String object, Collection<String> fields, boolean counts, Instant now) {
        OfObject known = objects.get(object);
        if (known != null && !known.braked.isEmpty()) {
            if (known.braked(fields).isPresent()) {
                known.last = now;
                known.waitFor(known.delay.multipliedBy(2), now);
            }
        } else if (counts) {
            OfObject counted = objects.computeIfAbsent(object, _ -> new OfObject(now));
            counted.last = now;
            counted.count(fields, now);
            if (!counted.braked.isEmpty()) {
                counted.waitFor(FIRST_DELAY, now);
            }
        }
    }

    /** Keeps what is reported of an object whose writes are slowed down. */
    void report(String object, String message) {
        OfObject known = objects.get(object);
        if (known != null) {
            known.message = message;
        }
    }

    /** Forgets series that are over; returns whether others are left. */
    boolean isRunning(Instant now) {
        objects.values().removeIf(each -> each.isOver(now));
        return !objects.isEmpty();
    }

    /** The objects that have a series. */
    Set<String> objects() {
        return Set.copyOf(objects.keySet());
    }

    /** What was reported. */
    Stream<String> messages() {
        return objects.values().stream().map(each -> each.message).filter(text -> !text.isEmpty());
    }
}
