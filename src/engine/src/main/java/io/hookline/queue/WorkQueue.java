package io.hookline.queue;

import io.hookline.trace.Cause;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which key is processed next. It guarantees:
 *
 * <ul>
 *   <li>Two workers never process one key at the same time.
 *   <li>A key that is added is processed after that. Several adds before that are one; none is lost.
 *   <li>Keys are taken in the order in which they were added, changes before resyncs.
 *   <li>A key that changes very often is slowed down, see {@link #add}.
 * </ul>
 *
 * <p>Thread-safe. Delays are measured on the given clock, which must not run backwards.
 *
 * @param <K> a value with {@code equals} and {@code hashCode}
 */
public final class WorkQueue<K> {

    /**
     * A key to process; {@link #done} must follow.
     *
     * @param causes why it was added, the first few causes only
     * @param failures how often it failed in a row so far
     * @param addedAt since when it waited
     * @param change the first change for which it was added, for logs; null if it was added for other reasons only
     */
    public record Taken<K>(
            K key,
            Causes causes,
            int failures,
            Instant addedAt,
            @Nullable ObservedChange change) {}

    /**
     * Where one key is; a key may be in several places.
     *
     * @param processing since when it is processed; null if it is not
     * @param waiting since when it waits to be processed as soon as possible; null if it does not
     * @param retry when it is tried again; null if it is not
     * @param delayed when it is processed without a change; null if it is not
     * @param why the causes of that; none if it is not
     * @param failures how often it failed in a row
     */
    public record KeyState(
            @Nullable Instant processing,
            @Nullable Instant waiting,
            @Nullable Instant retry,
            @Nullable Instant delayed,
            Causes why,
            int failures) {}

    private final InstantSource clock;
    private final RateLimits<K> limits;
    private final QueueObserver<K> observer;
    private final KeyThrottle<K> throttle = new KeyThrottle<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // A dirty key is one to process as soon as possible. It is in exactly one place: in processing (added again
    // meanwhile, so it is queued again when done), in throttled, or in ready. A delayed key becomes dirty when it is
    // due, even if it is dirty or processed before that. A retry is dropped if its key is processed before it is due.
    private final ProcessingSet<K> processing = new ProcessingSet<>();
    private final DelayedKeys<K> throttled = new DelayedKeys<>();
    private final ReadyQueue<K> ready = new ReadyQueue<>();
    private final DelayedKeys<K> delayed = new DelayedKeys<>();
    private final DelayedKeys<K> retries = new DelayedKeys<>();
    private boolean shutDown;

    /** The one thread that waits until a key is due; the others wait for a signal, so that one key does not wake up all. */
    private @Nullable Thread waitsForDue;

    public WorkQueue(InstantSource clock, RateLimits<K> limits) {
        this(clock, limits, QueueObserver.none());
    }

    /** Creates an empty queue with an observer, for metrics. */
    public WorkQueue(InstantSource clock, RateLimits<K> limits, QueueObserver<K> observer) {
        this.clock = clock;
        this.limits = limits;
        this.observer = observer;
    }

    /**
     * Adds a key, to be processed as soon as possible. If it is being processed now, it is processed again after that. A key
     * that was taken more than five times within a second is taken at intervals of at least 50 ms.
     *
     * @param cause a short constant text, for logs: a reason of its own
     */
    public void add(K key, Priority priority, String cause) {
        add(key, priority, Cause.reason(cause));
    }

    /** The same, with any cause. */
    public void add(K key, Priority priority, Cause cause) {
        run(() -> {
            if (!shutDown) {
                markDirty(key, Pending.of(priority, cause, clock.instant()));
            }
        });
    }

    /**
     * Adds a key after a delay. If the key is delayed already, the earlier one is kept, with its cause. An {@link #add} meanwhile does not
     * cancel the delayed one.
     */
    public void addAfter(K key, Duration delay, Priority priority, String cause) {
        addAfter(key, delay, priority, Cause.reason(cause));
    }

    /** The same, with any cause. */
    public void addAfter(K key, Duration delay, Priority priority, Cause cause) {
        if (!delay.isPositive()) {
            add(key, priority, cause);
            return;
        }
        run(() -> delay(delayed, key, delay, Pending.of(priority, cause, clock.instant())));
    }

    /** Adds a key after a delay, unless it is processed before. Then that outcome decides about the next retry. */
    public void retryAfter(K key, Duration delay, String cause) {
        run(() -> retryIn(key, delay, cause));
    }

    /** Counts a failure of a key and adds it with {@link #retryAfter}, after the delay of its rate limits. Returns the delay. */
    public Duration retry(K key, String cause) {
        return locked(() -> {
            Duration delay = limits.failed(key);
            retryIn(key, delay, cause);
            return delay;
        });
    }

    private void retryIn(K key, Duration delay, String cause) {
        observer.retried(key);
        delay(retries, key, delay, Pending.of(Priority.CHANGE, Cause.continued(cause), clock.instant()));
    }

    /** Resets the failure count of a key: the next failure is its first again. */
    public void forget(K key) {
        run(() -> limits.forget(key));
    }

    /** How often a key failed since the last {@link #forget}. */
    public int failures(K key) {
        return locked(() -> limits.failures(key));
    }

    /** Takes the next key if one is ready; never waits. */
    public Optional<Taken<K>> poll() {
        return locked(this::next);
    }

    /** Takes the next key; waits until one is ready. Empty once the queue is shut down and no key is ready any more. */
    public Optional<Taken<K>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Optional<Taken<K>> taken = next();
            while (taken.isEmpty() && !shutDown) {
                Instant due = earliest();
                if (waitsForDue != null || due == null) {
                    changed.await();
                } else {
                    waitsForDue = Thread.currentThread();
                    try {
                        changed.await(nanosUntil(due), TimeUnit.NANOSECONDS);
                    } finally {
                        // Unless an earlier key makes another thread wait meanwhile.
                        if (Thread.currentThread().equals(waitsForDue)) {
                            waitsForDue = null;
                        }
                    }
                }
                taken = next();
            }
            return taken;
        } finally {
            if (waitsForDue == null && earliest() != null) {
                changed.signal(); // for another thread, which waits until that key is due
            }
            lock.unlock();
        }
    }

    private long nanosUntil(Instant due) {
        return Math.max(1, TimeUnit.NANOSECONDS.convert(Duration.between(clock.instant(), due)));
    }

    /**
     * Ends the processing of a key. If the key was added meanwhile, it is queued again.
     *
     * @throws IllegalStateException if the key is not being processed
     */
    public void done(K key) {
        run(() -> {
            ProcessingSet.Work ended = processing.end(key);
            observer.done(key, Duration.between(ended.since, clock.instant()));
            if (ended.again != null) {
                put(key, ended.again);
            }
        });
    }

    /** Accepts no more keys and drops the delayed ones. Dirty keys are still handed out, then {@link #take} returns empty. */
    public void shutDown() {
        run(() -> {
            shutDown = true;
            delayed.clear();
            retries.clear();
            release(Instant.MAX);
            changed.signalAll();
        });
    }

    /** How many keys are dirty. Keys that are being processed count only if they were added again. */
    public int depth() {
        return locked(() -> ready.size() + throttled.size() + processing.addedAgain());
    }

    /** How many keys are being processed. */
    public int processing() {
        return locked(processing::size);
    }

    /** The present state of the keys that this selects. Takes time in proportion to the dirty keys: for metrics. */
    public QueueState state(Predicate<K> which) {
        return locked(() -> {
            QueueSurvey<K> survey = new QueueSurvey<>(which, clock.instant());
            ready.forEach(survey::waiting);
            throttled.forEach(survey::waiting);
            processing.forEach(survey::processing);
            return survey.state();
        });
    }

    /** Where a key is now. */
    public KeyState find(K key) {
        return locked(() -> {
            DelayedKeys.Delayed<K> slowed = throttled.find(key);
            Pending dirty = slowed == null ? ready.find(key) : slowed.pending();
            DelayedKeys.Delayed<K> later = delayed.find(key);
            DelayedKeys.Delayed<K> again = retries.find(key);
            return new KeyState(
                    processing.since(key),
                    dirty == null ? null : dirty.since(),
                    again == null ? null : again.due(),
                    later == null ? null : later.due(),
                    later == null ? Causes.NONE : later.pending().causes(),
                    limits.failures(key));
        });
    }

    /** How many delayed adds and retries wait; one key may have one of each. */
    public int delayed() {
        return locked(() -> delayed.size() + retries.size());
    }

    /** When the next delayed or throttled key becomes ready; for running a queue without threads. */
    public Optional<Instant> nextDue() {
        return locked(() -> Optional.ofNullable(earliest()));
    }

    private @Nullable Instant earliest() {
        return earlier(earlier(throttled.next(), delayed.next()), retries.next());
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isBefore(one)) ? other : one;
    }

    /** The clock that this queue measures by. */
    public InstantSource clock() {
        return clock;
    }

    /** Makes a key dirty, or adds a cause to a dirty key. */
    private void markDirty(K key, Pending pending) {
        if (processing.contains(key)) {
            if (processing.addAgain(key, pending)) {
                observer.added(key);
            }
        } else if (!ready.merge(key, pending) && !throttled.merge(key, pending)) {
            observer.added(key);
            put(key, pending);
        }
    }

    /** Puts a dirty key where it waits: ready or throttled. */
    private void put(K key, Pending pending) {
        Instant free = throttle.freeAt(key);
        if (!shutDown && free.isAfter(clock.instant())) {
            addTimed(() -> throttled.add(key, free, pending));
        } else {
            ready.append(key, pending);
            changed.signal();
        }
    }

    private void delay(DelayedKeys<K> where, K key, Duration delay, Pending pending) {
        if (!shutDown) {
            addTimed(() -> where.addAfter(key, delay, pending));
        }
    }

    /** Adds a key with a time; if it is due before all others, a thread must wait for this time instead. */
    private void addTimed(Runnable addition) {
        Instant before = earliest();
        addition.run();
        if (!Objects.equals(before, earliest())) {
            waitsForDue = null;
            changed.signal();
        }
    }

    private Optional<Taken<K>> next() {
        Instant now = clock.instant();
        release(now);
        Map.Entry<K, Pending> first = ready.pollFirst();
        if (first == null) {
            return Optional.empty();
        }
        K key = first.getKey();
        processing.begin(key, now);
        retries.remove(key);
        limits.taken(key);
        throttle.taken(key, now);
        if (ready.size() > 0) {
            changed.signal(); // several keys may have become ready with one signal, or with none when they were due
        }
        Pending pending = first.getValue();
        observer.taken(key, Duration.between(pending.since(), now));
        return Optional.of(new Taken<>(key, pending.causes(), limits.failures(key), pending.since(), pending.change()));
    }

    /** Makes the keys ready that are due. */
    private void release(Instant now) {
        throttled.release(now, due -> ready.append(due.key(), due.pending()));
        delayed.release(now, due -> markDirty(due.key(), due.pending().from(due.due())));
        retries.release(now, due -> {
            limits.retryDue(due.key());
            markDirty(due.key(), due.pending().from(due.due()));
        });
    }

    private void run(Runnable action) {
        locked(() -> {
            action.run();
            return true;
        });
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keys that may be taken now, first in, first out within their priority. Changes are taken before resyncs, but at least
     * one key in sixteen is a resync, so that an endless stream of changes does not starve resyncs. Not thread-safe.
     */
    private static final class ReadyQueue<K> {

        private static final int KEYS_PER_RESYNC = 16;

        private final LinkedHashMap<K, Pending> changes = new LinkedHashMap<>();
        private final LinkedHashMap<K, Pending> resyncs = new LinkedHashMap<>();
        private int changesInARow;

        /** Adds a key behind the others of its priority. It must not be in this queue yet. */
        void append(K key, Pending pending) {
            of(pending.priority()).put(key, pending);
        }

        /** Merges into a key of this queue; returns false if the key is not in it. */
        boolean merge(K key, Pending more) {
            if (changes.computeIfPresent(key, (_, known) -> known.and(more)) != null) {
                return true;
            }
            Pending known = resyncs.get(key);
            if (known == null) {
                return false;
            }
            Pending merged = known.and(more);
            if (merged.priority() == Priority.CHANGE) {
                resyncs.remove(key);
            }
            of(merged.priority()).put(key, merged);
            return true;
        }

        /** Takes the next key; null if the queue is empty. */
        Map.@Nullable Entry<K, Pending> pollFirst() {
            boolean resyncIsNext = changes.isEmpty() || changesInARow >= KEYS_PER_RESYNC - 1;
            if (resyncIsNext && !resyncs.isEmpty()) {
                changesInARow = 0;
                return resyncs.pollFirstEntry();
            }
            changesInARow = resyncs.isEmpty() ? 0 : changesInARow + 1;
            return changes.pollFirstEntry();
        }

        /** A key of this queue; null if it is not in it. */
        @Nullable
        Pending find(K key) {
            Pending change = changes.get(key);
            return change == null ? resyncs.get(key) : change;
        }

        void forEach(BiConsumer<K, Pending> action) {
            changes.forEach(action);
            resyncs.forEach(action);
        }

        int size() {
            return changes.size() + resyncs.size();
        }

        private SequencedMap<K, Pending> of(Priority priority) {
            return switch (priority) {
                case CHANGE -> changes;
                case RESYNC -> resyncs;
            };
        }
    }

    /** Keys that wait, each for the earliest time requested for it. Not thread-safe. */
    private static final class DelayedKeys<K> {

        /** Longer delays are shortened to this one: the range of {@link Instant} is limited. */
        private static final Duration LONGEST = Duration.ofDays(36_500);

        /** One waiting key; the number orders the keys that are due at the same instant. */
        record Delayed<K>(K key, Instant due, long number, Pending pending) {}

        private final Map<K, Delayed<K>> byKey = new HashMap<>();
        private final TreeSet<Delayed<K>> byTime = new TreeSet<>(
                Comparator.<Delayed<K>, Instant>comparing(Delayed::due).thenComparingLong(Delayed::number));
        private long lastNumber;

        /** Adds a key; the delay starts when the key began to wait. */
        void addAfter(K key, Duration delay, Pending pending) {
            add(key, pending.since().plus(delay.compareTo(LONGEST) < 0 ? delay : LONGEST), pending);
        }

        void add(K key, Instant due, Pending pending) {
            Delayed<K> known = byKey.get(key);
            if (known == null) {
                put(new Delayed<>(key, due, ++lastNumber, pending));
                return;
            }
            if (due.isAfter(known.due())) {
                return; // what is due later is no cause of what happens before
            }
            byTime.remove(known);
            boolean same = due.equals(known.due());
            put(new Delayed<>(key, due, known.number(), same ? known.pending().and(pending) : pending));
        }

        private void put(Delayed<K> delayed) {
            byKey.put(delayed.key(), delayed);
            byTime.add(delayed);
        }

        /** Merges causes into a key that already waits, without changing its time; returns false if the key does not wait. */
        boolean merge(K key, Pending more) {
            Delayed<K> known = byKey.get(key);
            if (known == null) {
                return false;
            }
            add(key, known.due(), more);
            return true;
        }

        /** Removes the keys that are due and passes them on, the earliest first. */
        void release(Instant now, Consumer<Delayed<K>> to) {
            while (!byTime.isEmpty() && !byTime.first().due().isAfter(now)) {
                Delayed<K> first = byTime.removeFirst();
                byKey.remove(first.key());
                to.accept(first);
            }
        }

        /** Removes a key, if it is present. */
        void remove(K key) {
            Delayed<K> known = byKey.remove(key);
            if (known != null) {
                byTime.remove(known);
            }
        }

        /** When the first key is due; null if there is none. */
        @Nullable
        Instant next() {
            return byTime.isEmpty() ? null : byTime.first().due();
        }

        /** A waiting key; null if it does not wait. */
        @Nullable
        Delayed<K> find(K key) {
            return byKey.get(key);
        }

        void forEach(BiConsumer<K, Pending> action) {
            byKey.forEach((key, delayed) -> action.accept(key, delayed.pending()));
        }

        int size() {
            return byKey.size();
        }

        void clear() {
            byKey.clear();
            byTime.clear();
        }
    }

    /** The keys that workers process, and which of them were added again meanwhile. Not thread-safe. */
    private static final class ProcessingSet<K> {

        /** The processing of one key; {@code again} is null unless the key was added again meanwhile. */
        static final class Work {
            final Instant since;

            @Nullable
            Pending again;

            Work(Instant since) {
                this.since = since;
            }
        }

        private final Map<K, Work> byKey = new HashMap<>();
        private int addedAgain;

        void begin(K key, Instant now) {
            byKey.put(key, new Work(now));
        }

        boolean contains(K key) {
            return byKey.containsKey(key);
        }

        /** Adds a key that is being processed; returns false if it was added again before. */
        boolean addAgain(K key, Pending pending) {
            Work work = byKey.get(key);
            if (work == null) {
                throw new IllegalStateException("the key is not being processed: " + key);
            }
            if (work.again != null) {
                work.again = work.again.and(pending);
                return false;
            }
            work.again = pending;
            addedAgain++;
            return true;
        }

        Work end(K key) {
            Work work = byKey.remove(key);
            if (work == null) {
                throw new IllegalStateException("the key is not being processed: " + key);
            }
            if (work.again != null) {
                addedAgain--;
            }
            return work;
        }

        /** Since when a key is processed; null if it is not. */
        @Nullable
        Instant since(K key) {
            Work work = byKey.get(key);
            return work == null ? null : work.since;
        }

        void forEach(BiConsumer<K, Work> action) {
            byKey.forEach(action);
        }

        int size() {
            return byKey.size();
        }

        int addedAgain() {
            return addedAgain;
        }
    }

    /**
     * Slows down keys that change very often. Once a key was taken more than five times within a second, it is taken at
     * intervals of at least 50 ms, until it changes less often. The first five are not delayed, so a single change never waits.
     *
     * <p>Remembers only keys that were taken within the last second. Not thread-safe.
     */
    private static final class KeyThrottle<K> {

        static final int BURST = 5;
        static final Duration WINDOW = Duration.ofSeconds(1);
        static final Duration INTERVAL = Duration.ofMillis(50);

        /** When each key was taken, the last {@code BURST + 1} times; the key that was taken longest ago comes first. */
        private final LinkedHashMap<K, Deque<Instant>> takenAt = new LinkedHashMap<>();

        /** Records that a key is taken. */
        void taken(K key, Instant now) {
            Deque<Instant> last = takenAt.remove(key);
            if (last == null) {
                last = new ArrayDeque<>(2);
            }
            if (last.size() > BURST) {
                last.removeFirst();
            }
            last.addLast(now);
            takenAt.put(key, last);
            forgetBefore(now.minus(WINDOW));
        }

        /** The earliest time at which the key may be taken; a time in the past means now. */
        Instant freeAt(K key) {
            Deque<Instant> last = takenAt.get(key);
            if (last == null || last.size() <= BURST) {
                return Instant.MIN;
            }
            Instant spaced = last.getLast().plus(INTERVAL);
            Instant calm = last.getFirst().plus(WINDOW);
            return spaced.isBefore(calm) ? spaced : calm;
        }

        private void forgetBefore(Instant limit) {
            Map.Entry<K, Deque<Instant>> eldest = takenAt.firstEntry();
            while (eldest != null && !eldest.getValue().getLast().isAfter(limit)) {
                takenAt.pollFirstEntry();
                eldest = takenAt.firstEntry();
            }
        }
    }

    /** Counts the keys of a queue and measures how long they wait. For one use; not thread-safe. */
    private static final class QueueSurvey<K> {

        private final Predicate<K> which;
        private final Instant now;
        private int waiting;
        private Duration oldest = Duration.ZERO;
        private int processing;
        private Duration unfinished = Duration.ZERO;
        private Duration longest = Duration.ZERO;

        /** @param which selects the keys that count */
        QueueSurvey(Predicate<K> which, Instant now) {
            this.which = which;
            this.now = now;
        }

        void waiting(K key, Pending pending) {
            if (which.test(key)) {
                waiting++;
                oldest = longer(oldest, pending.since());
            }
        }

        void processing(K key, ProcessingSet.Work work) {
            Pending again = work.again;
            if (again != null) {
                waiting(key, again);
            }
            if (which.test(key)) {
                processing++;
                unfinished = unfinished.plus(Duration.between(work.since, now));
                longest = longer(longest, work.since);
            }
        }

        private Duration longer(Duration known, Instant since) {
            Duration other = Duration.between(since, now);
            return known.compareTo(other) >= 0 ? known : other;
        }

        QueueState state() {
            return new QueueState(waiting, oldest, processing, unfinished, longest);
        }
    }

    /**
     * The priority of a waiting key, why it was added, and since when it waits.
     *
     * @param change the first change for which it was added; null if it was added for other reasons only
     */
    private record Pending(
            Priority priority,
            Causes causes,
            Instant since,
            @Nullable ObservedChange change) {

        static Pending of(Priority priority, Cause cause, Instant since) {
            return new Pending(priority, Causes.of(cause), since, ObservedChange.current());
        }

        /** Merges both: the more urgent priority, the causes of both, and the earlier time. */
        Pending and(Pending later) {
            Priority urgent = priority.compareTo(later.priority) <= 0 ? priority : later.priority;
            Causes all = causes.and(later.causes);
            boolean sameChange = change != null || later.change == null;
            return urgent == priority && all.equals(causes) && sameChange
                    ? this
                    : new Pending(urgent, all, since, change == null ? later.change : change);
        }

        /** Copies this with another time since which the key waits. */
        Pending from(Instant time) {
            return new Pending(priority, causes, time, change);
        }
    }
}
