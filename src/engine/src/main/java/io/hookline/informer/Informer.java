package io.hookline.informer;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.WatchEvent;
import io.hookline.informer.Recovery.Cause;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists a resource once, then watches its changes, into a cache. A state machine: each step is one call to the cluster.
 * Only {@link #stop} ends it: after a failure it backs off, then continues or lists again.
 *
 * <p>One thread steps; {@link #stop}, {@link #retryNow} and the getters are for any thread.
 */
final class Informer {

    private static final Logger LOG = LoggerFactory.getLogger(Informer.class);

    private static final Duration LONG = Duration.ofHours(1);

    /** After a failure, a watch that stays open this long is a success, even without events. */
    private static final Duration RECOVERED_AFTER = Duration.ofSeconds(1);

    private final ApiResource resource;
    private final ListerWatcher source;
    private final InformerOptions options;
    private final InstantSource clock;
    private final InformerHealth health;
    private final StoreUpdater cache;
    private final Semaphore wakeups = new Semaphore(0);
    private final StreamingLists streams;

    private volatile InformerState state;
    private volatile boolean stopped;

    Informer(
            Cluster cluster,
            ApiResource resource,
            InformerKey scope,
            InformerOptions options,
            StreamingLists streams,
            InstantSource clock,
            Jitter jitter) {
        this.resource = resource;
        this.options = options;
        this.cache = new StoreUpdater(options.transform(), clock);
        this.clock = clock;
        this.health = new InformerHealth(resource, options, jitter, clock.instant());
        this.source = new ListerWatcher(cluster, resource, scope, options, clock, jitter, health);
        this.streams = streams;
        this.state = initialState();
    }

    StoreUpdater cache() {
        return cache;
    }

    InformerHealth health() {
        return health;
    }

    Optional<Instant> due() {
        return state.due();
    }

    /** Stops it: no further step has an effect. */
    void stop() {
        stopped = true;
        state.close();
        wakeups.release();
    }

    /** Ends a back-off, if there is one: the cause of the failure is fixed. */
    void retryNow() {
        if (state instanceof InformerState.BackingOff) {
            wakeups.release();
        }
    }

    /** Steps until it is stopped. */
    void run() {
        try {
            while (!stopped) {
                stepOrFail();
            }
        } finally {
            state.close(); // it may have been opened while stop looked
        }
    }

    private void stepOrFail() {
        try {
            step(LONG);
        } catch (InterruptedException _) {
            fail(state, Failure.of(Cause.TRANSIENT, "interrupted"));
        }
    }

    /**
     * Does the next step.
     *
     * @param maxWait maximum time to wait if there is nothing to do
     * @return whether there was something to do
     */
    boolean step(Duration maxWait) throws InterruptedException {
        InformerState now = state;
        if (stopped) {
            return false;
        }
        try {
            return switch (now) {
                case InformerState.Listing listing -> readPage(listing);
                case InformerState.OpeningStream _ -> openStream();
                case InformerState.Streaming streaming -> readStream(streaming, maxWait);
                case InformerState.Reconnecting(String version) -> reconnect(version);
                case InformerState.Connecting(String version) -> connect(version);
                case InformerState.Watching(OpenWatch watch) -> follow(watch, maxWait);
                case InformerState.BackingOff waiting -> backOff(waiting, maxWait);
            };
        } catch (RuntimeException | Error e) {
            fail(now, Failure.of(e));
            return true;
        }
    }

    private InformerState initialState() {
        return streams.shouldTry(resource)
                ? new InformerState.OpeningStream()
                : InformerState.Listing.from(options.pageSize());
    }

    private boolean readPage(InformerState.Listing listing) {
        ObjectList page = source.page(listing);
        if (page.continueToken().isEmpty()) {
            cache.listedLast(page.items(), listing.round());
            health.listed(clock.instant());
            state = new InformerState.Connecting(page.resourceVersion());
        } else {
            cache.listed(page.items(), listing.round());
            state = new InformerState.Listing(listing.round(), page.continueToken(), listing.limit());
        }
        return true;
    }

    private boolean openStream() {
        state = new InformerState.Streaming(source.stream(), new ListRound());
        return true;
    }

    /** A server that was restored from a backup counts versions from there again, and is silent about later ones. */
    private boolean reconnect(String version) {
        String newest = source.newestVersion().orElse("");
        if (ResourceVersions.isBefore(newest, version)) {
            LOG.atWarn()
                    .addKeyValue("resource", resource)
                    .addKeyValue("known", version)
                    .addKeyValue("newest", newest)
                    .log("resourceVersion went backwards, as after a restore of etcd, listing again");
            cache.distrustVersions();
            state = initialState();
        } else {
            state = new InformerState.Connecting(version);
        }
        return true;
    }

    private boolean connect(String version) {
        state = new InformerState.Watching(source.changesAfter(version));
        return true;
    }

    private boolean readStream(InformerState.Streaming streaming, Duration maxWait) throws InterruptedException {
        OpenWatch watch = streaming.watch();
        Optional<WatchEvent> event = watch.poll(maxWait, clock.instant());
        if (event.isPresent()) {
            watch.received(clock.instant());
            health.heard(clock.instant());
            takeInitial(event.get(), streaming);
        } else if (watch.isOverdueAt(clock.instant())) {
            fail(streaming, streams.timedOut(resource));
            return true;
        }
        return event.isPresent();
    }

    private void takeInitial(WatchEvent event, InformerState.Streaming streaming) {
        ListRound round = streaming.round();
        switch (event) {
            case WatchEvent.Added(var object) -> cache.listed(List.of(object), round);
            case WatchEvent.Modified(var object) -> cache.listed(List.of(object), round);
            case WatchEvent.Deleted(var object) -> {
                round.remove(object.key());
                cache.deleted(object);
            }
            case WatchEvent.Bookmark(String version, boolean end) -> {
                if (end) {
                    cache.listedLast(List.of(), round);
                    streams.completed(resource);
                    health.listed(clock.instant());
                    OpenWatch watch = streaming.watch();
                    watch.advanceTo(version);
                    state = new InformerState.Watching(watch.withIdle(options.idle()));
                }
            }
            case WatchEvent.Ended() -> fail(streaming, Failure.of(Cause.TRANSIENT, "the streaming list ended early"));
        }
    }

    private boolean follow(OpenWatch watch, Duration maxWait) throws InterruptedException {
        boolean failing = health.failure().isPresent() && RECOVERED_AFTER.compareTo(maxWait) < 0;
        Optional<WatchEvent> event = watch.poll(failing ? RECOVERED_AFTER : maxWait, clock.instant());
        health.watching(watch.age(clock.instant()));
        if (event.isPresent()) {
            take(event.get(), watch);
        } else if (watch.isOverdueAt(clock.instant())) {
            replace(watch);
            return true;
        }
        return event.isPresent();
    }

    private void take(WatchEvent event, OpenWatch watch) {
        switch (event) {
            case WatchEvent.Added(var object) -> put(object, watch);
            case WatchEvent.Modified(var object) -> put(object, watch);
            case WatchEvent.Deleted(var object) -> {
                cache.deleted(object);
                advance(watch, object.resourceVersion());
            }
            case WatchEvent.Bookmark(String version, boolean _) -> advance(watch, version);
            case WatchEvent.Ended() -> {
                if (watch.isShortLivedAt(clock.instant())) {
                    fail(state, watch.endedAtOnce());
                } else {
                    replace(watch);
                }
            }
        }
    }

    private void put(KubeObject object, OpenWatch watch) {
        cache.changed(object, watch.position());
        advance(watch, object.resourceVersion());
    }

    private void advance(OpenWatch watch, String version) {
        watch.advanceTo(version);
        watch.received(clock.instant());
        health.progress(clock.instant());
    }

    private void replace(OpenWatch watch) {
        watch.close();
        state = new InformerState.Reconnecting(watch.position());
    }

    private boolean backOff(InformerState.BackingOff waiting, Duration maxWait) throws InterruptedException {
        Duration left = Duration.between(clock.instant(), waiting.until());
        long wait = Math.min(left.toNanos(), maxWait.toNanos());
        if (left.isPositive() && !wakeups.tryAcquire(Math.max(0, wait), TimeUnit.NANOSECONDS)) {
            return false;
        }
        state = waiting.next();
        return true;
    }

    /** No exception may end the thread: if the recovery itself fails, the informer starts again after the longest back-off. */
    private void fail(InformerState failed, Failure failure) {
        if (stopped) {
            return;
        }
        try {
            failed.close();
            recover(failed, failure);
        } catch (RuntimeException | Error e) {
            state = new InformerState.BackingOff(clock.instant().plus(options.longestBackoff()), initialState());
            LOG.atError()
                    .addKeyValue("resource", resource)
                    .setCause(e)
                    .log("informer failed while recovering, restarting");
        }
    }

    private void recover(InformerState failed, Failure failure) {
        int attempts = failed.state() == Recovery.State.WATCH ? health.watchFailed(failed.position()) : 0;
        Recovery recovery = Recovery.of(failed.state(), failure.cause(), attempts);
        if (health.mayContinueAtOnce(recovery.delay(), clock.instant())) {
            state = next(recovery, failed);
        } else {
            wakeups.drainPermits();
            Instant until = clock.instant().plus(health.failed(failed.verb(), failure));
            state = new InformerState.BackingOff(until, next(recovery, failed));
        }
    }

    private InformerState next(Recovery recovery, InformerState failed) {
        return switch (recovery.next()) {
            case SAME -> failed.again();
            case RESTART -> initialState();
            case PAGES -> {
                streams.unsupported(resource);
                yield initialState();
            }
            case WHOLE_LIST -> InformerState.Listing.from(0);
        };
    }
}
