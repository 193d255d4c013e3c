package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Which key is worked on next. It promises:
 *
 * <ul>
 *   <li>A key is never worked on twice at the same time.
 *   <li>A key that is added is worked on after that, however often it was added before or meanwhile: adds collapse, none
 *       is lost.
 *   <li>Keys are served in the order in which they came, changes before resyncs.
 *   <li>A stormy key is slowed down, see {@link #add}.
 * </ul>
 *
 * <p>Thread-safe. Delays are measured on the clock that is handed in, which must not run backwards.
 *
 * @param <K> a value with {@code equals} and {@code hashCode}
 */
public final class WorkQueue<K> {

    /**
     * A key to work on; {@link #done} must follow.
     *
     * @param causes why it was added; for explaining, never for deciding, and only the first few
     * @param failures how often it failed in a row so far
     * @param addedAt since when it waited
     */
    public record Taken<K>(K key, Set<String> causes, int failures, Instant addedAt) {}

    private final InstantSource clock;
    private final RateLimits<K> limits;
    private final QueueObserver<K> observer;
    private final KeyThrottle<K> pace = new KeyThrottle<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // A dirty key, one that is to be worked on now, is in exactly one place: being processed, where it comes back when
    // done; held back by its pace; or in line. A delayed key is to become dirty at its time, whatever else it is; one
    // that is only tried again, unless it is processed before that.
    private final ProcessingSet<K> processing = new ProcessingSet<>();
    private final DelayedKeys<K> held = new DelayedKeys<>();
    private final ReadyQueue<K> line = new ReadyQueue<>();
    private final DelayedKeys<K> delayed = new DelayedKeys<>();
    private final DelayedKeys<K> retries = new DelayedKeys<>();
    private boolean shutDown;

    /** A queue that nobody observes. */
    public WorkQueue(InstantSource clock, RateLimits<K> limits) {
        this(clock, limits, new QueueObserver<>() {});
    }

    /** A queue whose observer is told what happens. */
    public WorkQueue(InstantSource clock, RateLimits<K> limits, QueueObserver<K> observer) {
        this.clock = clock;
        this.limits = limits;
        this.observer = observer;
    }

    /**
     * Wants a key to be worked on: now, when the present work on it is done, or when its pace allows. A key that was
     * taken more than five times within a second is taken at intervals of at least 50 ms.
     *
     * @param cause a short constant text, for explaining
     */
    public void add(K key, Priority priority, String cause) {
        run(() -> {
            if (!shutDown) {
                want(key, Pending.of(priority, cause, clock.instant()));
            }
        });
    }

    /**
     * Wants a key to be worked on after a delay. If it waits for a time already, the earlier one counts; an {@link #add}
     * meanwhile does not make it void.
     */
    public void addAfter(K key, Duration delay, Priority priority, String cause) {
        if (!delay.isPositive()) {
            add(key, priority, cause);
            return;
        }
        run(() -> delay(delayed, key, delay, Pending.of(priority, cause, clock.instant())));
    }

    /** Wants a key to be worked on after a delay, unless it is worked on before: then that is to say what follows. */
    public void retryAfter(K key, Duration delay, String cause) {
        run(() -> delay(retries, key, delay, Pending.of(Priority.CHANGE, cause, clock.instant())));
    }

    /** Counts a failure of a key, and wants it again as {@link #retryAfter} after the delay that the rate limits give it. */
    public void retry(K key, String cause) {
        run(() -> {
            Duration delay = limits.failed(key);
            delay(retries, key, delay, Pending.of(Priority.CHANGE, cause, clock.instant()));
            observer.retried(key, delay);
        });
    }

    /** Ends a key's series of failures: the next one is its first again. */
    public void forget(K key) {
        run(() -> limits.forget(key));
    }

    /** How often a key failed since it was forgotten last. */
    public int failures(K key) {
        return locked(() -> limits.failures(key));
    }

    /** The next key if there is one now; never waits. */
    public Optional<Taken<K>> poll() {
        return locked(this::next);
    }

    /**
     * The next key, as soon as there is one.
     *
     * @return empty once the queue is shut down and nobody is in line any more
     */
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
     * Ends the work on a key. If it was added meanwhile, it comes back.
     *
     * @throws IllegalStateException if nobody works on it
     */
    public void done(K key) {
        run(() -> {
            ProcessingSet.Turn turn = processing.end(key);
            observer.done(key, Duration.between(turn.since, clock.instant()));
            if (turn.again != null) {
                put(key, turn.again);
            }
        });
    }

    /**
     * Takes no more keys in and drops the delayed ones. What is dirty is still handed out, then {@link #take} returns
     * empty.
     */
    public void shutDown() {
        run(() -> {
            shutDown = true;
            delayed.clear();
            retries.clear();
            release(Instant.MAX);
            changed.signalAll();
        });
    }

    /** How many keys are dirty: to be worked on as soon as possible. Keys being worked on count only if added again. */
    public int depth() {
        return locked(() -> line.size() + held.size() + processing.wantedAgain());
    }

    /** How many keys are being worked on. */
    public int processing() {
        return locked(processing::size);
    }

    /** How many times that were asked for are waited for: one or two of a key. */
    public int delayed() {
        return locked(() -> delayed.size() + retries.size());
    }

    /** When the next key comes in line by itself; for driving a queue by hand. */
    public Optional<Instant> nextDue() {
        return locked(() -> Stream.of(held, delayed, retries)
                .flatMap(each -> each.next().stream())
                .min(Comparator.naturalOrder()));
    }

    /** For how long all keys that are being worked on have been so, added up. */
    public Duration unfinishedWork() {
        return locked(() -> processing.ages(clock.instant()).reduce(Duration.ZERO, Duration::plus));
    }

    /** For how long the key that takes longest has been worked on; zero if there is none. */
    public Duration longestRunning() {
        return locked(
                () -> processing.ages(clock.instant()).max(Duration::compareTo).orElse(Duration.ZERO));
    }

    /** The clock that this queue measures by. */
    public InstantSource clock() {
        return clock;
    }

    /** Makes a key dirty, or gives a dirty one another cause. */
    private void want(K key, Pending pending) {
        boolean added = processing.contains(key)
                ? processing.wantAgain(key, pending)
                : !line.merge(key, pending) && !held.merge(key, pending) && put(key, pending);
        if (added) {
            observer.added(key);
        }
    }

    /** Gives a key its place that has none; always true. */
    private boolean put(K key, Pending pending) {
        Instant free = pace.freeAt(key);
        if (!shutDown && free.isAfter(clock.instant())) {
            held.add(key, free, pending);
        } else {
            line.append(key, pending);
        }
        changed.signal();
        return true;
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
        Map.Entry<K, Pending> first = line.pollFirst();
        if (first == null) {
            return Optional.empty();
        }
        K key = first.getKey();
        processing.begin(key, now);
        retries.remove(key);
        pace.taken(key, now);
        if (line.size() > 0) {
            changed.signal(); // several may have come in line by one signal, or by none when their time came
        }
        Pending pending = first.getValue();
        observer.taken(key, Duration.between(pending.since(), now));
        return Optional.of(new Taken<>(key, pending.causes(), limits.failures(key), pending.since()));
    }

    /** Moves keys in line whose time has come. */
    private void release(Instant now) {
        held.release(now, due -> line.append(due.key(), due.pending()));
        delayed.release(now, due -> want(due.key(), due.pending().from(due.due())));
        retries.release(now, due -> want(due.key(), due.pending().from(due.due())));
    }

    private void run(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
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
