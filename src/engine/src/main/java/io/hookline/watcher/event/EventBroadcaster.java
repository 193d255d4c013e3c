package io.hookline.watcher.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sends events to the API server, in a thread of its own so that no sync waits for them. Like Metacontroller, it retries for
 * two minutes if the API server cannot be reached, and drops events that do not fit into its queue. Thread-safe.
 */
public final class EventBroadcaster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventBroadcaster.class);
    private static final int CAPACITY = 1000;
    private static final int TRIES = 12;
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final String SOURCE = "metacontroller";

    /** The core/v1 event, which every server has: no discovery is needed to write one. */
    private static final ApiResource EVENTS = new ApiResource(
            "v1", "events", "event", "Event", true, List.of("ev"), List.of(), Set.of("create", "patch"), Set.of());

    /** The object of an event. Only these fields are kept, since objects may be large and events are remembered for long. */
    private record Regarding(
            String apiVersion, String kind, String namespace, String name, String uid, String resourceVersion) {

        static Regarding of(KubeObject object) {
            return new Regarding(
                    object.apiVersion(),
                    object.kind(),
                    object.namespace(),
                    object.name(),
                    object.uid(),
                    object.resourceVersion());
        }

        String eventNamespace() {
            return namespace.isEmpty() ? "default" : namespace;
        }

        @Override
        public String toString() {
            return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
        }
    }

    /** A series of equal events: one Event object in the API server, with a count. Used by the delivering thread only. */
    static final class Series {
        private final Regarding regarding;
        private final Instant first;
        private String name = "";
        private int count;

        Series(KubeObject regarding, Instant first) {
            this.regarding = Regarding.of(regarding);
            this.first = first;
        }
    }

    /** One event to deliver. */
    record Notice(Series series, EventRecorder.Type type, String reason, String message, Instant at) {}

    /** The attempts to deliver one event. Used by the delivering thread only. */
    private static final class Attempt {
        private final Notice notice;
        private int tried;
        private Instant due = Instant.MIN;

        Attempt(Notice notice) {
            this.notice = notice;
            notice.series().count++;
        }
    }

    private final Cluster cluster;
    private final InstantSource clock;

    /** An empty one only wakes the delivering thread. */
    private final BlockingQueue<Optional<Notice>> waiting = new LinkedBlockingQueue<>(CAPACITY);

    private final CountDownLatch closed = new CountDownLatch(1);
    private long created;

    /** The namespaces in which events were refused for a missing right. Used by the delivering thread only. */
    private final Set<String> denied = new HashSet<>();

    private final BooleanSupplier leads;
    private @Nullable Attempt current;
    private @Nullable Thread thread;

    /** Of the only process. */
    public EventBroadcaster(Cluster cluster, InstantSource clock) {
        this(cluster, clock, () -> true);
    }

    /** @param leads whether this process may write now */
    public EventBroadcaster(Cluster cluster, InstantSource clock, BooleanSupplier leads) {
        this.cluster = cluster;
        this.clock = clock;
        this.leads = leads;
    }

    void offer(Notice notice) {
        if (!waiting.offer(Optional.of(notice))) {
            LOG.atDebug().addKeyValue("reason", notice.reason()).log("event dropped: too many are waiting");
        }
    }

    /** Starts the delivery in a new thread. */
    public void start(ThreadFactory threads) {
        thread = threads.newThread(this::run);
        thread.start();
    }

    private void run() {
        try {
            while (isOpen() || current != null || !waiting.isEmpty()) {
                if (current == null) {
                    current = waiting.take().map(Attempt::new).orElse(null);
                } else {
                    awaitEndOr(current.due);
                }
                if (current != null) {
                    attempt(current);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing; events not delivered yet are lost
        }
    }

    private void awaitEndOr(Instant due) throws InterruptedException {
        Duration left = Duration.between(clock.instant(), due);
        if (closed.await(Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS)) {
            LOG.debug("the watcher stops, delivering events for the last time");
        }
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    /** Delivers the events that are due now in the caller's thread, for use without {@link #start}. */
    public void drain() {
        while (current != null || !waiting.isEmpty()) {
            if (current == null) {
                current = waiting.remove().map(Attempt::new).orElse(null);
            }
            if (current == null || clock.instant().isBefore(current.due)) {
                return;
            }
            attempt(current);
        }
    }

    /** Tries to deliver an event once; it is still the current one afterwards if it must be retried. */
    private void attempt(Attempt attempt) {
        current = null;
        attempt.tried++;
        Series series = attempt.notice.series();
        try {
            if (series.name.isEmpty() || !countUp(attempt.notice)) {
                create(attempt.notice);
            }
            denied.remove(series.regarding.eventNamespace());
        } catch (ClusterException e) {
            failed(attempt, e);
        } catch (RuntimeException e) { // a failure on one event must not stop the delivery of others
            LOG.atError().addKeyValue("object", series.regarding).setCause(e).log("event not delivered");
        }
    }

    private void failed(Attempt attempt, ClusterException e) {
        if (isTransient(e) && attempt.tried < TRIES && isOpen()) {
            attempt.due = clock.instant().plus(PAUSE);
            current = attempt;
            return;
        }
        LOG.atLevel(isNews(attempt, e) ? Level.WARN : Level.DEBUG)
                .addKeyValue("object", attempt.notice.series().regarding)
                .addKeyValue("reason", attempt.notice.reason())
                .addKeyValue("error", e.getMessage())
                .addKeyValue("why", whyDropped(attempt, e))
                .log("event not delivered");
    }

    /** Whether there is something to fix that was not logged yet. The next leader reports what is still wrong. */
    private boolean isNews(Attempt attempt, ClusterException e) {
        if (!leads.getAsBoolean()) {
            return false;
        }
        String namespace = attempt.notice.series().regarding.eventNamespace();
        boolean gone = e instanceof ClusterException.NotFound
                || (e instanceof ClusterException.Forbidden refused && refused.isOfTerminatingNamespace());
        if (gone) {
            denied.remove(namespace);
            return false;
        }
        boolean missingRight = e instanceof ClusterException.Forbidden refused && refused.isOfMissingRight();
        return !missingRight || denied.add(namespace);
    }

    private static String whyDropped(Attempt attempt, ClusterException e) {
        if (!isTransient(e)) {
            return "the API server refused it";
        }
        return attempt.tried < TRIES ? "the watcher stops" : "retry limit exceeded";
    }

    private static boolean isTransient(ClusterException e) {
        return switch (e) {
            case ClusterException.Unreachable _,
                    ClusterException.OutcomeUnknown _,
                    ClusterException.Unavailable _,
                    ClusterException.TooManyRequests _ -> true;
            default -> false;
        };
    }

    private boolean countUp(Notice notice) {
        ObjectNode patch = Json.NODES
                .objectNode()
                .put("count", notice.series().count)
                .put("message", notice.message())
                .put("lastTimestamp", time(notice.at()));
        ObjectKey key = new ObjectKey(notice.series().regarding.eventNamespace(), notice.series().name);
        try {
            cluster.patch(EVENTS, key, Patch.merge(patch.toString()), WriteOptions.PLAIN);
            return true;
        } catch (ClusterException.NotFound _) {
            return false; // API servers delete events after an hour
        }
    }

    private void create(Notice notice) {
        Series series = notice.series();
        Regarding regarding = series.regarding;
        // The number makes the names of two events of one object in the same millisecond different.
        String suffix = Long.toHexString(notice.at().toEpochMilli() * 1_000_000L + ++created);
        series.name = regarding.name() + "." + suffix;
        ObjectNode event = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata").put("name", series.name).put("namespace", regarding.eventNamespace());
        event.putObject("involvedObject")
                .put("apiVersion", regarding.apiVersion())
                .put("kind", regarding.kind())
                .put("namespace", regarding.namespace())
                .put("name", regarding.name())
                .put("uid", regarding.uid())
                .put("resourceVersion", regarding.resourceVersion());
        event.put("type", notice.type().text())
                .put("reason", notice.reason())
                .put("message", notice.message())
                .put("count", series.count)
                .put("firstTimestamp", time(series.first))
                .put("lastTimestamp", time(notice.at()));
        event.putObject("source").put("component", SOURCE);
        event.put("reportingComponent", SOURCE).put("reportingInstance", "");
        cluster.create(EVENTS, KubeObject.of(event), WriteOptions.PLAIN);
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Stops; waits up to a second for the delivery of waiting events. */
    @Override
    public void close() {
        closed.countDown();
        var _ = waiting.offer(Optional.empty()); // if it is full, the thread does not wait for an event
        Thread running = thread;
        if (running != null) {
            try {
                if (!running.join(Duration.ofSeconds(1))) {
                    running.interrupt();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
