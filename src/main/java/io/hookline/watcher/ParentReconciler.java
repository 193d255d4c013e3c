package io.hookline.watcher;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.HookReply;
import io.hookline.hook.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import java.time.Duration;
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
    private final RelatedObjects related;
    private final HookCalls hooks;
    private final Answers answers;
    private final Schedule schedule;

    ParentReconciler(
            ParentKinds parents,
            Finalizers finalizers,
            Ownership ownership,
            RelatedObjects related,
            HookCalls hooks,
            Answers answers,
            Schedule schedule) {
        this.parents = parents;
        this.finalizers = finalizers;
        this.ownership = ownership;
        this.related = related;
        this.hooks = hooks;
        this.answers = answers;
        this.schedule = schedule;
    }

    /** When parents come back without a change. */
    record Schedule(WorkQueue<ParentKey> queue, Duration resync, OwnWrites ownWrites) {

        /** A little early, each parent by its own fixed share, so that those that came together come apart. */
        void resync(ParentKey key) {
            double early = Math.floorMod(key.hashCode(), 1000) / 10_000.0;
            Duration after = resync.minusMillis((long) (resync.toMillis() * early));
            queue.addAfter(key, after, Priority.RESYNC, "resync");
        }

        void asHookWants(ParentKey key, Duration after) {
            queue.addAfter(key, after, Priority.CHANGE, "the hook asked to be called again");
        }
    }

    @Override
    public Outcome reconcile(ParentKey key, Set<String> causes) throws InterruptedException {
        Optional<ParentKind> kind = parents.of(key);
        // Before the cache is read: what it shows in between would be taken for seen, and what was read is older.
        Optional<Duration> unseen = schedule.ownWrites().unseen(key);
        Optional<KubeObject> found = kind.flatMap(k -> k.subscription().store().get(key.key()));
        if (kind.isEmpty() || found.isEmpty() || !kind.get().concerns(found.get())) {
            schedule.ownWrites().forget(key);
            return Outcome.awaitChange(); // gone, or not ours: its children go by owner reference
        }
        if (unseen.isPresent()) {
            return Outcome.retryAfter(unseen.get(), "the cache does not show the last writes yet");
        }
        schedule.resync(key);
        try {
            return sync(key, kind.get(), found.get(), causes);
        } catch (SyncException e) {
            return Outcome.failed(e, e.after());
        }
    }

    private Outcome sync(ParentKey key, ParentKind kind, KubeObject cached, Set<String> causes)
            throws InterruptedException {
        // Before any other effect, so that we are given the chance to undo it.
        KubeObject parent;
        try {
            parent = finalizers.settle(kind, cached);
        } catch (ClusterException.NotFound _) {
            return Outcome.awaitChange(); // gone, as the cache will show
        }
        if (parent != cached) {
            schedule.ownWrites().wrote(key, kind.subscription().store(), parent);
        }
        if (!kind.concerns(parent)) {
            return Outcome.awaitChange();
        }
        ObjectGroups observed = ownership.observed(kind, parent);
        boolean finalizes =
                hooks.canFinalize() && (parent.isBeingDeleted() || !kind.rule().matches(parent));
        if (!hooks.canAsk(finalizes)) {
            if (!hooks.canFinalize()) {
                throw new SyncException("no enabled hooks found");
            }
            return Outcome.awaitChange(); // a controller that only finalizes has nothing to say about living parents
        }
        return switch (related.of(kind, parent)) {
            case RelatedObjects.Found.NotYet(Outcome outcome) -> outcome;
            case RelatedObjects.Found.Objects(ObjectGroups found) ->
                act(new Question(kind, parent, observed, found, finalizes, causes));
        };
    }

    private Outcome act(Question question) throws InterruptedException {
        HookCalls.Asked asked =
                hooks.ask(question.parent(), question.observed(), question.related(), question.finalizes());
        return switch (asked) {
            case HookCalls.Asked.Later(HookReply.Later reply) -> later(reply);
            case HookCalls.Asked.Answer answer -> answers.follow(question, answer);
        };
    }

    /** What follows from a hook's 429. */
    static Outcome later(HookReply.Later reply) {
        return reply.after()
                .map(delay -> Outcome.retryAfter(delay, "the hook answered 429"))
                .orElseGet(() -> Outcome.retry("the hook answered 429 without a usable Retry-After"));
    }
}
