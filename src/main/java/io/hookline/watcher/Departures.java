package io.hookline.watcher;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left to do for parents that lost their controller: because it was deleted, or because it has parents of other kinds now.
 * If it does not come back to them, they are freed of its finalizer. Thread-safe, as long as each key is used by one thread
 * at a time.
 */
final class Departures {

    private static final Logger LOG = LoggerFactory.getLogger(Departures.class);

    /**
     * Where a controller may have left its finalizer.
     *
     * @param spec as it was last
     * @param former kinds that it was about before, and is not any more
     * @param since when it got this spec
     */
    private record Traces(ControllerSpec spec, List<ParentRule> former, Instant since) {

        Traces followedBy(ControllerSpec next, Instant now) {
            List<ParentRule> left = Stream.concat(former.stream(), spec.parents().stream())
                    .filter(rule -> next.parents().stream().noneMatch(rule::isOfSameKind))
                    .toList();
            return new Traces(next, left, now);
        }
    }

    private final Engine engine;
    private final ResourceCatalog catalog;
    private final EventRecorder events;
    private final Duration delay;
    private final Map<ControllerKey, Traces> traces = new ConcurrentHashMap<>();
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

    /** What a controller is about from now on. */
    void knows(ControllerKey key, ControllerSpec spec) {
        Instant now = engine.clock().instant();
        traces.merge(key, new Traces(spec, List.of(), now), (known, _) -> known.followedBy(spec, now));
    }

    /** The controller runs as it was last known; to be called again as the outcome says. */
    Outcome running(ControllerKey key) {
        Traces known = traces.get(key);
        if (known == null || known.former().isEmpty()) {
            return Outcome.awaitChange();
        }
        return releaseAfterDelay(known.since(), key, known.spec(), known.former(), "has parents of other kinds now")
                .orElseGet(() -> {
                    traces.put(key, new Traces(known.spec(), List.of(), known.since()));
                    return Outcome.awaitChange();
                });
    }

    /** The controller's object is gone; to be called again as the outcome says. */
    Outcome gone(ControllerKey key) {
        Traces known = traces.get(key);
        if (known == null) {
            return Outcome.awaitChange();
        }
        Instant since = goneSince.computeIfAbsent(key, _ -> engine.clock().instant());
        List<ParentRule> all = Stream.concat(known.former().stream(), known.spec().parents().stream())
                .toList();
        return releaseAfterDelay(since, key, known.spec(), all, "does not exist any more")
                .orElseGet(() -> {
                    traces.remove(key);
                    goneSince.remove(key);
                    return Outcome.awaitChange();
                });
    }

    /** When to be called again; empty if all is done. */
    private Optional<Outcome> releaseAfterDelay(
            Instant since, ControllerKey key, ControllerSpec spec, List<ParentRule> kinds, String why) {
        Duration left = Duration.between(engine.clock().instant(), since.plus(delay));
        if (left.isPositive()) {
            return Optional.of(Outcome.requeueAfter(left));
        }
        List<String> failures = release(spec, kinds, why);
        if (failures.isEmpty()) {
            return Optional.empty();
        }
        LOG.atWarn()
                .addKeyValue("controller", key.name())
                .log("finalizers not removed yet: {}", String.join("; ", failures));
        return Optional.of(Outcome.retry("finalizers not removed yet"));
    }

    private List<String> release(ControllerSpec spec, List<ParentRule> kinds, String why) {
        FinalizerRelease release = new FinalizerRelease(engine.cluster(), parent -> tell(spec, parent, why));
        // A kind that is not served any more has no objects either.
        return kinds.stream()
                .flatMap(rule -> catalog.find(rule.apiVersion(), rule.resource()).stream())
                .flatMap(resource -> release.release(resource, spec.finalizer()).stream())
                .toList();
    }

    private void tell(ControllerSpec spec, KubeObject parent, String why) {
        String controller = spec.source().kind() + " " + spec.name();
        LOG.atInfo()
                .addKeyValue("controller", spec.name())
                .addKeyValue("parent", parent)
                .log("finalizer removed: its {} {}", spec.source().kind(), why);
        events.warning(
                parent,
                "FinalizerReleased",
                "Finalizer " + spec.finalizer() + " was removed without a finalize call, since " + controller + " "
                        + why);
    }
}
