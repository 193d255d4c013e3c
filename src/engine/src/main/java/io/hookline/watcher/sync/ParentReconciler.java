package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import io.hookline.trace.Trace;
import io.hookline.watcher.model.NotLeaderException;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the cluster match the hook's answer for one parent: paused? sync; forget it if it is gone.
 *
 * <p>Gets only a key and reads everything else from the caches, so a lost, repeated or reordered event changes nothing.
 * Composite and decorator differ in two steps only: which objects are children ({@link ChildClaims}), and how the answer is
 * applied ({@link AnswerApplier}). The steps are listed in {@link ParentSync#run}. Thread-safe.
 */
final class ParentReconciler implements Reconciler<ParentKey> {

    private final ParentKinds parents;
    private final ParentMemories memories;
    private final PausedParents paused;
    private final ParentSync.Collaborators collaborators;
    private final BooleanSupplier leads;

    /** @param leads whether this process may write and call hooks now */
    ParentReconciler(
            ParentKinds parents,
            ParentMemories memories,
            PausedParents paused,
            ParentSync.Collaborators collaborators,
            BooleanSupplier leads) {
        this.parents = parents;
        this.memories = memories;
        this.paused = paused;
        this.collaborators = collaborators;
        this.leads = leads;
    }

    @Override
    public Outcome reconcile(ParentKey key, Causes causes) throws InterruptedException {
        try {
            Optional<String> pause = reasonToSkip(key, causes);
            return pause.isPresent() ? Outcome.waiting(pause.get()) : sync(key, causes);
        } finally {
            forgetIfGone(key);
        }
    }

    /**
     * Why a parent is not synced: it is paused, or a paused rollout of a hook has not reached it. Then no hook is called and nothing is
     * written. As a parent that is being deleted, one of a controller that is being deleted is not skipped.
     */
    private Optional<String> reasonToSkip(ParentKey key, Causes causes) {
        Optional<KubeObject> parent = parents.find(key);
        if (parent.isEmpty()) {
            paused.forget(key);
        } else if (!collaborators.undo().isActive() && paused.skips(parent.get())) {
            return Optional.of("paused by the annotation " + PausedParents.ANNOTATION);
        } else if (!collaborators.undo().isActive() && collaborators.rollout().skips(parent.get(), causes)) {
            return Optional.of(collaborators.rollout().reason());
        }
        return Optional.empty();
    }

    private Outcome sync(ParentKey key, Causes causes) throws InterruptedException {
        Optional<ParentKind> kind = parents.of(key);
        // Checked before the cache is read. Otherwise a write that the cache shows in between counts as seen, although
        // the parent that was read is older.
        Optional<Duration> unseen =
                memories.find(key).flatMap(memory -> memory.writes().remaining());
        Optional<KubeObject> found = kind.flatMap(k -> k.subscription().store().get(key.key()));
        if (kind.isEmpty() || found.isEmpty() || !kind.get().concerns(found.get())) {
            return Outcome.awaitChange(); // deleted or not ours; children of a deleted parent are garbage collected
        }
        ParentMemory memory = memories.of(found.get());
        if (unseen.isPresent()) {
            keep(memory, causes, causes);
            return Outcome.retryAfter(unseen.get(), "the cache does not show the last writes yet");
        }
        collaborators.schedule().resync(key);
        Causes untried = memory.untried(causes);
        Causes all = memory.takeCauses(causes);
        traced(found.get(), memory, all);
        return sync(kind.get(), found.get(), memory, all, untried);
    }

    private Outcome sync(ParentKind kind, KubeObject parent, ParentMemory memory, Causes causes, Causes untried)
            throws InterruptedException {
        Outcome outcome;
        ParentSync sync = new ParentSync(collaborators, kind, parent, memory, causes, untried);
        try {
            outcome = sync.run();
            if (sync.isUndone() && outcome instanceof Outcome.AwaitChange) {
                collaborators.undo().done(ParentKey.of(parent));
            }
        } catch (SyncException e) {
            outcome = Outcome.failed(e, e.after());
        } catch (NotLeaderException _) {
            outcome = Outcome.retry(NotLeaderException.MESSAGE);
        }
        if (outcome instanceof Outcome.Failed && !leads.getAsBoolean()) { // such as a write that was not sent
            outcome = Outcome.retry(NotLeaderException.MESSAGE);
        }
        recordVersion(ParentKey.of(parent), memory, sync.hookVersion(), outcome);
        switch (outcome) {
            case Outcome.RetryAfter _, Outcome.Waiting _, Outcome.Retry _, Outcome.Failed _ ->
                keep(memory, causes, sync.result().hasReplacedChildren() ? Causes.NONE : untried);
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> {}
        }
        return outcome;
    }

    private void recordVersion(ParentKey key, ParentMemory memory, @Nullable String answered, Outcome outcome) {
        switch (outcome) {
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ ->
                collaborators.rollout().synced(key, memory, answered);
            case Outcome.Failed(Throwable cause, var _) -> {
                String version = answered == null && cause instanceof SyncException e ? e.hookVersion() : answered;
                String why = cause instanceof SyncException e ? e.problem() : cause.toString();
                collaborators.rollout().failed(key, version, key + ": " + why);
            }
            case Outcome.RetryAfter _, Outcome.Waiting _, Outcome.Retry _ -> {}
        }
    }

    /**
     * Drops the memory of a parent that was deleted during its sync. The deletion event came before the sync wrote to the memory, and no
     * later event would drop it. A parent that exists, but that the controller no longer selects, is forgotten in the same way.
     */
    private void forgetIfGone(ParentKey key) {
        Optional<String> known = memories.find(key).map(ParentMemory::uid);
        // A sync may register related objects after its memory was dropped. If another object has the parent's name by
        // now, the event for its creation has queued another sync.
        if (known.isEmpty() || !known.equals(parents.find(key).map(KubeObject::uid))) {
            memories.forget(key);
        }
    }

    /** The change that an earlier sync did not complete is what users wait for. */
    private static void traced(KubeObject parent, ParentMemory memory, Causes causes) {
        ObservedChange earlier = memory.takeChange();
        Trace trace = Trace.current();
        if (trace == null) {
            return;
        }
        trace.sees(parent.resourceVersion(), causes);
        if (earlier != null) {
            trace.continues(earlier);
        }
    }

    private static void keep(ParentMemory memory, Causes causes, Causes untried) {
        Trace trace = Trace.current();
        memory.keepCauses(causes, trace == null ? null : trace.change(), untried);
    }
}
