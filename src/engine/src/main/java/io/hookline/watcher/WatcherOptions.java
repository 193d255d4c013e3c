package io.hookline.watcher;

import io.hookline.informer.InformerOptions;
import io.hookline.object.LabelSelector;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.ApplyDefaults;
import io.hookline.watcher.sync.ControllerParts;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Options of the watcher; the defaults are Metacontroller's.
 *
 * @param workers maximum number of parents that one controller syncs at a time
 * @param discoveryInterval how often discovery is refreshed
 * @param cacheFlushInterval maximum time between two syncs of a parent; a controller's resync period may be shorter
 * @param targetControllers selects the controllers to run by their labels
 * @param eventsPerSecond rate limit for the events of one object
 * @param eventsBurst how many events one object may get without a limit
 * @param finalizerReleaseDelay time from the deletion of a controller until its finalizer is removed from its parents; if it is
 *     replaced by deleting and creating it, the finalize calls of its parents must not be lost
 * @param revisionNamespace the namespace for ControllerRevisions of cluster-scoped parents
 * @param apply how children are applied
 * @param stripManagedFields whether caches and hook requests have only our own entries of {@code managedFields}
 * @param sameHostRedirects whether redirects of hooks to another host or port are not followed
 * @param loopBrake whether writes that only cause each other are slowed down
 * @param garbageGrace how long a child of a former parent of the same name is left to the garbage collector before its name counts
 *     as taken
 * @param journal how many syncs are remembered
 */
public record WatcherOptions(
        int workers,
        Duration discoveryInterval,
        Duration cacheFlushInterval,
        LabelSelector targetControllers,
        double eventsPerSecond,
        int eventsBurst,
        Duration finalizerReleaseDelay,
        String revisionNamespace,
        ApplyDefaults apply,
        boolean stripManagedFields,
        boolean sameHostRedirects,
        boolean loopBrake,
        Duration garbageGrace,
        Journal.Limits journal) {

    /** Long enough for the garbage collector of a busy cluster. */
    private static final Duration GARBAGE_GRACE = Duration.ofSeconds(30);

    /** Options with Metacontroller's way to apply children. */
    public WatcherOptions(
            int workers,
            Duration discoveryInterval,
            Duration cacheFlushInterval,
            LabelSelector targetControllers,
            double eventsPerSecond,
            int eventsBurst,
            Duration finalizerReleaseDelay,
            String revisionNamespace) {
        this(
                workers,
                discoveryInterval,
                cacheFlushInterval,
                targetControllers,
                eventsPerSecond,
                eventsBurst,
                finalizerReleaseDelay,
                revisionNamespace,
                ApplyDefaults.DYNAMIC,
                false,
                false,
                true,
                GARBAGE_GRACE,
                Journal.Limits.CLUSTER);
    }

    /** The options of a start without flags. */
    public static final WatcherOptions DEFAULTS = new WatcherOptions(
            5,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            LabelSelector.EVERYTHING,
            1.0 / 300,
            25,
            Duration.ofSeconds(5),
            "default");

    /** Copies these options with another delay for the release of finalizers. */
    public WatcherOptions releasingFinalizersAfter(Duration delay) {
        return with(draft -> draft.finalizerReleaseDelay = delay);
    }

    /**
     * Copies these options with another way to apply children.
     *
     * @param strategy {@code dynamic-apply}, {@code server-side-apply}, or empty for the first one
     * @param fieldManager of server-side apply
     * @throws IllegalArgumentException if the strategy is unknown
     */
    public WatcherOptions applying(String strategy, String fieldManager) {
        return with(draft -> draft.apply = ApplyDefaults.of(strategy, fieldManager));
    }

    /** Copies these options, with caches and hook requests that have all entries of {@code managedFields}, or only our own. */
    public WatcherOptions strippingManagedFields(boolean strip) {
        return with(draft -> draft.stripManagedFields = strip);
    }

    /** Copies these options, with all redirects of hooks followed, or only those to the same host and port. */
    public WatcherOptions redirectingWithinHosts(boolean only) {
        return with(draft -> draft.sameHostRedirects = only);
    }

    /** Copies these options, with writes that only cause each other slowed down, or not. */
    public WatcherOptions brakingLoops(boolean brake) {
        return with(draft -> draft.loopBrake = brake);
    }

    /** Copies these options, with another time that is left to the garbage collector. */
    public WatcherOptions reportingGarbageAfter(Duration grace) {
        return with(draft -> draft.garbageGrace = grace);
    }

    /** Copies these options, with another limit for the syncs that are remembered. */
    public WatcherOptions remembering(Journal.Limits limits) {
        return with(draft -> draft.journal = limits);
    }

    /** What the syncs of each controller need of these options. */
    ControllerParts.Options ofSyncs() {
        return new ControllerParts.Options(apply, cacheFlushInterval, revisionNamespace, loopBrake, garbageGrace);
    }

    /** Options of the informers. */
    public InformerOptions informers() {
        Set<String> ours = apply.managers();
        return stripManagedFields
                ? InformerOptions.DEFAULTS.withTransform(object -> object.strippedTo(ours))
                : InformerOptions.DEFAULTS;
    }

    private WatcherOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return draft.done();
    }

    /** The same fields, to be changed. */
    private final class Draft {
        private int workers = workers();
        private Duration discoveryInterval = discoveryInterval();
        private Duration cacheFlushInterval = cacheFlushInterval();
        private LabelSelector targetControllers = targetControllers();
        private double eventsPerSecond = eventsPerSecond();
        private int eventsBurst = eventsBurst();
        private Duration finalizerReleaseDelay = finalizerReleaseDelay();
        private String revisionNamespace = revisionNamespace();
        private ApplyDefaults apply = apply();
        private boolean stripManagedFields = stripManagedFields();
        private boolean sameHostRedirects = sameHostRedirects();
        private boolean loopBrake = loopBrake();
        private Duration garbageGrace = garbageGrace();
        private Journal.Limits journal = journal();

        private WatcherOptions done() {
            return new WatcherOptions(
                    workers,
                    discoveryInterval,
                    cacheFlushInterval,
                    targetControllers,
                    eventsPerSecond,
                    eventsBurst,
                    finalizerReleaseDelay,
                    revisionNamespace,
                    apply,
                    stripManagedFields,
                    sameHostRedirects,
                    loopBrake,
                    garbageGrace,
                    journal);
        }
    }
}
