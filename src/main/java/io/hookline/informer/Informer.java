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
 * Lists once, then follows the changes, into a cache; a state machine whose every step is one call to the cluster.
 * Nothing but {@link #stop} ends it: after a failure it rests, and goes on where it was, or lists again.
 *
 * <p>One thread steps; {@link #stop}, {@link #hurry} and the questions are for any thread.
 */
final class Informer {

    private static final Logger LOG = LoggerFactory.getLogger(Informer.class);

    private static final Duration LONG = Duration.ofHours(1);

    /** A watch that lives for so long after trouble is the end of it, though nothing may happen for long. */
    private static final Duration RELIEF = Duration.ofSeconds(1);

    private final ApiResource resource;
    private final Source source;
    private final InformerOptions options;
    private final InstantSource clock;
    private final InformerHealth health;
    private final Cache cache = new Cache();
    private final Semaphore woken = new Semaphore(0);

    private final StreamingLists streams;

    private volatile InformerState phase;
    private volatile boolean stopped;

    Informer(
            Cluster cluster,
            ApiResource resource,
            InformerOptions options,
            StreamingLists streams,
            InstantSource clock,
            Jitter jitter) {
        this.resource = resource;
        this.source = new Source(cluster, resource, options, clock, jitter);
        this.options = options;
        this.clock = clock;
        this.health = new InformerHealth(resource, options, jitter);
        this.streams = streams;
        this.phase = beginning();
    }

    Cache cache() {
        return cache;
    }

    Optional<String> trouble() {
        return health.trouble();
    }

    void whenTroubled(Runnable action) {
        health.troubled().whenHere(action);
    }

    Optional<Instant> due() {
        return phase.due();
    }

    /** Ends it: no further step does anything. */
    void stop() {
        stopped = true;
        phase.close();
        woken.release();
    }

    /** Ends its rest, if it has one: what it failed on has got better. */
    void hurry() {
        if (phase instanceof InformerState.Resting) {
            woken.release();
        }
    }

    /** Steps until it is stopped. */
    void run() {
        try {
            while (!stopped) {
                stepPatiently();
            }
        } finally {
            phase.close(); // it may have been opened while stop looked
        }
    }

    private void stepPatiently() {
        try {
            step(LONG);
        } catch (InterruptedException _) {
            fail(phase, Failure.of(Cause.TRANSIENT, "interrupted"));
        }
    }

    /**
     * Does the next thing.
     *
     * @param patience how long to wait at most if there is nothing to do
     * @return whether there was something to do
     */
    boolean step(Duration patience) throws InterruptedException {
        InformerState now = phase;
        if (stopped) {
            return false;
        }
        try {
            return switch (now) {
                case InformerState.Listing listing -> readPage(listing);
                case InformerState.OpeningStream _ -> openStream();
                case InformerState.Streaming streaming -> readStream(streaming, patience);
                case InformerState.Connecting(String version) -> connect(version);
                case InformerState.Watching(OpenWatch watch) -> follow(watch, patience);
                case InformerState.Resting resting -> rest(resting, patience);
            };
        } catch (RuntimeException | Error e) {
            fail(now, Failure.of(e));
            return true;
        }
    }

    private InformerState beginning() {
        return streams.areWorthAsking(resource)
                ? new InformerState.OpeningStream()
                : InformerState.Listing.from(options.pageSize());
    }

    private boolean readPage(InformerState.Listing listing) {
        ObjectList page = source.page(listing);
        if (page.continueToken().isEmpty()) {
            cache.listedLast(page.items(), listing.round());
            health.listed(clock.instant());
            phase = new InformerState.Connecting(page.resourceVersion());
        } else {
            cache.listed(page.items(), listing.round());
            phase = new InformerState.Listing(listing.round(), page.continueToken(), listing.limit());
        }
        return true;
    }

    private boolean openStream() {
        phase = new InformerState.Streaming(source.stream(), new ListRound());
        return true;
    }

    private boolean connect(String version) {
        phase = new InformerState.Watching(source.changesAfter(version));
        return true;
    }

    private boolean readStream(InformerState.Streaming streaming, Duration patience) throws InterruptedException {
        OpenWatch watch = streaming.watch();
        Optional<WatchEvent> event = watch.poll(patience, clock.instant());
        if (event.isPresent()) {
            watch.hear(clock.instant());
            takeInitial(event.get(), streaming);
        } else if (watch.isOverdueAt(clock.instant())) {
            fail(streaming, streams.silence(resource));
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
                round.lost(object.key());
                cache.deleted(object);
            }
            case WatchEvent.Bookmark(String version, boolean end) -> {
                if (end) {
                    cache.listedLast(List.of(), round);
                    streams.came(resource);
                    health.listed(clock.instant());
                    OpenWatch watch = streaming.watch();
                    watch.reach(version);
                    phase = new InformerState.Watching(watch.goingOn(options.idle()));
                }
            }
            case WatchEvent.Ended() -> fail(streaming, Failure.of(Cause.TRANSIENT, "the streaming list broke off"));
        }
    }

    private boolean follow(OpenWatch watch, Duration patience) throws InterruptedException {
        boolean mayRelieve = health.trouble().isPresent() && RELIEF.compareTo(patience) < 0;
        Optional<WatchEvent> event = watch.poll(mayRelieve ? RELIEF : patience, clock.instant());
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
                if (watch.isYoungAt(clock.instant())) {
                    fail(phase, watch.endedAtOnce());
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
        watch.reach(version);
        watch.hear(clock.instant());
        health.progress();
    }

    private void replace(OpenWatch watch) {
        watch.close();
        phase = new InformerState.Connecting(watch.position());
    }

    private boolean rest(InformerState.Resting resting, Duration patience) throws InterruptedException {
        Duration left = Duration.between(clock.instant(), resting.until());
        long wait = Math.min(left.toNanos(), patience.toNanos());
        if (left.isPositive() && !woken.tryAcquire(Math.max(0, wait), TimeUnit.NANOSECONDS)) {
            return false;
        }
        phase = resting.next();
        return true;
    }

    /** Nothing may end the thread: if even the recovery fails, it begins again after a long rest. */
    private void fail(InformerState failed, Failure failure) {
        if (stopped) {
            return;
        }
        try {
            failed.close();
            recover(failed, failure);
        } catch (RuntimeException | Error e) {
            phase = new InformerState.Resting(clock.instant().plus(options.longestBackoff()), beginning());
            LOG.atError()
                    .addKeyValue("resource", resource)
                    .setCause(e)
                    .log("informer failed while recovering, restarting");
        }
    }

    private void recover(InformerState failed, Failure failure) {
        Recovery recovery = Recovery.of(failed.state(), failure.cause());
        if (health.mayContinueAtOnce(recovery.delay(), clock.instant())) {
            phase = next(recovery, failed);
        } else {
            woken.drainPermits();
            Instant until = clock.instant().plus(health.failed(failed.verb(), failure));
            phase = new InformerState.Resting(until, next(recovery, failed));
        }
    }

    private InformerState next(Recovery recovery, InformerState failed) {
        return switch (recovery.next()) {
            case SAME -> failed.again();
            case RESTART -> beginning();
            case PAGES -> {
                streams.refused(resource);
                yield beginning();
            }
            case WHOLE_LIST -> InformerState.Listing.from(0);
        };
    }
}
