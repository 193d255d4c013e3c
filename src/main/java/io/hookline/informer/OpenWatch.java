package io.hookline.informer;

import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.informer.Recovery.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A watch, how far it has come, and when it was heard last. One thread reads it; any thread may close it. */
final class OpenWatch {

    /** A watch that ends sooner than this failed, whatever the server calls it. */
    private static final Duration YOUTH = Duration.ofSeconds(1);

    private final Watch watch;
    private final Instant opened;
    private final Instant end;
    private final Duration idle;
    private Instant heard;
    private boolean silent = true;
    private String position;

    /**
     * A watch that was just opened.
     *
     * @param end when it should have been ended by the server
     * @param idle the longest silence of a live watch
     */
    OpenWatch(Watch watch, String position, Instant opened, Instant end, Duration idle) {
        this.watch = watch;
        this.position = position;
        this.opened = opened;
        this.heard = opened;
        this.end = end;
        this.idle = idle;
    }

    /** This one from its initial objects on: with another patience. */
    OpenWatch goingOn(Duration otherIdle) {
        OpenWatch same = new OpenWatch(watch, position, opened, end, otherIdle);
        same.heard = heard;
        same.silent = silent;
        return same;
    }

    Optional<WatchEvent> poll(Duration patience, Instant now) throws InterruptedException {
        Duration left = Duration.between(now, due());
        Duration wait = left.compareTo(patience) < 0 ? left : patience;
        return watch.poll(wait.isNegative() ? Duration.ZERO : wait);
    }

    void hear(Instant now) {
        heard = now;
        silent = false;
    }

    /** Notes that everything up to this version has been told. */
    void reach(String resourceVersion) {
        if (!resourceVersion.isEmpty() && !ResourceVersions.isBefore(resourceVersion, position)) {
            position = resourceVersion;
        }
    }

    /** After which version the next watch goes on. */
    String position() {
        return position;
    }

    /** When it is to be replaced if nothing comes until then. */
    Instant due() {
        Instant silence = heard.plus(idle);
        return silence.isBefore(end) ? silence : end;
    }

    boolean isOverdueAt(Instant now) {
        return !now.isBefore(due());
    }

    /** Whether it has been open for so short a time that its end now is no orderly one. */
    boolean isYoungAt(Instant now) {
        return now.isBefore(opened.plus(YOUTH));
    }

    /** Some servers say 410 in this way. One that told something first must not be opened again and again either. */
    Failure endedAtOnce() {
        return Failure.of(silent ? Cause.EXPIRED : Cause.TRANSIENT, "the watch ended at once");
    }

    /** For how long it has been open. */
    Duration age(Instant now) {
        return Duration.between(opened, now);
    }

    void close() {
        watch.close();
    }
}
