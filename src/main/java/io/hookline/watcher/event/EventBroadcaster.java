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
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Carries events to the server, on a thread of its own so that no sync ever waits for them. As upstream does, it tries again
 * for two minutes where the server cannot be reached, and drops what does not fit into the queue meanwhile. Thread-safe.
 */
public final class EventBroadcaster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventBroadcaster.class);
    private static final int CAPACITY = 1000;
    private static final int TRIES = 12;
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final String TERMINATING = "because it is being terminated";
    private static final String SOURCE = "metacontroller";

    /** The core/v1 event, which every server has: no discovery is needed to write one. */
    private static final ApiResource EVENTS = new ApiResource(
            "v1", "events", "event", "Event", true, List.of("ev"), List.of(), Set.of("create", "patch"), Set.of());

    /** Whom events are about. The object itself may be large, and is remembered long after its cache has dropped it. */
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

    /** Equal events share one object on the server, which counts them. Used by the delivering thread only. */
    static final class Sighting {
        private final Regarding regarding;
        private final Instant first;
        private String name = "";
        private int count;

        Sighting(KubeObject regarding, Instant first) {
            this.regarding = Regarding.of(regarding);
            this.first = first;
        }
    }

    /** One event to tell. */
    record Notice(Sighting sighting, EventRecorder.Type type, String reason, String message, Instant at) {}

    /** One event on its way. Used by the delivering thread only. */
    private static final class Attempt {
        private final Notice notice;
        private int tried;
        private Instant due = Instant.MIN;

        Attempt(Notice notice) {
            this.notice = notice;
            notice.sighting().count++;
        }
    }

    private final Cluster cluster;
    private final InstantSource clock;
    private final BlockingQueue<Notice> waiting = new LinkedBlockingQueue<>(CAPACITY);
    private final CountDownLatch closed = new CountDownLatch(1);
    private long created;
    private @Nullable Attempt current;
    private @Nullable Thread thread;

    public EventBroadcaster(Cluster cluster, InstantSource clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    void offer(Notice notice) {
        if (!waiting.offer(notice)) {
            LOG.atDebug().addKeyValue("reason", notice.reason()).log("event dropped: too many are waiting");
        }
    }

    /** Starts delivering. */
    public void start(ThreadFactory threads) {
        thread = threads.newThread(this::run);
        thread.start();
    }

    private void run() {
        try {
            while (isOpen() || current != null || !waiting.isEmpty()) {
                if (current == null) {
                    Notice next = waiting.poll(200, TimeUnit.MILLISECONDS);
                    current = next == null ? null : new Attempt(next);
                } else {
                    awaitEndOr(current.due);
                }
                if (current != null) {
                    attempt(current);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing; what is left is lost
        }
    }

    private void awaitEndOr(Instant due) throws InterruptedException {
        Duration left = Duration.between(clock.instant(), due);
        if (closed.await(Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS)) {
            LOG.debug("the watcher stops, one last try");
        }
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    /** Delivers what can be delivered now, for those who drive by hand. */
    public void drain() {
        while (current != null || !waiting.isEmpty()) {
            if (current == null) {
                current = new Attempt(waiting.remove());
            }
            if (clock.instant().isBefore(current.due)) {
                return;
            }
            attempt(current);
        }
    }

    /** Tries once; afterwards the event is no longer the current one, unless it is to be tried again. */
    private void attempt(Attempt attempt) {
        current = null;
        attempt.tried++;
        Sighting sighting = attempt.notice.sighting();
        try {
            if (sighting.name.isEmpty() || !countUp(attempt.notice)) {
                create(attempt.notice);
            }
        } catch (ClusterException e) {
            failed(attempt, e);
        } catch (RuntimeException e) { // one event that cannot be told must not be the last one
            LOG.atError().addKeyValue("object", sighting.regarding).setCause(e).log("event not delivered");
        }
    }

    private void failed(Attempt attempt, ClusterException e) {
        if (passes(e) && attempt.tried < TRIES && isOpen()) {
            attempt.due = clock.instant().plus(PAUSE);
            current = attempt;
            return;
        }
        // A namespace that is being deleted, or does not exist any more, takes no events: nothing to act upon.
        Level level = e instanceof ClusterException.NotFound
                        || String.valueOf(e.getMessage()).contains(TERMINATING)
                ? Level.DEBUG
                : Level.WARN;
        LOG.atLevel(level)
                .addKeyValue("object", attempt.notice.sighting().regarding)
                .addKeyValue("reason", attempt.notice.reason())
                .addKeyValue("error", e.getMessage())
                .log("event not delivered, {}", whyNoMore(attempt, e));
    }

    private static String whyNoMore(Attempt attempt, ClusterException e) {
        if (!passes(e)) {
            return "the API server refused it";
        }
        return attempt.tried < TRIES ? "the watcher stops" : "retry limit exceeded";
    }

    private static boolean passes(ClusterException e) {
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
                .put("count", notice.sighting().count)
                .put("message", notice.message())
                .put("lastTimestamp", time(notice.at()));
        ObjectKey key = new ObjectKey(notice.sighting().regarding.eventNamespace(), notice.sighting().name);
        try {
            cluster.patch(EVENTS, key, Patch.merge(patch.toString()), WriteOptions.PLAIN);
            return true;
        } catch (ClusterException.NotFound _) {
            return false; // servers forget events after an hour
        }
    }

    private void create(Notice notice) {
        Sighting sighting = notice.sighting();
        Regarding regarding = sighting.regarding;
        // Two events of one object may fall into one millisecond: the number keeps their names apart.
        String suffix = Long.toHexString(notice.at().toEpochMilli() * 1_000_000L + ++created);
        sighting.name = regarding.name() + "." + suffix;
        ObjectNode event = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata").put("name", sighting.name).put("namespace", regarding.eventNamespace());
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
                .put("count", sighting.count)
                .put("firstTimestamp", time(sighting.first))
                .put("lastTimestamp", time(notice.at()));
        event.putObject("source").put("component", SOURCE);
        event.put("reportingComponent", SOURCE).put("reportingInstance", "");
        cluster.create(EVENTS, KubeObject.of(event), WriteOptions.PLAIN);
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Gives waiting events a moment to get out. */
    @Override
    public void close() {
        closed.countDown();
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
