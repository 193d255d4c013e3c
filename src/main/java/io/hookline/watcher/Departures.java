package io.hookline.watcher;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left to do for controllers that were deleted: if they do not come back, their parents are freed of the finalizer.
 * Thread-safe, as long as each key is used by one thread at a time.
 */
final class Departures {

    private static final Logger LOG = LoggerFactory.getLogger(Departures.class);

    private final Engine engine;
    private final ResourceCatalog catalog;
    private final EventRecorder events;
    private final Duration delay;
    private final Map<ControllerKey, ControllerSpec> known = new ConcurrentHashMap<>();
    private final Map<ControllerKey, Instant> goneSince = new ConcurrentHashMap<>();

    Departures(Engine engine, ResourceCatalog catalog, EventRecorder events, Duration delay) {
        this.engine = engine;
        this.catalog = catalog;
        this.events = events;
        this.delay = delay;
    }

    /** The controller is there, or there again. */
    void present(ControllerKey key) {
        goneSince.remove(key);
    }

    /** What a controller watches, for when it is gone. */
    void knows(ControllerKey key, ControllerSpec spec) {
        known.put(key, spec);
    }

    /** The controller's object is gone; to be called again as the outcome says. */
    Outcome gone(ControllerKey key) {
        ControllerSpec spec = known.get(key);
        if (spec == null) {
            return Outcome.awaitChange();
        }
        Instant now = engine.clock().instant();
        Duration left =
                Duration.between(now, goneSince.computeIfAbsent(key, _ -> now).plus(delay));
        if (left.isPositive()) {
            return Outcome.requeueAfter(left);
        }
        List<String> failures = release(spec);
        if (!failures.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("controller", key.name())
                    .log("finalizers not removed yet: {}", String.join("; ", failures));
            return Outcome.retry("finalizers not removed yet");
        }
        known.remove(key);
        goneSince.remove(key);
        return Outcome.awaitChange();
    }

    private List<String> release(ControllerSpec spec) {
        FinalizerRelease release = new FinalizerRelease(engine.cluster(), parent -> tell(spec, parent));
        // A kind that is not served any more has no objects either.
        return spec.parents().stream()
                .flatMap(rule -> catalog.find(rule.apiVersion(), rule.resource()).stream())
                .flatMap(resource -> release.release(resource, spec.finalizer()).stream())
                .toList();
    }

    private void tell(ControllerSpec spec, KubeObject parent) {
        String controller = spec.source().kind() + " " + spec.name();
        LOG.atInfo()
                .addKeyValue("controller", spec.name())
                .addKeyValue("parent", parent)
                .log("finalizer removed: its {} is gone", spec.source().kind());
        events.warning(
                parent,
                "FinalizerReleased",
                "Finalizer " + spec.finalizer() + " was removed without a finalize call, since " + controller
                        + " does not exist any more");
    }
}
