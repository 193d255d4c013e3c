package io.hookline.local.store;

import io.hookline.cluster.ClusterException;
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
 * Reads the changes of a resource from its log, by position. It has no buffer: if it is polled too rarely, the log
 * drops changes that it has not read, and it expires.
 *
 * <p>It waits in real time, but its timeout and bookmarks follow the given clock: with a manual clock, the next poll
 * notices them.
 */
final class LocalWatch implements Watch {

    private static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);
    private static final Duration BEFORE_END = Duration.ofSeconds(2);
    private static final long SHORTEST_WAIT = Duration.ofMillis(1).toNanos();

    private final Storage storage;
    private final ServedResource resource;
    private final SelectionPredicate predicate;
    private final WatchOptions options;
    private final InstantSource clock;
    private final Iterator<KubeObject> initial;
    private final ResourceTable table;
    private final Instant end;

    private long position;
    private boolean initialBookmarkDue;
    private Instant nextBookmark;
    private boolean ended;

    /** The start of a watch: its initial objects, and the position in the log from which it continues. */
    record Start(List<KubeObject> initial, long position) {}

    LocalWatch(
            Storage storage,
            ServedResource resource,
            SelectionPredicate predicate,
            WatchOptions options,
            InstantSource clock,
            Start start) {
        this.storage = storage;
        this.resource = resource;
        this.predicate = predicate;
        this.options = options;
        this.clock = clock;
        this.initial = start.initial().iterator();
        this.position = start.position();
        this.table = storage.table(resource.table());
        this.initialBookmarkDue = options.bookmarks()
                && (options.sendInitialEvents() || options.resourceVersion().isEmpty());
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
                left -= slice - table.changed().awaitNanos(slice);
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
        if (ended) {
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
        return change != null ? change : timeoutOrBookmark();
    }

    private @Nullable WatchEvent nextChange() {
        EventLog log = table.log();
        if (position < log.first()) {
            ended = true;
            throw ApiErrors.tooOld(lastDroppedRevision(log), storage.compacted());
        }
        while (position < log.next()) {
            WatchEvent event = translate(log.get(position++));
            if (event != null) {
                return event;
            }
        }
        return null;
    }

    private long lastDroppedRevision(EventLog log) {
        return log.first() < log.next() ? log.get(log.first()).revision() - 1 : storage.compacted();
    }

    private @Nullable WatchEvent timeoutOrBookmark() {
        Instant now = clock.instant();
        if (!now.isBefore(end) || table.isRetired()) {
            ended = true;
            return new WatchEvent.Ended();
        }
        return options.bookmarks() && !now.isBefore(nextBookmark) ? bookmark(false) : null;
    }

    /** The last bookmark is sent just before the end, so that the next watch can start from it. */
    private static Instant bookmarkAfter(Instant now, Instant end) {
        Instant regular = now.plus(BOOKMARK_INTERVAL);
        Instant last = end.minus(BEFORE_END);
        return last.isAfter(now) && last.isBefore(regular) ? last : regular;
    }

    private WatchEvent bookmark(boolean endOfInitialEvents) {
        nextBookmark = bookmarkAfter(clock.instant(), end);
        return new WatchEvent.Bookmark(Long.toString(deliveredRevision()), endOfInitialEvents);
    }

    /** The revision up to which all changes have been delivered. */
    private long deliveredRevision() {
        return position < table.log().next() ? table.log().get(position).revision() - 1 : storage.revision();
    }

    /** The event for a change; null if the change does not concern this watch. */
    private @Nullable WatchEvent translate(StoreEvent change) {
        KubeObject before = change.before();
        KubeObject after = change.after();
        boolean was = before != null && predicate.contains(before);
        if (after != null && predicate.contains(after)) {
            return was ? new WatchEvent.Modified(served(after)) : new WatchEvent.Added(served(after));
        }
        return was && before != null ? new WatchEvent.Deleted(served(ObjectTrees.at(before, change.revision()))) : null;
    }

    private KubeObject served(KubeObject object) {
        try {
            return VersionConversion.served(resource, object);
        } catch (ClusterException e) {
            ended = true;
            throw e;
        }
    }

    @Override
    public void close() {
        storage.lock().lock();
        try {
            ended = true;
            table.changed().signalAll();
        } finally {
            storage.lock().unlock();
        }
    }
}
