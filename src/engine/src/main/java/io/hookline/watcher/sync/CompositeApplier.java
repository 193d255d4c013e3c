package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.sync.RollingUpdates.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies the answer of a composite's hook: finalizer, children, status. The status is written even if a child failed. */
final class CompositeApplier implements AnswerApplier {

    private final Finalizers finalizers;
    private final ChildClaims claims;
    private final ChildWriter children;
    private final Optional<RollingUpdates> rolling;
    private final StatusWriter status;
    private final RefusedProgress progress;

    /** @param rolling the rolling updates of the controller; empty if no kind of its children has a rolling method */
    CompositeApplier(
            Finalizers finalizers,
            ChildClaims claims,
            ChildWriter children,
            Optional<RollingUpdates> rolling,
            StatusWriter status,
            RefusedProgress progress) {
        this.finalizers = finalizers;
        this.claims = claims;
        this.children = children;
        this.rolling = rolling;
        this.status = status;
        this.progress = progress;
    }

    @Override
    public void apply(ParentSync sync, RevisionAnswers answers) throws InterruptedException {
        if (sync.isFinalizing() && answers.finalized() && !releaseFinalizer(sync)) {
            return;
        }
        List<DesiredChildren> wanted = resolve(sync, answers);
        Optional<RolloutConditions> conditions = Optional.empty();
        if (!sync.parent().isBeingDeleted() || finalizers.holds(sync.parent())) {
            Optional<Rollout> rollout = rolling.map(updates -> updates.advance(sync, answers.revisions(), wanted));
            children.write(
                    sync,
                    rollout.map(Rollout::children).orElse(wanted.getFirst()),
                    answers.latest().listed());
            conditions = rollout.map(Rollout::conditions);
        }
        if (!ParentSync.isRemoved(sync.parent())) {
            writeStatus(sync, answers.latest(), conditions);
        }
    }

    /** The status of the parent stays: it is part of the parent, which stays too. */
    @Override
    public void undo(ParentSync sync) throws InterruptedException {
        children.writeNone(sync);
    }

    /**
     * The children of each revision. A child of an earlier revision whose labels do not match any more, since the selector has
     * changed, counts as not returned.
     */
    private List<DesiredChildren> resolve(ParentSync sync, RevisionAnswers answers) {
        InjectedMetadata injected = claims.injected(sync.parent(), sync.memory(), answers.latest());
        List<DesiredChildren> wanted = new ArrayList<>();
        wanted.add(children.resolve(sync, answers.latest().children(), injected));
        for (SyncAnswer earlier : answers.earlier()) {
            wanted.add(children.resolve(sync, claims.claimable(sync.parent(), sync.memory(), earlier), injected));
        }
        return wanted;
    }

    /** Returns false if the parent no longer exists; then its children are garbage collected. */
    private boolean releaseFinalizer(ParentSync sync) {
        sync.result().changed();
        Optional<KubeObject> now = finalizers.release(sync.kind().resource(), sync.parent());
        now.ifPresent(sync::wroteParent);
        return now.isPresent();
    }

    private void writeStatus(ParentSync sync, SyncAnswer answer, Optional<RolloutConditions> conditions) {
        try {
            written(sync, answer, conditions).ifPresent(now -> {
                sync.wroteParent(now);
                sync.result().changed();
            });
        } catch (ClusterException.NotFound _) {
            sync.result().changed(); // deleted meanwhile
        } catch (ClusterException.Conflict e) {
            sync.result().parentConflict("the status could not be written: " + e.getMessage());
        } catch (ClusterException e) {
            sync.result().parentFailed(new SyncException.RequestFailed("can't update status for " + sync.parent(), e));
        }
    }

    /** Without the condition that says how far a rolling update is, if that is what the API server refuses. */
    private Optional<KubeObject> written(ParentSync sync, SyncAnswer answer, Optional<RolloutConditions> conditions) {
        boolean withProgress = !progress.isKnown();
        sync.memory()
                .unwritten(
                        withProgress
                                ? null
                                : conditions.map(RolloutConditions::alone).orElse(null));
        JsonNode wanted = wantedStatus(sync, answer, conditions, withProgress);
        try {
            return status.write(sync, wanted);
        } catch (ClusterException.Invalid e) {
            if (!withProgress || conditions.isEmpty() || !RefusedProgress.mayExplain(e, wanted)) {
                throw e;
            }
            Optional<KubeObject> written = status.write(sync, wantedStatus(sync, answer, conditions, false));
            progress.learned(sync.parent(), e); // only now: the rest may have been refused, too
            sync.memory().unwritten(conditions.get().alone());
            return written;
        }
    }

    /** The status of the answer, with the generation that the hook was called with. */
    private static JsonNode wantedStatus(
            ParentSync sync, SyncAnswer answer, Optional<RolloutConditions> conditions, boolean withProgress) {
        ObjectNode wanted = Json.object(
                answer.status().map(JsonText::tree).orElseGet(Json.NODES::objectNode), new FieldPath("status"));
        wanted.put("observedGeneration", sync.parent().generation());
        try {
            conditions.ifPresent(each -> each.addTo(wanted, withProgress));
        } catch (DecodeException e) { // the children are written, and so is the rest of the status
            sync.result()
                    .parentFailed(
                            new SyncException.Unreadable("can't add conditions to the status of " + sync.parent(), e));
        }
        return wanted;
    }
}
