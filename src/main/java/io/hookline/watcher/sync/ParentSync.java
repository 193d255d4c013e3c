package io.hookline.watcher.sync;

import io.hookline.apply.ContentHash;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.claim.ChildClaims;
import io.hookline.watcher.hook.ControllerHooks;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.related.RelatedObjects;
import io.hookline.watcher.state.ParentMemory;
import io.hookline.watcher.state.RunningSync;
import io.hookline.watcher.state.SyncResult;
import io.hookline.watcher.state.UnchangedSync;
import io.hookline.watcher.write.Finalizers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One sync of one parent: {@link #run} has its steps in the contract's order. Holds what the steps learn, for those that come
 * after. For one use; only {@link #result} and what does not change may be used by several threads.
 */
public final class ParentSync implements RunningSync {

    /** What the steps work with; the same for all parents of a controller. */
    public record Steps(
            Finalizers finalizers,
            ChildClaims claims,
            RelatedObjects related,
            ControllerHooks hooks,
            AnswerApplier applier,
            SyncSchedule schedule) {}

    /**
     * What the hook answered about one revision of the parent.
     *
     * @param revision the parent as of that revision
     * @param hash of the body
     */
    private record RevisionAnswer(KubeObject revision, JsonText body, ContentHash hash) {
        RevisionAnswer(KubeObject revision, JsonText body) {
            this(revision, body, ContentHash.of(body::writeTo));
        }
    }

    private final Steps steps;
    private final ParentKind kind;
    private final ParentMemory memory;
    private final List<String> causes;
    private final SyncResult result = new SyncResult();

    private KubeObject parent;
    private boolean finalizing;
    private ObjectGroups observed = ObjectGroups.NONE;
    private List<RevisionAnswer> answers = List.of();

    /**
     * A sync that is still to run.
     *
     * @param parent as cached
     * @param causes why it is synced, for explaining only
     */
    ParentSync(Steps steps, ParentKind kind, KubeObject parent, ParentMemory memory, List<String> causes) {
        this.steps = steps;
        this.kind = kind;
        this.parent = parent;
        this.memory = memory;
        this.causes = List.copyOf(causes);
    }

    /**
     * Runs it.
     *
     * @throws SyncException if it failed
     */
    Outcome run() throws InterruptedException {
        try {
            settleFinalizer();
            claimChildren();
            chooseHook();
            List<ObjectGroups> related = findRelated();
            callHooks(related);
            if (!repeatsLastSync()) {
                apply();
            }
            return result.outcome(parent);
        } catch (Ended e) { // by a step that leaves nothing to do, or that must wait
            return e.outcome;
        }
    }

    /** Before any other effect, so that the finalize hook gets its chance to undo it. */
    private void settleFinalizer() {
        KubeObject settled;
        try {
            settled = steps.finalizers().settle(kind, parent);
        } catch (ClusterException.NotFound _) {
            throw new Ended(Outcome.awaitChange()); // deleted, as the cache will show
        }
        if (settled != parent) {
            wroteParent(settled);
        }
        if (!kind.concerns(parent)) {
            throw new Ended(Outcome.awaitChange()); // its last tie to the controller was the finalizer
        }
    }

    private void claimChildren() {
        observed = steps.claims().claim(kind, parent, memory);
    }

    private void chooseHook() {
        ControllerHooks hooks = steps.hooks();
        finalizing =
                hooks.canFinalize() && (parent.isBeingDeleted() || !kind.rule().matches(parent));
        if (!hooks.canAsk(finalizing)) {
            if (!hooks.canFinalize()) {
                throw new SyncException("no enabled hooks found");
            }
            throw new Ended(Outcome.awaitChange()); // a controller that only finalizes ignores living parents
        }
    }

    /** The related objects of each revision. */
    private List<ObjectGroups> findRelated() throws InterruptedException {
        return switch (steps.related().of(kind, parent, memory)) {
            case RelatedObjects.Found.Objects(ObjectGroups groups) -> List.of(groups);
            case RelatedObjects.Found.NotYet(Outcome outcome) -> throw new Ended(outcome);
        };
    }

    private void callHooks(List<ObjectGroups> related) throws InterruptedException {
        answers = switch (steps.hooks().call(parent, observed, related.getFirst(), finalizing)) {
            case HookReply.Answered(JsonText body) -> List.of(new RevisionAnswer(parent, body));
            case HookReply.Later(Optional<Duration> after) -> throw new Ended(ControllerHooks.tooManyRequests(after));
        };
    }

    /** Whether the answers are known to want just what there is: then they are not even read. */
    private boolean repeatsLastSync() {
        UnchangedSync last = memory.unchanged();
        if (last == null || !last.covers(parent, observed.all(), finalizing, hashes())) {
            return false;
        }
        last.resyncAfter().ifPresent(this::resyncAfter);
        return true;
    }

    private List<ContentHash> hashes() {
        return answers.stream().map(RevisionAnswer::hash).toList();
    }

    private void apply() throws InterruptedException {
        memory.unchanged(null);
        KubeObject before = parent;
        RevisionAnswer latest = answers.getFirst();
        SyncAnswer answer = steps.hooks().read(latest.body(), latest.revision(), finalizing);
        answer.resyncAfter().ifPresent(this::resyncAfter); // also when what follows fails
        steps.applier().apply(this, answer);
        if (result.isUnchanged()) {
            memory.unchanged(new UnchangedSync(before, observed.all(), finalizing, hashes(), answer.resyncAfter()));
        }
    }

    private void resyncAfter(Duration after) {
        steps.schedule().asHookWants(key(), after);
    }

    ParentKey key() {
        return ParentKey.of(parent);
    }

    @Override
    public ParentKind kind() {
        return kind;
    }

    @Override
    public KubeObject parent() {
        return parent;
    }

    @Override
    public ObjectGroups observed() {
        return observed;
    }

    /** Whether the finalize hook is called, not the sync hook. */
    boolean isFinalizing() {
        return finalizing;
    }

    @Override
    public boolean isFinalized(SyncAnswer answer) {
        return finalizing && answer.finalized();
    }

    @Override
    public ParentMemory memory() {
        return memory;
    }

    @Override
    public List<String> causes() {
        return causes;
    }

    @Override
    public SyncResult result() {
        return result;
    }

    @Override
    public void wroteParent(KubeObject now) {
        parent = now;
        if (!RunningSync.isGone(now)) {
            memory.writes().wrote(kind.subscription().store(), now);
        }
    }

    @Override
    public void lookAgain(Duration after, String cause) {
        steps.schedule().lookAgain(key(), after, cause);
    }

    /** The sync ends here, and nothing has failed. */
    private static final class Ended extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        private final transient Outcome outcome;

        Ended(Outcome outcome) {
            super(null, null, false, false);
            this.outcome = outcome;
        }
    }
}
