package io.hookline.watcher;

import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.sync.FinalizerRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Removes the finalizer of a controller from its former parents, after it was deleted or got parents of other kinds. The
 * finalizer is removed after a delay, unless the controller is created again or has parents of that kind again.
 *
 * <p>If a removal fails, or the API server does not serve the parents' kind, it is retried: what is known of a controller is
 * kept until all finalizers are removed. Thread-safe, as long as each key is used by one thread at a time.
 */
final class ControllerCleanup {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerCleanup.class);
    private static final int FAILURES_IN_LOG = 3;

    /**
     * The kinds whose objects may have a controller's finalizer.
     *
     * @param current kinds of its parents in its last spec
     * @param former kinds of its parents in earlier specs only
     * @param since when it got this spec
     * @param finalizes whether it had a finalize hook in this spec or an earlier one
     */
    private record Traces(List<ParentRule> current, List<ParentRule> former, Instant since, boolean finalizes) {

        static Traces of(ControllerSpec spec, Instant now) {
            return new Traces(
                    spec.parents(), List.of(), now, spec.hooks().finalizing().isPresent());
        }

        Traces followedBy(Traces next) {
            List<ParentRule> left = all().filter(rule -> next.current().stream().noneMatch(rule::isOfSameKind))
                    .toList();
            return new Traces(next.current(), left, next.since(), finalizes || next.finalizes());
        }

        Traces left(List<ParentRule> kept, List<ParentRule> incomplete) {
            return new Traces(kept, List.copyOf(incomplete), since, finalizes);
        }

        Stream<ParentRule> all() {
            return Stream.concat(former.stream(), current.stream());
        }
    }

    /** Why a finalizer is removed, and whether the reason is still true. */
    private record Reason(ControllerKey controller, String text, BooleanSupplier isStillTrue) {
        String finalizer() {
            return controller.finalizer();
        }
    }

    private final WatcherDependencies dependencies;
    private final RestMapper restMapper;
    private final EventRecorder events;
    private final Duration delay;
    private final Map<ControllerKey, Traces> traces = new ConcurrentSkipListMap<>(ControllerKey.ORDER);
    private final Map<ControllerKey, Instant> deletedSince = new ConcurrentSkipListMap<>(ControllerKey.ORDER);
    private final Map<ControllerKey, List<ParentRule>> unserved = new ConcurrentSkipListMap<>(ControllerKey.ORDER);
    private volatile Runnable whenChanged = () -> {};

    ControllerCleanup(WatcherDependencies dependencies, RestMapper restMapper, EventRecorder events, Duration delay) {
        this.dependencies = dependencies;
        this.restMapper = restMapper;
        this.events = events;
        this.delay = delay;
    }

    /** Records that the controller's object exists. */
    void exists(ControllerKey key) {
        deletedSince.remove(key);
    }

    /** Records the spec with which a controller runs from now on. */
    void recordSpec(ControllerKey key, ControllerSpec spec) {
        Traces next = Traces.of(spec, dependencies.clock().instant());
        Traces before = traces.get(key);
        traces.merge(key, next, Traces::followedBy);
        if (next.finalizes() && (before == null || !before.current().equals(next.current()))) {
            whenChanged.run();
        }
    }

    /** Runs an action after each change of {@link #handover} that should be stored soon. */
    void whenChanged(Runnable action) {
        whenChanged = action;
    }

    /** The controllers whose finalizer may be on parents, for a process that continues with this work. */
    Handover handover() {
        Map<ControllerKey, List<ParentRule>> kinds = new TreeMap<>(ControllerKey.ORDER);
        traces.forEach((key, known) -> {
            if (known.finalizes() || !known.former().isEmpty()) {
                kinds.put(key, known.all().toList());
            }
        });
        return new Handover(kinds);
    }

    /** Continues with the work of another process; to be called before any controller runs. Returns whose work it is. */
    Set<ControllerKey> restore(Handover handover) {
        Instant now = dependencies.clock().instant();
        handover.kinds().forEach((key, kinds) -> {
            Traces restored = new Traces(kinds, List.of(), now, true);
            traces.merge(key, restored, (known, former) -> former.followedBy(known));
        });
        return Set.copyOf(traces.keySet());
    }

    /** Controllers whose cleanup waits until the API server serves the kind of this definition. */
    List<ControllerKey> waitingFor(String definition) {
        return unserved.entrySet().stream()
                .filter(entry ->
                        entry.getValue().stream().anyMatch(rule -> nameOf(rule).equals(definition)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String nameOf(ParentRule rule) {
        return rule.group().isEmpty() ? rule.resource() : rule.resource() + "." + rule.group();
    }

    /**
     * Cleans up the former parents of a running controller; to be called again as the outcome requires.
     *
     * @param isStillTrue whether the controller still runs with its last known spec
     */
    Outcome running(ControllerKey key, BooleanSupplier isStillTrue) {
        Traces known = traces.get(key);
        if (known == null || known.former().isEmpty()) {
            return Outcome.awaitChange();
        }
        Optional<Outcome> early = wait(known.since());
        if (early.isPresent()) {
            return early.get();
        }
        Reason reason = new Reason(key, "has parents of other kinds now", isStillTrue);
        List<ParentRule> left = new ArrayList<>();
        Outcome outcome = release(key, known.former(), reason, known.finalizes(), left);
        traces.put(key, known.left(known.current(), left));
        return outcome;
    }

    /**
     * Cleans up all parents of a controller whose object was deleted; to be called again as the outcome requires.
     *
     * @param isStillTrue whether the object still does not exist
     */
    Outcome deleted(ControllerKey key, BooleanSupplier isStillTrue) {
        Traces known = traces.get(key);
        if (known == null) {
            return Outcome.awaitChange();
        }
        Optional<Outcome> early =
                wait(deletedSince.computeIfAbsent(key, _ -> dependencies.clock().instant()));
        if (early.isPresent()) {
            return early.get();
        }
        Reason reason = new Reason(key, "does not exist any more", isStillTrue);
        List<ParentRule> left = new ArrayList<>();
        Outcome outcome = release(key, known.all().toList(), reason, known.finalizes(), left);
        if (left.isEmpty()) {
            traces.remove(key);
            deletedSince.remove(key);
        } else {
            traces.put(key, known.left(List.of(), left));
        }
        return outcome;
    }

    private Optional<Outcome> wait(Instant since) {
        Duration left = Duration.between(dependencies.clock().instant(), since.plus(delay));
        return left.isPositive() ? Optional.of(Outcome.requeueAfter(left)) : Optional.empty();
    }

    /**
     * Removes the finalizer from parents of these kinds, and adds the kinds that are not complete to {@code left}.
     *
     * @param expected whether this process knows of a finalize hook; otherwise an earlier one may have had one
     */
    private Outcome release(
            ControllerKey key, List<ParentRule> kinds, Reason reason, boolean expected, List<ParentRule> left) {
        FinalizerRelease release =
                new FinalizerRelease(dependencies.cluster(), new Report(reason), reason.isStillTrue());
        List<String> failures = new ArrayList<>();
        List<ParentRule> missing = new ArrayList<>();
        for (ParentRule kind : kinds) {
            int before = failures.size();
            Optional<ApiResource> resource = restMapper.findInAnyVersion(kind.apiVersion(), kind.resource());
            resource.ifPresentOrElse(
                    served -> failures.addAll(release.release(served, reason.finalizer())), () -> missing.add(kind));
            boolean complete = resource.isPresent() && failures.size() == before;
            if (!complete || !reason.isStillTrue().getAsBoolean()) {
                left.add(kind);
            }
        }
        if (!reason.isStillTrue().getAsBoolean()) {
            return Outcome.requeueAfter(Duration.ZERO);
        }
        reportMissing(key, missing, expected);
        reportFailures(key, failures);
        return left.isEmpty() ? Outcome.awaitChange() : Outcome.retry("finalizers not removed yet");
    }

    /** Warns once per missing kind. The cleanup is retried anyway, and as soon as a definition of the kind is created. */
    private void reportMissing(ControllerKey key, List<ParentRule> missing, boolean expected) {
        List<ParentRule> before = unserved.getOrDefault(key, List.of());
        missing.stream()
                .filter(kind -> before.stream().noneMatch(kind::isOfSameKind))
                .forEach(kind -> LOG.atLevel(expected ? Level.WARN : Level.DEBUG)
                        .addKeyValue("controller", key.named())
                        .addKeyValue("parents", nameOf(kind))
                        .log("finalizers not removed: the API server does not serve the kind of the parents;"
                                + " will retry when it does"));
        if (missing.isEmpty()) {
            unserved.remove(key);
        } else {
            unserved.put(key, List.copyOf(missing));
        }
    }

    private static void reportFailures(ControllerKey key, List<String> failures) {
        if (!failures.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("controller", key.named())
                    .addKeyValue("failures", failures.size())
                    .addKeyValue(
                            "first", failures.stream().limit(FAILURES_IN_LOG).toList())
                    .log("finalizers not removed yet, will retry");
        }
    }

    /** Reports each parent in the log and as an event. */
    private final class Report implements FinalizerRelease.Reports {
        private final Reason reason;

        Report(Reason reason) {
            this.reason = reason;
        }

        @Override
        public void released(KubeObject parent) {
            LOG.atInfo()
                    .addKeyValue("controller", reason.controller().named())
                    .addKeyValue("parent", parent)
                    .addKeyValue("why", reason.controller() + " " + reason.text())
                    .log("finalizer removed without a finalize call");
            events.warning(
                    parent,
                    "FinalizerReleased",
                    "Finalizer " + reason.finalizer() + " was removed without a finalize call, since "
                            + reason.controller() + " " + reason.text());
        }

        @Override
        public void failed(KubeObject parent, String why) {
            events.warning(
                    parent,
                    "FinalizerReleaseFailed",
                    "Finalizer " + reason.finalizer() + " cannot be removed, though " + reason.controller() + " "
                            + reason.text() + "; will retry: " + why);
        }
    }
}
