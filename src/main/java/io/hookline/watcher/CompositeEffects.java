package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.JsonText;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.Place;
import java.util.Optional;

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
    public Done carryOut(Turn turn) throws InterruptedException {
        if (!turn.isFinalized()) {
            return childrenAndStatus(turn);
        }
        Optional<KubeObject> now = finalizers.release(turn.kind().resource(), turn.parent());
        if (now.isEmpty()) {
            return Done.WORK; // gone: its children go by owner reference
        }
        if (!isGone(now.get())) {
            ownWrites.wrote(turn.key(), turn.kind().subscription().store(), now.get());
        }
        return new Done(childrenAndStatus(turn.with(now.get())).outcome(), false);
    }

    private Done childrenAndStatus(Turn turn) throws InterruptedException {
        ChildMarks marks = ownership.marks(turn.parent(), turn.answer());
        ChildWriter.Report report = ChildWriter.Report.NOTHING;
        if (!turn.parent().isBeingDeleted() || finalizers.holds(turn.parent())) {
            report = children.carryOut(turn, marks);
        }
        Done status = isGone(turn.parent()) ? Done.WORK : writeStatus(turn, report);
        report.throwIfFailed(turn.parent());
        return new Done(status.outcome(), status.idle() && report.idle());
    }

    /** Whether we were the last to hold it. */
    private static boolean isGone(KubeObject parent) {
        return parent.isBeingDeleted() && parent.finalizers().isEmpty();
    }

    private Done writeStatus(Turn turn, ChildWriter.Report report) {
        KubeObject parent = turn.parent();
        try {
            Optional<KubeObject> written = status.write(turn.kind(), parent, wantedStatus(turn));
            written.ifPresent(now ->
                    ownWrites.wrote(turn.key(), turn.kind().subscription().store(), now));
            return Done.of(written.isEmpty());
        } catch (ClusterException.NotFound _) {
            return Done.WORK; // gone
        } catch (ClusterException.Conflict e) {
            return Done.again("the status could not be written: " + e.getMessage());
        } catch (ClusterException e) {
            throw both(new SyncException("can't update status for " + parent, e), parent, report);
        }
    }

    /** A status that fails does not hide a child that fails. */
    private static SyncException both(SyncException failed, KubeObject parent, ChildWriter.Report report) {
        try {
            report.throwIfFailed(parent);
            return failed;
        } catch (SyncException children) {
            return new SyncException(failed.getMessage() + "; " + children.getMessage());
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
