package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.watcher.children.ChildWriter;
import io.hookline.watcher.claim.ChildClaims;
import io.hookline.watcher.claim.InjectedMetadata;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.state.RunningSync;
import io.hookline.watcher.write.Finalizers;
import io.hookline.watcher.write.StatusWriter;
import java.util.Optional;

/** Applies the answer of a composite's hook: finalizer, children, status. The status is written even if a child failed. */
public final class CompositeApplier implements AnswerApplier {

    private final Finalizers finalizers;
    private final ChildClaims claims;
    private final ChildWriter children;
    private final StatusWriter status;

    public CompositeApplier(Finalizers finalizers, ChildClaims claims, ChildWriter children, StatusWriter status) {
        this.finalizers = finalizers;
        this.claims = claims;
        this.children = children;
        this.status = status;
    }

    @Override
    public void apply(RunningSync sync, SyncAnswer answer) throws InterruptedException {
        if (sync.isFinalized(answer) && !releaseFinalizer(sync)) {
            return;
        }
        InjectedMetadata injected = claims.injected(sync.parent(), sync.memory(), answer);
        if (!sync.parent().isBeingDeleted() || finalizers.holds(sync.parent())) {
            children.apply(sync, answer, injected);
        }
        if (!RunningSync.isRemoved(sync.parent())) {
            writeStatus(sync, answer);
        }
    }

    /** Returns false if the parent no longer exists; then its children are garbage collected. */
    private boolean releaseFinalizer(RunningSync sync) {
        sync.result().changed();
        Optional<KubeObject> now = finalizers.release(sync.kind().resource(), sync.parent());
        now.ifPresent(sync::wroteParent);
        return now.isPresent();
    }

    private void writeStatus(RunningSync sync, SyncAnswer answer) {
        try {
            status.write(sync, wantedStatus(sync, answer)).ifPresent(now -> {
                sync.wroteParent(now);
                sync.result().changed();
            });
        } catch (ClusterException.NotFound _) {
            sync.result().changed(); // deleted meanwhile
        } catch (ClusterException.Conflict e) {
            sync.result().parentConflict("the status could not be written: " + e.getMessage());
        } catch (ClusterException e) {
            sync.result().parentFailed(new SyncException("can't update status for " + sync.parent(), e));
        }
    }

    /** The status of the answer, with the generation that the hook was called with. */
    private static JsonNode wantedStatus(RunningSync sync, SyncAnswer answer) {
        ObjectNode wanted = Json.object(
                answer.status().map(JsonText::tree).orElseGet(Json.NODES::objectNode), new FieldPath("status"));
        wanted.put("observedGeneration", sync.parent().generation());
        return wanted;
    }
}
