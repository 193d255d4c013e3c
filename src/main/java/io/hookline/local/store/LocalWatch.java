package io.hookline.local.store;

import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a resource's changes from the log, by position. It holds nothing that grows: one that is polled too rarely
 * falls off the log and expires.
 *
 * <p>Waiting is real waiting, but timeout and bookmarks go by the clock: with a manual clock they are noticed by the
 * next poll.
 */
final class LocalWatch implements Watch {

    private static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);
    private static final Duration BEFORE_END = Duration.ofSeconds(2);
    private static final long SHORTEST_WAIT = Duration.ofMillis(1).toNanos();

    private final Storage storage;
    private final ServedResource resource;
    private final SelectionPredicate scope;
    private final WatchOptions options;
    private final InstantSource clock;
    private final Iterator<KubeObject> initial;
    private final ResourceTable shelf;
    private final Instant end;

    private long position;
    private boolean initialBookmarkDue;
    private Instant nextBookmark;
    private boolean over;

    /** Where a watch starts: what it tells first, and from which position of the log it goes on. */
    record Start(List<KubeObject> initial, long position) {}

    LocalWatch(
            Storage storage,
            ServedResource resource,
            SelectionPredicate scope,
            WatchOptions options,
            InstantSource clock,
            Start start) {
        this.storage = storage;
        this.resource = resource;
        this.scope = scope;
        this.options = options;
        this.clock = clock;
        this.initial = start.initial().iterator();
        this.position = start.position();
        this.shelf = storage.shelf(resource.shelf());
        this.initialBookmarkDue = options.sendInitialEvents();
        Instant now = clock.instant();
        this.end = options.timeout().isPositive() ? now.plus(options.timeout()) : Instant.MAX;
        this.nextBookmark = bookmarkAfter(now, end);
    }

    @Override
    public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
        storage.lock().lockInterruptibly();
        try {
            long left = wait.toNanos();
            while (true) {
                WatchEvent event = next();
                if (event != null || left <= 0) {
                    return Optional.ofNullable(event);
                }
                long slice = Math.min(left, untilDue());
                left -= slice - shelf.changed().awaitNanos(slice);
            }
        } finally {
            storage.lock().unlock();
        }
    }

    private long untilDue() {
        Instant due = options.bookmarks() && nextBookmark.isBefore(end) ? nextBookmark : end;
        Duration until = Duration.between(clock.instant(), due);
        boolean soon = until.compareTo(BOOKMARK_INTERVAL) < 0;
        return soon ? Math.max(until.toNanos(), SHORTEST_WAIT) : BOOKMARK_INTERVAL.toNanos();
    }

    private @Nullable WatchEvent next() {
        if (over) {
            return new WatchEvent.Ended();
        }
        if (initial.hasNext()) {
            return new WatchEvent.Added(served(initial.next()));
        }
        if (initialBookmarkDue) {
            initialBookmarkDue = false;
            return bookmark(true);
        }
        WatchEvent change = nextChange();
        return change != null ? change : timed();
    }

    private @Nullable WatchEvent nextChange() {
        EventLog log = shelf.log();
        if (position < log.first()) {
            over = true;
            throw ApiErrors.tooOld(revisionBehind(log), storage.compacted());
        }
        while (position < log.next()) {
            WatchEvent event = translate(log.get(position++));
            if (event != null) {
                return event;
            }
        }
        return null;
    }

    private long revisionBehind(EventLog log) {
        return log.first() < log.next() ? log.get(log.first()).revision() - 1 : storage.compacted();
    }

    private @Nullable WatchEvent timed() {
        Instant now = clock.instant();
        if (!now.isBefore(end) || shelf.isRetired()) {
            over = true;
            return new WatchEvent.Ended();
        }
        return options.bookmarks() && !now.isBefore(nextBookmark) ? bookmark(false) : null;
    }

    /** The last one comes just before the end, so that the next watch starts from there. */
    private static Instant bookmarkAfter(Instant now, Instant end) {
        Instant regular = now.plus(BOOKMARK_INTERVAL);
        Instant last = end.minus(BEFORE_END);
        return last.isAfter(now) && last.isBefore(regular) ? last : regular;
    }

    private WatchEvent bookmark(boolean endOfInitialEvents) {
        nextBookmark = bookmarkAfter(clock.instant(), end);
        return new WatchEvent.Bookmark(Long.toString(told()), endOfInitialEvents);
    }

    /** The revision before the next change to tell. */
    private long told() {
        return position < shelf.log().next() ? shelf.log().get(position).revision() - 1 : storage.revision();
    }

    /** What a change means to this reader, null if nothing. */
    private @Nullable WatchEvent translate(StoreEvent change) {
        KubeObject before = change.before();
        KubeObject after = change.after();
        boolean was = before != null && scope.contains(before);
        if (after != null && scope.contains(after)) {
            return was ? new WatchEvent.Modified(served(after)) : new WatchEvent.Added(served(after));
        }
        return was && before != null ? new WatchEvent.Deleted(served(ObjectTrees.at(before, change.revision()))) : null;
    }

    private KubeObject served(KubeObject object) {
        return VersionConversion.served(resource, object);
    }

    @Override
    public void close() {
        storage.lock().lock();
        try {
            over = true;
            shelf.changed().signalAll();
        } finally {
            storage.lock().unlock();
        }
    }
}
