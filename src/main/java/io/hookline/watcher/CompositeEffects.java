package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.JsonText;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.Place;

/** A composite's answer: finalizer, then children, then status; a failed child does not keep the user from seeing the status. */
final class CompositeEffects implements Effects {

    private final Finalizers finalizers;
    private final Ownership ownership;
    private final ChildWriter children;
    private final StatusWriter status;
    private final OwnWrites ownWrites;

    CompositeEffects(
            Finalizers finalizers,
            Ownership ownership,
            ChildWriter children,
            StatusWriter status,
            OwnWrites ownWrites) {
        this.finalizers = finalizers;
        this.ownership = ownership;
        this.children = children;
        this.status = status;
        this.ownWrites = ownWrites;
    }

    @Override
    public void carryOut(Turn asked) throws InterruptedException {
        Turn turn = asked.isFinalized() ? asked.with(finalizers.release(asked.kind(), asked.parent())) : asked;
        ChildMarks marks = ownership.marks(turn.parent(), turn.answer());
        ChildWriter.Report report = ChildWriter.Report.NOTHING;
        if (!turn.parent().isBeingDeleted() || finalizers.holds(turn.parent())) {
            report = children.carryOut(turn, marks);
        }
        writeStatus(turn);
        report.throwIfFailed(turn.parent());
    }

    private void writeStatus(Turn turn) {
        KubeObject parent = turn.parent();
        if (parent.isBeingDeleted() && parent.finalizers().isEmpty()) {
            return; // we were the last to hold it
        }
        try {
            status.write(turn.kind(), parent, wantedStatus(turn))
                    .ifPresent(now -> ownWrites.wrote(
                            turn.key(), turn.kind().subscription().store(), now));
        } catch (ClusterException.NotFound | ClusterException.Conflict _) {
            // gone, or changed meanwhile: that change brings the next sync
        } catch (ClusterException e) {
            throw new SyncException("can't update status for " + parent, e);
        }
    }

    /** What the hook said, and which generation it said it about. */
    private static JsonNode wantedStatus(Turn turn) {
        ObjectNode wanted = Json.object(
                turn.answer().status().map(JsonText::tree).orElseGet(Json.NODES::objectNode), new Place("status"));
        wanted.put("observedGeneration", turn.parent().generation());
        return wanted;
    }
}
