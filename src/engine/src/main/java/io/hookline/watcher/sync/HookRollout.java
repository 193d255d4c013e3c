package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import io.hookline.trace.Cause.ParentChanged;
import io.hookline.trace.Cause.ParentChanged.Part;
import io.hookline.trace.Causes;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a new version of a controller's sync hook to all its parents.
 *
 * <p>A rollout begins when one version alone has answered for some time, since the replicas of a server that is being
 * replaced answer with two. The parents whose last good sync was with another version are synced, some in each minute,
 * after changes that users wait for. If too many syncs with the new version fail, it pauses: parents that were not
 * synced with it keep what they have, and the hook is called for them only if they themselves change or are deleted.
 * Another version ends a pause, or a user does by an annotation.
 *
 * <p>At the start every parent is synced anyway, so a start is no rollout. Hooks without a version are never rolled
 * out. Thread-safe.
 */
public final class HookRollout {

    /** Annotation of a controller: each new value resumes a paused rollout. */
    public static final String RESUME_ANNOTATION = "hookline.io/resume-rollout";

    /** How long one version alone must have answered. */
    static final Duration ALONE = Duration.ofSeconds(10);

    /** How long no call may have told the version until the server is asked. */
    private static final Duration POLL = Duration.ofSeconds(10);

    /** After so long, parents that the rollout has not reached are queued again. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    /** Fewer failures say nothing about the others. */
    private static final int LEAST_TRIED = 10;

    private static final Logger LOG = LoggerFactory.getLogger(HookRollout.class);

    private final ControllerSpec spec;
    private final ControllerName name;
    private final HookRolloutRule rule;
    private final ParentMemories memories;
    private final WorkQueue<ParentKey> queue;
    private final EventRecorder events;
    private final ThreadFactory threads;
    private final InstantSource clock;
    private final AtomicBoolean polling = new AtomicBoolean();
    private volatile @Nullable HookClient client;
    private volatile ParentKinds parents = new ParentKinds(List.of());
    private volatile Runnable whenBegun = () -> {};
    private volatile Runnable whenChanged = () -> {};

    /** The version that has answered last, and since when no other one has. */
    private volatile String latest = "";

    private Instant aloneSince = Instant.MIN;
    private volatile Instant heard;

    /** The version that all parents are to be synced with; empty as long as no version is known. */
    private volatile String target = "";

    private volatile boolean active;
    private volatile boolean paused;

    /** Whether the watcher before this one has left a pause, so that it is not known which parents were synced. */
    private boolean inherited;

    private boolean ignoresFailures;
    private String problem = "";
    private int begunWith;
    private Instant again = Instant.MIN;
    private @Nullable String resumed;

    /** The failing parents, with the version with which each began to fail. */
    private final Map<ParentKey, String> failing = new HashMap<>();

    private final Set<ParentKey> done = new HashSet<>();

    /** Parents that the hook is called for in spite of a pause, until that succeeds. */
    private final Set<ParentKey> called = new HashSet<>();

    /** Rolls out the sync hook of one controller, and continues a pause that the controller's status tells of. */
    public HookRollout(
            ControllerSpec spec,
            ParentMemories memories,
            WorkQueue<ParentKey> queue,
            EventRecorder events,
            ThreadFactory threads,
            InstantSource clock) {
        this.spec = spec;
        this.name = ControllerName.of(spec.source());
        this.rule = spec.hookRollout();
        this.memories = memories;
        this.queue = queue;
        this.events = events;
        this.threads = threads;
        this.clock = clock;
        this.heard = clock.instant();
        this.resumed = spec.source().annotation(RESUME_ANNOTATION);
        JsonNode status = spec.source().fieldTree("status");
        JsonNode before = status.path(HookRolloutRule.FIELD);
        boolean isOfThisSpec =
                status.path("observedGeneration").asLong() == spec.source().generation();
        if (before.path("paused").asBoolean() && isOfThisSpec) {
            target = before.path("version").asText();
            problem = "an earlier watcher has paused it";
            active = true;
            paused = true;
            inherited = true;
        }
        memories.whenForgotten(this::forget);
    }

    /**
     * How far a version has got.
     *
     * @param version that of the last rollout, or of the start
     * @param parents how many parents are at that version
     * @param active whether parents are left that are at another one
     * @param problem why it is paused; empty if it is not
     */
    public record Progress(String version, int parents, boolean active, Optional<String> problem) {}

    /** Hears the versions of all answers of the sync hook. */
    public HookConnector observing(HookConnector connector) {
        return (controller, type, hook, problems) -> {
            HookClient opened = connector.connect(controller, type, hook, problems);
            if (type != HookType.SYNC) {
                return opened;
            }
            client = opened;
            return new Observed(opened);
        };
    }

    private final class Observed implements HookClient {
        private final HookClient next;

        Observed(HookClient next) {
            this.next = next;
        }

        @Override
        public HookReply call(HookRequest request) throws InterruptedException {
            try {
                HookReply reply = next.call(request);
                if (reply instanceof HookReply.Answered(var _, String version)) {
                    heard(version);
                }
                return reply;
            } catch (HookException e) {
                heard(e.version());
                throw e;
            }
        }

        @Override
        public Optional<String> servedVersion() throws InterruptedException {
            return next.servedVersion();
        }

        @Override
        public void close() {
            next.close();
        }
    }

    /** A version has answered. */
    void heard(String version) {
        if (version.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        heard = now;
        if (!version.equals(latest)) {
            synchronized (this) {
                if (!version.equals(latest)) {
                    latest = version;
                    aloneSince = now;
                }
            }
        }
    }

    /** Knows the parents from now on. */
    public void of(ParentKinds kinds) {
        parents = kinds;
    }

    /** Runs an action before the parents are queued: what is known of the former version is to be forgotten. */
    public void whenBegun(Runnable action) {
        whenBegun = action;
    }

    /** Runs an action when a rollout begins, pauses, is resumed or ends. */
    public void whenChanged(Runnable action) {
        whenChanged = action;
    }

    /** Begins, continues or ends a rollout, if it is time for that; is to be called every few seconds. */
    public void check() {
        poll();
        if (decide()) {
            whenChanged.run();
        }
    }

    /** Asks the server, if it sends versions and has not done so for a while. */
    private void poll() {
        HookClient known = client;
        boolean due = !heard.plus(POLL).isAfter(clock.instant());
        if (known != null && due && hasVersions() && polling.compareAndSet(false, true)) {
            threads.newThread(() -> {
                        try {
                            known.servedVersion().ifPresent(this::heard);
                        } catch (InterruptedException _) {
                            Thread.currentThread().interrupt();
                        } finally {
                            polling.set(false);
                        }
                    })
                    .start();
        }
    }

    private boolean hasVersions() {
        return !latest.isEmpty() || !target.isEmpty();
    }

    private synchronized boolean decide() {
        Instant now = clock.instant();
        if (latest.isEmpty() || now.isBefore(aloneSince.plus(ALONE))) {
            return false;
        }
        if (!latest.equals(target)) {
            begin(latest, now);
            return true;
        }
        if (!active || paused) {
            return false;
        }
        List<ParentKey> behind = behind();
        if (behind.isEmpty()) {
            end();
            return true;
        }
        if (!now.isBefore(again)) {
            spread(behind.stream().filter(key -> !failing.containsKey(key)).toList(), now);
        }
        return false;
    }

    private void begin(String version, Instant now) {
        // Those that failed or were kept back wait; what woke them meanwhile would be lost. The first version after a
        // start is no news to
        // parents that have failed with it.
        boolean first = target.isEmpty();
        Stream<ParentKey> failed = failing.entrySet().stream()
                .filter(each -> !first || !each.getValue().equals(version))
                .map(Map.Entry::getKey);
        List<ParentKey> waiting =
                Stream.concat(failed, paused ? behind().stream() : Stream.of()).toList();
        target = version;
        List<ParentKey> behind = behind();
        boolean returns = active && behind.isEmpty(); // to what all parents still have, such as after a pause
        forgetProgress();
        begunWith = behind.size();
        if (returns) {
            end();
        }
        if (!behind.isEmpty()) {
            active = true;
            say("HookRolloutStarted", "Version " + version + " of the hook is rolled out to " + parents(begunWith));
        }
        List<ParentKey> woken =
                Stream.concat(behind.stream(), waiting.stream()).distinct().toList();
        if (!woken.isEmpty()) {
            whenBegun.run();
            spread(woken, now);
        }
    }

    private void forgetProgress() {
        active = false;
        paused = false;
        inherited = false;
        ignoresFailures = false;
        problem = "";
        done.clear();
        called.clear();
    }

    /**
     * The hook was replaced in this process, and all parents are about to be synced with it. As after a start that is
     * no rollout, and it ends a pause.
     */
    public void replaced() {
        synchronized (this) {
            latest = "";
            target = "";
            forgetProgress();
            failing.clear();
            parents.keys().forEach(key -> memories.find(key).ifPresent(memory -> memory.hookVersion(null)));
        }
        whenChanged.run();
    }

    /**
     * The parents that are to be synced with {@link #target}; after an inherited pause, those too that this watcher has
     * not synced yet.
     */
    private List<ParentKey> behind() {
        return parents.keys()
                .filter(key -> {
                    String version = version(key);
                    return version == null ? inherited : !version.equals(target);
                })
                .toList();
    }

    private @Nullable String version(ParentKey parent) {
        return memories.find(parent).map(ParentMemory::hookVersion).orElse(null);
    }

    private void spread(List<ParentKey> parents, Instant now) {
        Duration each = Duration.ofMinutes(1).dividedBy(rule.maxPerMinute());
        for (int i = 0; i < parents.size(); i++) {
            queue.addAfter(parents.get(i), each.multipliedBy(i), Priority.RESYNC, "another version of the hook");
        }
        again = now.plus(each.multipliedBy(parents.size())).plus(AGAIN);
    }

    private void end() {
        active = false;
        inherited = false;
        say("HookRolloutCompleted", "Version " + target + " of the hook has reached all parents");
    }

    private void say(String reason, String text) {
        LOG.atInfo()
                .addKeyValue("controller", name)
                .addKeyValue("version", target)
                .log(text);
        events.normal(spec.source(), reason, text);
    }

    /**
     * A sync of a parent has ended well, with this version of the hook, empty if it is not known; null if the hook was
     * not called.
     */
    void synced(ParentKey parent, ParentMemory memory, @Nullable String version) {
        if (version == null) {
            return;
        }
        memory.hookVersion(version.equals(target) ? target : version);
        if (!active && failing.isEmpty()) {
            return;
        }
        synchronized (this) {
            failing.remove(parent);
            called.remove(parent);
            if (active && version.equals(target)) {
                done.add(parent);
            }
        }
    }

    /** A sync of a parent has failed, with this version of the hook, as in {@link #synced}. */
    void failed(ParentKey parent, @Nullable String version, String why) {
        if (version == null) {
            return;
        }
        boolean pauses;
        synchronized (this) {
            String since = failing.merge(parent, version, (first, _) -> first);
            pauses = active && !paused && !ignoresFailures && since.equals(target) && tooManyFail();
            if (pauses) {
                pause(why);
            }
        }
        if (pauses) {
            whenChanged.run();
        }
    }

    private boolean tooManyFail() {
        int failed = failedWithTarget();
        int tried = failed + done.size();
        boolean isShare = rule.pauseOnFailure().isPercentage();
        int least = isShare ? Math.min(LEAST_TRIED, begunWith) : 1;
        long limit = rule.pauseOnFailure().value();
        return tried >= least && (isShare ? failed * 100L >= limit * tried : failed >= Math.max(1, limit));
    }

    private int failedWithTarget() {
        return (int) failing.values().stream().filter(target::equals).count();
    }

    private void pause(String why) {
        int failed = failedWithTarget();
        paused = true;
        problem = failed + " of " + (failed + done.size()) + " parents that were synced with it fail, for example: "
                + why;
        String text = "The rollout of version " + target + " of the hook is paused: " + problem;
        LOG.atWarn()
                .addKeyValue("controller", name)
                .addKeyValue("version", target)
                .log(text);
        events.warning(spec.source(), "HookRolloutPaused", text);
    }

    /** Whether a pause keeps the hook from being called for a parent. */
    boolean skips(KubeObject parent, Causes causes) {
        return paused && !parent.isBeingDeleted() && isKeptBack(parent, causes);
    }

    private synchronized boolean isKeptBack(KubeObject parent, Causes causes) {
        ParentKey key = ParentKey.of(parent);
        boolean kept = isKeptBack(key, parent);
        if (kept && changedItself(parent, causes)) {
            called.add(key); // until it succeeds
            return false;
        }
        return kept;
    }

    private boolean isKeptBack(ParentKey key, KubeObject parent) {
        String version = version(key);
        return paused
                && !target.equals(version)
                && !called.contains(key)
                && (version != null || (inherited && isObserved(parent)));
    }

    private static boolean changedItself(KubeObject parent, Causes causes) {
        return causes.all().stream()
                .anyMatch(cause ->
                        cause instanceof ParentChanged(Part part) && (part != Part.STATUS || parent.generation() == 0));
    }

    /** Whether the status says that the parent was synced since its spec has changed. */
    private static boolean isObserved(KubeObject parent) {
        JsonNode observed = parent.fieldTree("status").path("observedGeneration");
        return observed.isNumber() && observed.asLong() == parent.generation();
    }

    /** Why {@link #skips} does. */
    String reason() {
        return "the rollout of version " + target + " of the hook is paused";
    }

    /** Why a pause keeps the hook from being called for a parent that does not change itself; empty if it does not. */
    public synchronized Optional<String> keepsBack(KubeObject parent) {
        return !parent.isBeingDeleted() && isKeptBack(ParentKey.of(parent), parent)
                ? Optional.of(reason() + ", since " + problem)
                : Optional.empty();
    }

    /** Resumes a paused rollout if the annotation of the controller has a value that it did not have. */
    public void resume(KubeObject controller) {
        boolean resumes;
        synchronized (this) {
            String requested = controller.annotation(RESUME_ANNOTATION);
            resumes = requested != null && !Objects.equals(requested, resumed) && paused;
            resumed = requested;
            if (resumes) {
                paused = false;
                ignoresFailures = true;
                problem = "";
                say("HookRolloutResumed", "The rollout of version " + target + " of the hook is resumed");
                spread(behind(), clock.instant());
            }
        }
        if (resumes) {
            whenChanged.run();
        }
    }

    /** How far the version has got; empty if the hook has no versions. */
    public synchronized Optional<Progress> progress() {
        if (target.isEmpty()) {
            return Optional.empty();
        }
        long at = parents.keys().filter(key -> target.equals(version(key))).count();
        return Optional.of(
                new Progress(target, (int) at, active, Optional.of(problem).filter(_ -> paused)));
    }

    private synchronized void forget(ParentKey parent) {
        failing.remove(parent);
        done.remove(parent);
        called.remove(parent);
    }

    private static String parents(int count) {
        return count == 1 ? "1 parent" : count + " parents";
    }
}
