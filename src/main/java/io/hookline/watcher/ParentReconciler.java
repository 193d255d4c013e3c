package io.hookline.watcher;

import io.hookline.hook.HookReply;
import io.hookline.hook.ObjectGroups;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the cluster match what the hooks want for one parent.
 *
 * <p>Only a key comes in: everything else is read here, so a lost, repeated or reordered event changes nothing. Composite
 * and decorator differ in two parts only: who is a child ({@link Ownership}), and how the answer is carried out ({@link
 * Effects}). The order of steps is the contract's: finalizer, claims, related objects, hook, then the effects.
 */
final class ParentReconciler implements Reconciler<ParentKey> {

    private final ParentKinds parents;
    private final Finalizers finalizers;
    private final Ownership ownership;
    private final HookCalls hooks;
    private final Effects effects;
    private final OwnWrites ownWrites;
    private final Schedule schedule;

    ParentReconciler(
            ParentKinds parents,
            Finalizers finalizers,
            Ownership ownership,
            HookCalls hooks,
            Effects effects,
            OwnWrites ownWrites,
            Schedule schedule) {
        this.parents = parents;
        this.finalizers = finalizers;
        this.ownership = ownership;
        this.hooks = hooks;
        this.effects = effects;
        this.ownWrites = ownWrites;
        this.schedule = schedule;
    }

    /** When parents come back without a change. */
    record Schedule(WorkQueue<ParentKey> queue, Duration resync) {

        void resync(ParentKey key) {
            queue.addAfter(key, resync, Priority.RESYNC, "resync");
        }

        void asHookWants(ParentKey key, Duration after) {
            queue.addAfter(key, after, Priority.CHANGE, "the hook asked to be called again");
        }
    }

    @Override
    public Outcome reconcile(ParentKey key, Set<String> causes) throws InterruptedException {
        Optional<ParentKind> kind = parents.of(key);
        Optional<KubeObject> found = kind.flatMap(k -> k.subscription().store().get(key.key()));
        if (kind.isEmpty() || found.isEmpty() || !kind.get().concerns(found.get())) {
            return Outcome.awaitChange(); // gone, or not ours: its children go by owner reference
        }
        Optional<Duration> unseen = ownWrites.unseen(key);
        if (unseen.isPresent()) {
            return Outcome.retryAfter(unseen.get(), "the cache does not show the last writes yet");
        }
        schedule.resync(key);
        return sync(key, kind.get(), found.get(), causes);
    }

    private Outcome sync(ParentKey key, ParentKind kind, KubeObject cached, Set<String> causes)
            throws InterruptedException {
        // Before any other effect, so that we are given the chance to undo it.
        KubeObject parent = finalizers.settle(kind, cached);
        if (!kind.concerns(parent)) {
            return Outcome.awaitChange();
        }
        ObjectGroups observed = ownership.observed(kind, parent);
        boolean finalizes =
                hooks.canFinalize() && (parent.isBeingDeleted() || !kind.rule().matches(parent));
        Optional<HookCalls.Asked> asked = hooks.ask(parent, observed, ObjectGroups.NONE, finalizes);
        if (asked.isEmpty()) {
            return Outcome.awaitChange(); // a controller that only finalizes has nothing to say about living parents
        }
        return switch (asked.get()) {
            case HookCalls.Asked.Later(HookReply.Later(Optional<Duration> after)) ->
                after.map(delay -> Outcome.retryAfter(delay, "the hook answered 429"))
                        .orElseGet(() -> Outcome.retry("the hook answered 429 without a usable Retry-After"));
            case HookCalls.Asked.Answer(SyncAnswer answer) -> {
                // Also when what follows fails.
                answer.resyncAfter().ifPresent(after -> schedule.asHookWants(key, after));
                effects.carryOut(new Turn(kind, parent, observed, answer, finalizes, List.copyOf(causes)));
                yield Outcome.awaitChange();
            }
        };
    }
}
