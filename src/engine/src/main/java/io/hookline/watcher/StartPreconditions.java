package io.hookline.watcher;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerDecoder.Decoded;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.condition.ControllerFacts.Refused;
import io.hookline.watcher.condition.Reason;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the conditions for starting a controller, and reports those that are not met to its author. Thread-safe. */
final class StartPreconditions {

    private static final Logger LOG = LoggerFactory.getLogger(StartPreconditions.class);

    /** A spec that was refused. */
    private record RefusedSpec(String uid, long generation, Refused why) {
        boolean isOf(KubeObject object) {
            return uid.equals(object.uid()) && generation == object.generation();
        }
    }

    private final ControllerInformers objects;
    private final RestMapper restMapper;
    private final EventRecorder events;
    private final StartFailures refusals;
    private final Map<ControllerKey, RefusedSpec> refused = new ConcurrentHashMap<>();
    private final Map<ControllerKey, String> missingKinds = new ConcurrentHashMap<>();

    StartPreconditions(ControllerInformers objects, RestMapper restMapper, EventRecorder events, InstantSource clock) {
        this.objects = objects;
        this.restMapper = restMapper;
        this.events = events;
        this.refusals = new StartFailures(clock);
    }

    /**
     * Decodes a controller's object.
     *
     * @throws DecodeException if the object is not a valid controller
     */
    ControllerSpec decode(ControllerKey key, KubeObject object) {
        Decoded<? extends ControllerSpec> decoded = decoded(key, object);
        if (!refusals.isKnown(key, object)) {
            decoded.warnings()
                    .forEach(warning ->
                            LOG.atWarn().addKeyValue("controller", key.named()).log(warning));
            decoded.unknownFields()
                    .forEach(warning -> events.warning(object, "UnknownField", warning + "; it is ignored"));
        }
        return decoded.value();
    }

    private static Decoded<? extends ControllerSpec> decoded(ControllerKey key, KubeObject object) {
        return key.type() == ControllerType.COMPOSITE
                ? ControllerDecoder.composite(object)
                : ControllerDecoder.decorator(object);
    }

    /** The fields of a controller's spec that are ignored; none if the spec is not valid. */
    static List<String> unknownFields(ControllerKey key, KubeObject object) {
        try {
            return decoded(key, object).unknownFields();
        } catch (DecodeException _) {
            return List.of();
        }
    }

    /** Reports why a controller cannot start. */
    void refuse(ControllerKey key, KubeObject object, RuntimeException e) {
        record(key, object, reason(e), String.valueOf(e.getMessage()));
        if (e instanceof SyncException) {
            missingKinds.put(key, String.valueOf(e.getMessage()));
        } else {
            missingKinds.remove(key);
        }
        if (refusals.mustReport(key, object, String.valueOf(e.getMessage()))) {
            LOG.atWarn()
                    .addKeyValue("controller", key.named())
                    .addKeyValue("error", e.getMessage())
                    .log("controller cannot start");
            events.warning(object, "CreateError", "Cannot create new controller: " + e.getMessage());
        }
    }

    /**
     * Whether the parents of a composite have a CustomResourceDefinition with the status subresource. If not, the
     * reason is reported to the controller's author.
     *
     * @throws SyncException if the kind is not served, or is built in
     */
    boolean allowParents(ControllerKey key, CompositeController composite) {
        ApiResource parent = restMapper.require(
                composite.parent().apiVersion(), composite.parent().resource());
        if (!objects.definitions().has(parent)) {
            throw new SyncException.UnusableKind(
                    SyncException.UnusableKind.Why.NO_DEFINITION,
                    "the parent resource " + parent
                            + " has no CustomResourceDefinition: use a DecoratorController for built-in kinds");
        }
        if (objects.definitions().served(parent).map(Definitions.Served::status).orElse(parent.hasStatus())) {
            return true;
        }
        String message = "[" + composite.name()
                + "] Sync error - ignoring, CRD " + parent.groupResource()
                + " does not have subresource 'Status' enabled: add subresources: {status: {}} to its version "
                + composite.parent().apiVersion().replaceFirst(".*/", "");
        record(key, composite.source(), Reason.NO_STATUS, message);
        if (refusals.mustReport(key, composite.source(), message)) {
            LOG.atWarn()
                    .addKeyValue("controller", ControllerName.of(composite.source()))
                    .log(message);
            events.warning(composite.source(), "SyncError", message);
        }
        return false;
    }

    private void record(ControllerKey key, KubeObject object, Reason reason, String message) {
        refused.put(key, new RefusedSpec(object.uid(), object.generation(), new Refused(reason, message)));
    }

    /** Why a controller cannot start with its current spec; empty if it can, or if that is not known yet. */
    Optional<Refused> refusal(ControllerKey key, KubeObject object) {
        return Optional.ofNullable(refused.get(key))
                .filter(known -> known.isOf(object))
                .map(RefusedSpec::why);
    }

    /** The controllers that wait for a kind which the API server does not serve, with the reason as text for users. */
    Map<ControllerKey, String> missingKinds() {
        return Map.copyOf(missingKinds);
    }

    /** Forgets the reports about a controller that runs, or that this watcher is no longer responsible for. */
    void forget(ControllerKey key) {
        refusals.forget(key);
        refused.remove(key);
        missingKinds.remove(key);
    }

    /** The reason in conditions for an exception that keeps a controller from starting. */
    private static Reason reason(RuntimeException failure) {
        return switch (failure) {
            case DecodeException e when e.place().path().equals("metadata.name") -> Reason.NAME_TOO_LONG;
            case DecodeException _ -> Reason.INVALID_SPEC;
            case ClusterException.Forbidden _ -> Reason.REQUEST_DENIED;
            case SyncException.UnusableKind e ->
                switch (e.why()) {
                    case NOT_SERVED -> Reason.RESOURCE_NOT_FOUND;
                    case NO_DEFINITION -> Reason.NO_DEFINITION;
                };
            case SyncException e when e.denied().isPresent() -> Reason.REQUEST_DENIED;
            default -> Reason.START_FAILED;
        };
    }

    /**
     * Remembers why controllers could not start, so that the same reason is not reported after every retry.
     * Thread-safe.
     */
    private static final class StartFailures {

        /** A reason that lasts is reported again: API servers delete events after an hour. */
        private static final Duration REPORT_INTERVAL = Duration.ofMinutes(30);

        private record Refusal(String uid, long generation, String why, Instant reported) {
            boolean isOf(KubeObject object) {
                return uid.equals(object.uid()) && generation == object.generation();
            }
        }

        private final InstantSource clock;
        private final Map<ControllerKey, Refusal> last = new ConcurrentHashMap<>();

        StartFailures(InstantSource clock) {
            this.clock = clock;
        }

        /** Whether this controller, with this spec, was refused before. */
        boolean isKnown(ControllerKey key, KubeObject object) {
            Refusal known = last.get(key);
            return known != null && known.isOf(object);
        }

        /**
         * Records a refusal; returns whether to report it. It is if the reason or the spec is new, or after an
         * interval.
         */
        boolean mustReport(ControllerKey key, KubeObject object, String why) {
            Instant now = clock.instant();
            Refusal known = last.get(key);
            if (known != null
                    && known.isOf(object)
                    && known.why().equals(why)
                    && now.isBefore(known.reported().plus(REPORT_INTERVAL))) {
                return false;
            }
            last.put(key, new Refusal(object.uid(), object.generation(), why, now));
            return true;
        }

        /** Forgets a controller that runs, or that this watcher is no longer responsible for. */
        void forget(ControllerKey key) {
            last.remove(key);
        }
    }
}
