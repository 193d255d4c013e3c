package io.hookline.queue;

import io.hookline.trace.Cause;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
     * @param why the cause of that; empty if there is none
     * @param failures how often it failed in a row
     */
    public record KeyState(
            @Nullable Instant processing,
            @Nullable Instant waiting,
            @Nullable Instant retry,
            @Nullable Instant delayed,
            String why,
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
                changed.await(nanosUntilDue(), TimeUnit.NANOSECONDS);
                taken = next();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private long nanosUntilDue() {
        return nextDue()
                .map(due -> Math.max(1, TimeUnit.NANOSECONDS.convert(Duration.between(clock.instant(), due))))
                .orElse(Long.MAX_VALUE);
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
                    later == null ? "" : later.pending().causes().toString(),
                    limits.failures(key));
        });
    }

    /** How many delayed adds and retries wait; one key may have one of each. */
    public int delayed() {
        return locked(() -> delayed.size() + retries.size());
    }

    /** When the next delayed or throttled key becomes ready; for running a queue without threads. */
    public Optional<Instant> nextDue() {
        return locked(() -> Stream.of(throttled, delayed, retries)
                .flatMap(each -> each.next().stream())
                .min(Comparator.naturalOrder()));
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
            throttled.add(key, free, pending);
        } else {
            ready.append(key, pending);
        }
        changed.signal();
    }

    private void delay(DelayedKeys<K> where, K key, Duration delay, Pending pending) {
        if (!shutDown) {
            where.addAfter(key, delay, pending);
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
}
