package io.hookline.informer;

import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.informer.Recovery.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A watch with its position and the time of its last event. One thread reads it; any thread may close it. */
final class OpenWatch {

    /** A watch that ends sooner than this has failed, even if the server ended it regularly. */
    private static final Duration MIN_LIFETIME = Duration.ofSeconds(1);

    private final Watch watch;
    private final Instant opened;
    private final Instant end;
    private final Duration idle;
    private Instant lastReceived;
    private boolean silent = true;
    private String position;

    /**
     * A watch that was just opened.
     *
     * @param end when the server should have ended it
     * @param idle the longest time without events in a working watch
     */
    OpenWatch(Watch watch, String position, Instant opened, Instant end, Duration idle) {
        this.watch = watch;
        this.position = position;
        this.opened = opened;
        this.lastReceived = opened;
        this.end = end;
        this.idle = idle;
    }

    /** Returns the same watch with the idle time that holds after its initial events. */
    OpenWatch withIdle(Duration otherIdle) {
        OpenWatch same = new OpenWatch(watch, position, opened, end, otherIdle);
        same.lastReceived = lastReceived;
        same.silent = silent;
        return same;
    }

    Optional<WatchEvent> poll(Duration maxWait, Instant now) throws InterruptedException {
        Duration left = Duration.between(now, due());
        Duration wait = left.compareTo(maxWait) < 0 ? left : maxWait;
        return watch.poll(wait.isNegative() ? Duration.ZERO : wait);
    }

    void received(Instant now) {
        lastReceived = now;
        silent = false;
    }

    /** Records that all events up to this version were received. */
    void advanceTo(String resourceVersion) {
        if (!resourceVersion.isEmpty() && !ResourceVersions.isBefore(resourceVersion, position)) {
            position = resourceVersion;
        }
    }

    /** The version after which the next watch continues. */
    String position() {
        return position;
    }

    /** When the watch must be replaced if no event arrives before. */
    Instant due() {
        Instant silence = lastReceived.plus(idle);
        return silence.isBefore(end) ? silence : end;
    }

    boolean isOverdueAt(Instant now) {
        return !now.isBefore(due());
    }

    /** Whether it was open for so short a time that its end counts as a failure. */
    boolean isShortLivedAt(Instant now) {
        return now.isBefore(opened.plus(MIN_LIFETIME));
    }

    /**
     * Some servers report an expired version this way. If events had arrived, it is a failure too: reopening without
     * delay would loop.
     */
    Failure endedAtOnce() {
        return Failure.of(silent ? Cause.EXPIRED : Cause.TRANSIENT, "the watch ended at once");
    }

    /** How long it has been open. */
    Duration age(Instant now) {
        return Duration.between(opened, now);
    }

    void close() {
        watch.close();
    }
}
