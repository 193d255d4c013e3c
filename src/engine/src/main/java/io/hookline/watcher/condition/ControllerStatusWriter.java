package io.hookline.watcher.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.watcher.event.EventRecorder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the status of controllers: one JSON patch of the status subresource when it differs from the cached one, as
 * {@link StatusSchedule} allows. A status that the API server does not keep, or does not allow to write, is logged once
 * and not retried; one that it rejects is logged once and retried more and more seldom.
 * Thread-safe, as long as each controller is used by one thread at a time.
 */
public final class ControllerStatusWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerStatusWriter.class);

    /** A right that was granted meanwhile is noticed after this time, at the cost of one request. */
    private static final Duration DENIED_FOR = Duration.ofMinutes(10);

    private static final String MANAGER = "hookline";

    private final Cluster cluster;
    private final InstantSource clock;
    private final EventRecorder events;
    private final Map<String, Sent> sent = new ConcurrentHashMap<>();
    private final Map<ApiResource, Instant> refusedUntil = new ConcurrentHashMap<>();

    /** What is remembered of one controller. */
    private static final class Sent {
        private final String uid;
        private final StatusSchedule schedule = new StatusSchedule();
        private JsonNode status = Json.NODES.missingNode();

        /** What the API server made of it; absent if it was not stored. */
        private @Nullable JsonNode kept;

        Sent(String uid) {
            this.uid = uid;
        }

        /**
         * Whether the API server has stored this status as well as it can. A CRD of another version may drop some
         * fields.
         */
        boolean isStored(JsonNode stored, JsonNode wanted) {
            JsonNode answered = kept;
            return JsonEquality.semantic(stored, wanted)
                    || (answered != null
                            && JsonEquality.semantic(status, wanted)
                            && JsonEquality.semantic(stored, answered));
        }
    }

    /** @param events tell users of a controller that its status cannot be written */
    public ControllerStatusWriter(Cluster cluster, InstantSource clock, EventRecorder events) {
        this.cluster = cluster;
        this.clock = clock;
        this.events = events;
    }

    /**
     * Writes a status if it differs from the cached one and a write is due.
     *
     * @param cached the controller
     * @return after which time to call this again; empty if there is nothing to write
     */
    public Optional<Duration> write(ApiResource resource, KubeObject cached, ControllerStatus status) {
        Instant now = clock.instant();
        Sent last = sent.compute(
                id(resource, cached.name()),
                (_, known) -> known != null && known.uid.equals(cached.uid()) ? known : new Sent(cached.uid()));
        JsonNode stored = cached.fieldTree("status");
        ObjectNode wanted = status.toJson(stored, last.status, now);
        if (last.isStored(stored, wanted) || isRefused(resource, now)) {
            last.schedule.unchanged();
            return Optional.empty();
        }
        // Compared with what was written, if anything was: another client that overwrites it must not cause a write
        // each second.
        boolean worse = status.isWorseThan(last.status.isMissingNode() ? stored : last.status);
        Optional<Duration> delay = last.schedule.delay(now, isStarting(status), worse);
        if (delay.isEmpty()) {
            last.schedule.written(now);
            last.status = wanted;
            last.kept = null;
            send(resource, cached, last);
        }
        return delay;
    }

    private static boolean isStarting(ControllerStatus status) {
        return status.condition(Condition.Type.READY).reason() == Reason.STARTING;
    }

    private boolean isRefused(ApiResource resource, Instant now) {
        return now.isBefore(refusedUntil.getOrDefault(resource, Instant.MIN));
    }

    private void send(ApiResource resource, KubeObject cached, Sent last) {
        try {
            Patch patch = patch(cached, last.status);
            JsonNode stored = cluster.patch(resource, cached.key(), patch, WriteOptions.STATUS.by(MANAGER))
                    .fieldTree("status");
            last.schedule.accepted();
            last.kept = stored;
            if (stored.path("conditions").isEmpty()) {
                refused(resource, Instant.MAX, "the CRD has no fields for it: install the CRDs of Hookline to see it");
            } else {
                refusedUntil.remove(resource);
            }
        } catch (ClusterException.Forbidden e) {
            String why = String.valueOf(e.getMessage());
            if (refused(resource, clock.instant().plus(DENIED_FOR), why)) {
                events.warning(cached, "StatusError", "Cannot write the status of controllers: " + why);
            }
        } catch (ClusterException e) {
            failed(cached, last, e);
        }
    }

    /** Once it may have been deleted or replaced meanwhile; the next check compares again. */
    private static void failed(KubeObject cached, Sent last, ClusterException e) {
        boolean lasts = isRejection(e) && last.schedule.rejected() == 2;
        LOG.atLevel(lasts ? Level.WARN : Level.DEBUG)
                .addKeyValue("controller", ControllerName.of(cached))
                .addKeyValue("error", e.getMessage())
                .log("status of the controller not written");
    }

    /** Whether the API server will not accept the same write later; else it is busy or down. */
    private static boolean isRejection(ClusterException e) {
        return e instanceof ClusterException.NotFound
                || e instanceof ClusterException.Invalid
                || e instanceof ClusterException.BadRequest
                || e instanceof ClusterException.TooLarge;
    }

    private static Patch patch(KubeObject cached, JsonNode wanted) {
        var operations = Json.NODES.arrayNode();
        operations.addObject().put("op", "test").put("path", "/metadata/uid").put("value", cached.uid());
        operations.addObject().put("op", "add").put("path", "/status").set("value", wanted);
        return Patch.json(GoJson.text(operations));
    }

    /** Returns whether this is new. */
    private boolean refused(ApiResource resource, Instant until, String why) {
        boolean first = refusedUntil.put(resource, until) == null;
        if (first) {
            LOG.atWarn()
                    .addKeyValue("resource", resource)
                    .addKeyValue("error", why)
                    .log("controllers will show no status");
        }
        return first;
    }

    /** Tries again to write the status of all controllers of a kind, since its definition has changed. */
    public void definitionChanged(ApiResource resource) {
        refusedUntil.remove(resource);
        sent.forEach((id, last) -> {
            if (id.startsWith(id(resource, ""))) {
                last.schedule.accepted();
            }
        });
    }

    /** Forgets a deleted controller. */
    public void forget(ApiResource resource, String name) {
        sent.remove(id(resource, name));
    }

    private static String id(ApiResource resource, String name) {
        return resource.plural() + "/" + name;
    }

    /**
     * Decides when a changed status of one controller is written: after a short time in which more changes may follow,
     * and at most once in ten seconds, or more seldom if the API server rejects it. A status that has become worse does
     * not wait for these ten seconds; the way back does, so that a controller which fails now and then is not written
     * without end. Not thread-safe, except for {@link #accepted}.
     */
    static final class StatusSchedule {

        /** A controller that starts changes several times at once: its caches, the first call of its hook. */
        static final Duration SETTLING = Duration.ofSeconds(1);

        /** The minimum time between two writes, also of a status that another client overwrites again and again. */
        static final Duration INTERVAL = Duration.ofSeconds(10);

        /** The interval is doubled so often at most: to about ten minutes. */
        private static final int MAX_DOUBLED = 6;

        private @Nullable Instant changed;
        private @Nullable Instant worsened;
        private @Nullable Instant written;
        private volatile int rejections;

        /**
         * The time to wait before a write of a status that differs from the stored one; empty to write now.
         *
         * @param starting whether the controller is still starting: then its next state is worth waiting for
         * @param worse whether the last status did not show that something is wrong. A failure that ends before the
         *     short time is over, such as a conflict whose retry succeeds, is not worth a write
         */
        Optional<Duration> delay(Instant now, boolean starting, boolean worse) {
            if (changed == null) {
                changed = now;
            }
            if (!worse) {
                worsened = null;
            } else if (worsened == null) {
                worsened = now;
            }
            Instant due = changed.plus(starting ? INTERVAL : SETTLING);
            Duration interval = INTERVAL.multipliedBy(1L << Math.min(rejections, MAX_DOUBLED));
            if (written != null && due.isBefore(written.plus(interval))) {
                due = written.plus(interval);
            }
            if (worsened != null && rejections == 0 && worsened.plus(SETTLING).isBefore(due)) {
                due = worsened.plus(SETTLING);
            }
            return now.isBefore(due) ? Optional.of(Duration.between(now, due)) : Optional.empty();
        }

        /** The stored status is the wanted one. */
        void unchanged() {
            changed = null;
            worsened = null;
        }

        /** A write was sent. */
        void written(Instant now) {
            written = now;
            changed = null;
            worsened = null;
        }

        /**
         * The API server rejected the last write, and probably will reject the next one; returns how often in a row.
         */
        int rejected() {
            int now = rejections + 1;
            rejections = now;
            return now;
        }

        /** The next write may be accepted. For any thread. */
        void accepted() {
            rejections = 0;
        }
    }
}
