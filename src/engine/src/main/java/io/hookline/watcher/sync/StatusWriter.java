package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Differences;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.trace.Cause.ParentChanged.Part;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.PhaseClock;
import io.hookline.watcher.model.WorkObserver;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a parent's status in one request, if it differs from the cached one. So a sync that changes nothing sends no
 * request. Thread-safe.
 */
final class StatusWriter {

    /** So many fields of a status that never settles can be named. */
    private static final int MOST_FIELDS = 5;

    private final ObjectWriter writer;
    private final PhaseClock phases;
    private final LoopBrake brake;

    StatusWriter(ObjectWriter writer, PhaseClock phases, LoopBrake brake) {
        this.writer = writer;
        this.phases = phases;
        this.brake = brake;
    }

    /**
     * Writes {@code wanted} as the status of the parent of a sync.
     *
     * @return the parent as written, empty if nothing had to be written, or if that must wait
     * @throws ClusterException.NotFound if the parent was deleted
     * @throws ClusterException.Conflict if every attempt was in conflict with another write
     */
    Optional<KubeObject> write(ParentSync sync, JsonNode wanted) {
        Instant start = phases.start();
        try {
            return writeIfOutdated(sync, wanted);
        } finally {
            phases.ended(WorkObserver.Phase.STATUS, start);
        }
    }

    private Optional<KubeObject> writeIfOutdated(ParentSync sync, JsonNode wanted) {
        ParentKind kind = sync.kind();
        KubeObject parent = sync.parent();
        Optional<JsonText> cached = status(parent);
        boolean shown = isEqual(cached, wanted);
        if (shown || isWritten(sync.memory().status(), cached, wanted)) {
            sync.memory().altersStatus(!shown);
            return Optional.empty();
        }
        LoopBrake.Write change = brake.ofParent(sync, Part.STATUS, () -> fields(cached, wanted));
        if (change.mustWait()) {
            return Optional.empty();
        }
        WriteOptions options = kind.resource().hasStatus() ? WriteOptions.STATUS : WriteOptions.PLAIN;
        ObjectWriter.Change edit =
                new ObjectWriter.Change(patch -> patch.add("/status", wanted), tree -> tree.set("status", wanted));
        KubeObject written = writer.changeWithRetry(
                kind.resource(), parent, state -> isEqual(status(state), wanted) ? null : edit, options);
        change.made();
        // Only what the server made something else of: all else is seen in the cache.
        boolean asWanted = isEqual(status(written), wanted);
        sync.memory().altersStatus(!asWanted);
        sync.memory().status(asWanted ? null : new ParentMemory.WrittenStatus(status(written), wanted));
        return Optional.of(written);
    }

    private static Optional<JsonText> status(KubeObject object) {
        return Optional.ofNullable(object.field("status")).map(JsonText::new);
    }

    private static List<String> fields(Optional<JsonText> cached, JsonNode wanted) {
        ObjectNode before = Json.NODES.objectNode();
        cached.ifPresent(status -> before.set("status", status.tree()));
        ObjectNode after = Json.NODES.objectNode().set("status", wanted);
        return Differences.between(before, after, MOST_FIELDS).fields();
    }

    private static boolean isWritten(
            ParentMemory.@Nullable WrittenStatus last, Optional<JsonText> cached, JsonNode wanted) {
        return last != null && last.stored().equals(cached) && last.wanted().equals(wanted);
    }

    private static boolean isEqual(Optional<JsonText> status, JsonNode wanted) {
        return status.isPresent() && JsonEquality.semantic(status.get().tree(), wanted);
    }
}
