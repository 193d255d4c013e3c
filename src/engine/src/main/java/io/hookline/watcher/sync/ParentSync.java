package io.hookline.watcher.sync;

import io.hookline.apply.ContentHash;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.Event;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.trace.Cause;
import io.hookline.trace.Causes;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.SyncNotes.Answer;
import io.hookline.trace.Trace;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.PhaseClock;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.SyncFailures;
import io.hookline.watcher.model.WorkObserver.Phase;
import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sync of one parent: {@link #run} lists its steps in the order of Metacontroller's contract. The fields hold what
 * a step found, for the steps after it. For one use; only {@link #result} and values that do not change may be used by
 * several threads.
 */
final class ParentSync {

    /** The components that the steps use; the same for all parents of a controller. */
    record Collaborators(
            Finalizers finalizers,
            ChildClaims claims,
            ParentRevisions revisions,
            RelatedObjects related,
            RevisionCalls calls,
            AnswerApplier applier,
            SyncSchedule schedule,
            EventRecorder events,
            ParentReports reports,
            PhaseClock phases,
            Undo undo,
            HookRollout rollout) {}

    private final Collaborators collaborators;
    private final ParentKind kind;
    private final ParentMemory memory;
    private final Causes causes;
    private final Causes untried;
    private final OutcomeCollector result = new OutcomeCollector();
    private final boolean undoes;
    private final boolean sawOwnWrite;

    private KubeObject parent;
    private boolean finalizing;
    private ObjectGroups observed = ObjectGroups.NONE;
    private List<ParentRevision> revisions = List.of();
    private List<KubeObject> objects = List.of();

    /** The related objects of each revision. */
    private List<ObjectGroups> related = List.of();

    private List<RevisionCalls.Body> bodies = List.of();

    /**
     * Prepares a sync.
     *
     * @param parent as cached
     * @param causes why it is synced
     * @param untried those of them for which no sync has written children
     */
    ParentSync(
            Collaborators collaborators,
            ParentKind kind,
            KubeObject parent,
            ParentMemory memory,
            Causes causes,
            Causes untried) {
        this.collaborators = collaborators;
        this.kind = kind;
        this.parent = parent;
        this.memory = memory;
        this.causes = causes;
        this.untried = untried;
        this.sawOwnWrite = memory.isAsWritten(parent);
        this.undoes = collaborators.undo().isActive();
    }

    /**
     * Runs the steps. A step that ends the sync early without a failure throws {@link EndedEarly}.
     *
     * @throws SyncException if a step failed
     */
    Outcome run() throws InterruptedException {
        try {
            if (undoes && !canFinalize()) {
                measured(Phase.APPLY, this::undo);
                return result.outcome(parent);
            }
            measured(Phase.CLAIM, this::prepare);
            measured(Phase.HOOK, this::callHook);
            measured(Phase.APPLY, this::applyUnlessSame);
            return result.outcome(parent);
        } catch (EndedEarly e) {
            return e.outcome;
        } finally {
            bodies.forEach(RevisionCalls.Body::release);
            forgetWritten();
        }
    }

    /** The version of the sync hook that has answered, empty if it is not known; null if it has not answered. */
    @Nullable
    String hookVersion() {
        return bodies.isEmpty() || finalizing ? null : bodies.getFirst().version();
    }

    private boolean canFinalize() {
        return collaborators.calls().hooks().canFinalize();
    }

    /**
     * Undoes what the controller made for the parent, without a hook; not if it is being deleted with everything that
     * it owns.
     */
    private void undo() throws InterruptedException {
        addOrRemoveFinalizer();
        if (!parent.isBeingDeleted()) {
            finalizing = true;
            memory.unchanged(null);
            observed = collaborators.claims().applied(kind, parent, memory);
            collaborators.applier().undo(this);
        }
    }

    /** Whether nothing is left to undo for the parent, after this sync has ended without a failure. */
    boolean isUndone() {
        return undoes && !(canFinalize() && parent.hasFinalizer(kind.finalizer()));
    }

    /** Everything before the hook is called. */
    private void prepare() throws InterruptedException {
        addOrRemoveFinalizer();
        claimChildren();
        chooseHook();
        findRevisions();
        findRelatedObjects();
    }

    /** A step or several, as one part of the sync that metrics show. */
    @FunctionalInterface
    private interface Part {
        void run() throws InterruptedException;
    }

    private void measured(Phase phase, Part part) throws InterruptedException {
        Instant start = collaborators.phases().start();
        try {
            part.run();
        } finally {
            collaborators.phases().ended(phase, start);
        }
    }

    /** Runs before any other write, so that the finalize hook is called to undo the writes. */
    private void addOrRemoveFinalizer() {
        if (undoes && canFinalize()) { // a parent without the finalizer is not finalized
            if (!parent.hasFinalizer(kind.finalizer())) {
                throw new EndedEarly(Outcome.awaitChange());
            }
            return;
        }
        KubeObject changed;
        try {
            changed = collaborators.finalizers().addOrRemove(kind, parent);
        } catch (ClusterException.NotFound _) {
            throw new EndedEarly(Outcome.awaitChange()); // the parent was deleted; the cache does not show it yet
        }
        if (changed != parent) {
            wroteParent(changed);
        }
        if (!kind.concerns(parent)) {
            memory.finalized();
            throw new EndedEarly(Outcome.awaitChange()); // neither selected nor with our finalizer any more
        }
    }

    private void claimChildren() {
        observed = undoes
                ? collaborators.claims().applied(kind, parent, memory)
                : collaborators.claims().claim(kind, parent, memory);
    }

    /** Chooses between sync and finalize hook; a sync that has no hook to call ends here. */
    private void chooseHook() {
        ControllerHooks hooks = collaborators.calls().hooks();
        finalizing = hooks.canFinalize()
                && (undoes || parent.isBeingDeleted() || !kind.rule().matches(parent));
        if (!finalizing) {
            memory.finalized();
        }
        if (!hooks.canCall(finalizing)) {
            if (!hooks.canFinalize()) {
                throw new SyncException.Refused("no enabled hooks found");
            }
            throw new EndedEarly(Outcome.awaitChange()); // only a finalize hook, which this parent does not need
        }
    }

    /** Finds the revisions of the parent; only the one that it is in if its children are not written any more. */
    private void findRevisions() {
        boolean writesChildren =
                !parent.isBeingDeleted() || collaborators.finalizers().holds(parent);
        revisions = (writesChildren ? collaborators.revisions() : ParentRevisions.NONE).of(kind, parent, memory);
        objects = objects();
    }

    private void findRelatedObjects() throws InterruptedException {
        related = switch (collaborators.related().of(kind, revisions, memory)) {
            case RelatedObjects.Found.Objects(List<ObjectGroups> groups) -> groups;
            case RelatedObjects.Found.NotYet(Outcome outcome) -> throw new EndedEarly(outcome);
        };
    }

    private void callHook() throws InterruptedException {
        noteInputs();
        bodies = switch (collaborators.calls().call(revisions, observed, related, finalizing)) {
            case RevisionCalls.Replies.All(List<RevisionCalls.Body> all) -> all;
            case RevisionCalls.Replies.Later(HookReply.Later reply) ->
                throw new EndedEarly(ControllerHooks.tooManyRequests(reply.after()));
        };
    }

    /** Notes what differs from the last call. What is the same by identity costs a comparison only. */
    private void noteInputs() {
        Trace trace = Trace.current();
        LastInputs last = memory.inputs();
        if (trace == null || (last != null && last.areSame(parent, objects))) {
            return;
        }
        if (last == null) {
            trace.notes().first();
        } else {
            last.note(parent, objects, trace.notes());
        }
        memory.inputs(new LastInputs(parent, objects, Map.of(), last == null ? List.of() : last.answers()));
    }

    private void noteAnswer() {
        LastInputs inputs = memory.inputs();
        if (inputs != null) {
            List<ContentHash> hashes = hashes();
            boolean same = inputs.answers().equals(hashes);
            long size = bodies.stream().mapToLong(body -> body.text().size()).sum();
            Trace.note(notes -> notes.answered(new Answer(finalizing ? "finalize" : "sync", size, same)));
            memory.inputs(inputs.answered(hashes));
        }
    }

    /** What this sync has written is compared by its version only. */
    private void forgetWritten() {
        Trace trace = Trace.current();
        SyncNotes notes = trace == null ? null : trace.notesIfAny();
        LastInputs inputs = memory.inputs();
        if (notes != null && inputs != null) {
            memory.inputs(inputs.without(notes));
        }
    }

    /** Applies the answers, unless the last sync had the same objects and answers and changed nothing. */
    private void applyUnlessSame() throws InterruptedException {
        Optional<UnchangedSync> same = findSameLastSync();
        if (same.isPresent()) {
            same.get().resyncAfter().ifPresent(this::resyncAfter);
            if (finalizing) { // an answer that is finalized has changed something
                notFinalized();
            }
        } else {
            applyAnswers();
        }
    }

    /** The last sync, if it had the same objects and answers and changed nothing. Then the answers need not be read. */
    private Optional<UnchangedSync> findSameLastSync() {
        return Optional.ofNullable(memory.unchanged())
                .filter(last -> last.covers(parent, objects, finalizing, hashes()));
    }

    private List<KubeObject> objects() {
        List<KubeObject> children = observed.all();
        if (revisions.size() == 1 && revisions.getFirst().recorded().isEmpty()) {
            return children;
        }
        List<KubeObject> all = new ArrayList<>(children);
        revisions.stream()
                .flatMap(revision -> revision.recorded().stream())
                .forEach(recorded -> all.add(recorded.source()));
        return all;
    }

    private List<ContentHash> hashes() {
        return bodies.stream().map(RevisionCalls.Body::hash).toList();
    }

    private void applyAnswers() throws InterruptedException {
        memory.unchanged(null); // until this sync turns out to change nothing
        noteAnswer();
        KubeObject before = parent;
        RevisionAnswers answers = collaborators.calls().read(bodies, finalizing);
        if (answers.finalized()) {
            memory.finalized();
        } else if (finalizing) {
            notFinalized();
        }
        answers.resyncAfter().ifPresent(this::resyncAfter); // also due if the answers cannot be applied
        answers.latest().events().forEach(this::recordEvent); // also if the answers cannot be applied
        collaborators.applier().apply(this, answers);
        if (result.isUnchanged()) {
            memory.unchanged(new UnchangedSync(before, objects, finalizing, hashes(), answers.resyncAfter()));
        }
    }

    private void notFinalized() {
        memory.notFinalized(parent.hasFinalizer(kind.finalizer()));
    }

    private void recordEvent(Event event) {
        collaborators.events().ofHook(parent, event);
        collaborators.reports().event(parent, event, causes);
    }

    private void resyncAfter(Duration after) {
        collaborators.schedule().resyncAfter(key(), after);
    }

    // What the steps in other classes see.

    private ParentKey key() {
        return ParentKey.of(parent);
    }

    ParentKind kind() {
        return kind;
    }

    /** The parent as cached, or as the last write of this sync returned it. */
    KubeObject parent() {
        return parent;
    }

    /** The observed children, by declared kind. */
    ObjectGroups observed() {
        return observed;
    }

    /**
     * Whether the finalize hook is called instead of the sync hook; only its answer can allow to remove the finalizer.
     */
    boolean isFinalizing() {
        return finalizing;
    }

    ParentMemory memory() {
        return memory;
    }

    /** Why the parent is synced. */
    Causes causes() {
        return causes;
    }

    /** Why the parent is synced, without the causes for which a failed sync has written children. */
    Causes untried() {
        return untried;
    }

    /** Whether the cache showed the parent at the start of the sync as our own last write had left it. */
    boolean sawOwnWrite() {
        return sawOwnWrite;
    }

    /** The result so far. */
    OutcomeCollector result() {
        return result;
    }

    /** Records that the parent was written and is now in this state. The next sync waits until the cache shows it. */
    void wroteParent(KubeObject now) {
        collaborators.reports().written(parent, now, causes);
        parent = now;
        memory.wroteParent(now);
        if (!isRemoved(now)) {
            memory.writes().wrote(kind.subscription().store(), now);
        }
    }

    /** Whether this parent is being deleted and has no finalizer left, so that the API server has removed it. */
    static boolean isRemoved(KubeObject parent) {
        return parent.isBeingDeleted() && parent.finalizers().isEmpty();
    }

    /** Requests another sync after a delay, for a change that no cache reports. */
    void syncAgain(Duration after, Cause cause) {
        collaborators.schedule().syncAgain(key(), after, cause);
    }

    /** Ends the sync early, without a failure. */
    private static final class EndedEarly extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final transient Outcome outcome;

        EndedEarly(Outcome outcome) {
            super(null, null, false, false);
            this.outcome = outcome;
        }
    }

    /**
     * Collects the results of one sync: its steps do everything that can be done, then {@link #outcome} returns how it
     * ended. Thread-safe.
     */
    static final class OutcomeCollector {

        private final SyncFailures children = new SyncFailures();
        private final List<SyncException> held = new ArrayList<>();
        private @Nullable SyncException parent;
        private @Nullable String retryReason;
        private boolean unchanged = true;
        private boolean replaced;

        /** Records that something was written or reported: the next sync cannot be skipped. */
        synchronized void changed() {
            unchanged = false;
        }

        /** Records that children were created or deleted. */
        synchronized void childrenReplaced() {
            replaced = true;
        }

        /** Whether children were created or deleted. */
        synchronized boolean hasReplacedChildren() {
            return replaced;
        }

        /** Records children that could not be written. */
        synchronized void childrenFailed(SyncFailures failures) {
            children.addAll(failures);
        }

        /** Records deletions that are held. They come after the failures of children, which may be why. */
        synchronized void deletionsHeld(SyncException why) {
            held.add(why);
        }

        /** Records that the parent could not be written. */
        synchronized void parentFailed(SyncException failure) {
            parent = failure;
        }

        /** Records that the parent changed while it was written: not a failure, but the sync must be retried. */
        synchronized void parentConflict(String why) {
            retryReason = why;
        }

        /** Whether the sync wrote nothing, reported nothing and failed nowhere. */
        synchronized boolean isUnchanged() {
            return unchanged && children.isEmpty() && held.isEmpty() && parent == null && retryReason == null;
        }

        /** The outcome for this parent. Failures of the parent and of its children are reported together. */
        synchronized Outcome outcome(KubeObject of) {
            List<SyncException> failures = new ArrayList<>();
            if (parent != null) {
                failures.add(parent);
            }
            if (!children.isEmpty() || !held.isEmpty()) {
                SyncFailures all = new SyncFailures();
                all.addAll(children);
                held.forEach(all::add);
                failures.add(new SyncException.Several("can't reconcile children for " + of + ": ", all));
            }
            if (!failures.isEmpty()) {
                SyncException joined =
                        failures.size() == 1 ? failures.getFirst() : new SyncException.Several("", failures);
                return Outcome.failed(joined, joined.after());
            }
            return retryReason == null ? Outcome.awaitChange() : Outcome.retry(retryReason);
        }
    }
}
