package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decorator's answer: the object itself first (its status, then labels, annotations and finalizer in one request), then
 * its attachments.
 */
final class DecoratorEffects implements Effects {

    private final Finalizers finalizers;
    private final Ownership ownership;
    private final ChildWriter attachments;
    private final ObjectWriter writer;
    private final StatusWriter status;
    private final OwnWrites ownWrites;

    DecoratorEffects(
            Finalizers finalizers,
            Ownership ownership,
            ChildWriter attachments,
            ObjectWriter writer,
            StatusWriter status,
            OwnWrites ownWrites) {
        this.finalizers = finalizers;
        this.ownership = ownership;
        this.attachments = attachments;
        this.writer = writer;
        this.status = status;
        this.ownWrites = ownWrites;
    }

    @Override
    public Done carryOut(Turn turn) throws InterruptedException {
        // As it was before the finalizer went: attachments are still managed in the sync that removes it.
        boolean managed = !turn.parent().isBeingDeleted() || finalizers.holds(turn.parent());
        boolean unchanged;
        try {
            unchanged = writeParent(turn);
        } catch (ClusterException.NotFound _) {
            return Done.WORK; // its attachments go by owner reference
        } catch (ClusterException.Conflict e) {
            return Done.again("the object could not be written: " + e.getMessage());
        } catch (ClusterException e) {
            throw new SyncException("can't update " + turn.parent(), e);
        }
        ChildWriter.Report report = ChildWriter.Report.NOTHING;
        if (managed) {
            report = attachments.carryOut(turn, ownership.marks(turn.parent(), turn.answer()));
        }
        report.throwIfFailed(turn.parent());
        return Done.of(unchanged && report.idle());
    }

    /** Whether it was as wanted. */
    private boolean writeParent(Turn turn) {
        KubeObject before = turn.parent();
        KubeObject now = before;
        if (turn.answer().status().isPresent()) {
            now = status.write(turn.kind(), now, turn.answer().status().get().tree())
                    .orElse(now);
        }
        now = writer.settle(turn.kind().resource(), now, state -> metadataChange(state, turn));
        boolean gone = now.isBeingDeleted() && now.finalizers().isEmpty();
        if (!gone && !now.resourceVersion().equals(before.resourceVersion())) {
            ownWrites.wrote(turn.key(), turn.kind().subscription().store(), now);
        }
        return now == before;
    }

    private ObjectWriter.@Nullable Change metadataChange(KubeObject state, Turn turn) {
        ObjectWriter.Change keys = keysChange(state, turn);
        ObjectWriter.Change release = turn.isFinalized() ? finalizers.removal(state) : null;
        return keys == null ? release : keys.and(release);
    }

    private static ObjectWriter.@Nullable Change keysChange(KubeObject state, Turn turn) {
        Keys labels = new Keys("labels", state.labels(), turn.answer().labels());
        Map<String, String> present = turn.answer().annotations().isEmpty() ? Map.of() : state.annotations();
        Keys annotations = new Keys("annotations", present, turn.answer().annotations());
        if (!labels.differ() && !annotations.differ()) {
            return null;
        }
        return new ObjectWriter.Change(patch -> annotations.addTo(labels.addTo(patch, state), state), tree -> {
            labels.edit(tree);
            annotations.edit(tree);
        });
    }

    /** Wanted changes to the labels or the annotations of an object: a value to set, empty to remove. */
    private record Keys(String field, Map<String, String> present, Map<String, Optional<String>> wanted) {

        boolean differ() {
            return wanted.entrySet().stream()
                    .anyMatch(e -> !Optional.ofNullable(present.get(e.getKey())).equals(e.getValue()));
        }

        JsonPatch addTo(JsonPatch patch, KubeObject state) {
            if (!differ()) {
                return patch;
            }
            String path = "/metadata/" + field;
            JsonPatch all = patch;
            if (present.isEmpty()) { // setting the whole map must not undo somebody else's
                all = all.testVersion(state).add(path, Json.NODES.objectNode());
            }
            for (Map.Entry<String, Optional<String>> key : wanted.entrySet()) {
                String at = path + "/" + key.getKey().replace("~", "~0").replace("/", "~1");
                if (key.getValue().isPresent()) {
                    all = all.add(at, Json.NODES.textNode(key.getValue().get()));
                } else if (present.containsKey(key.getKey())) {
                    all = all.remove(at);
                }
            }
            return all;
        }

        void edit(ObjectNode tree) {
            if (!differ()) {
                return;
            }
            ObjectNode map = ((ObjectNode) tree.get("metadata")).withObjectProperty(field);
            wanted.forEach((key, value) -> value.ifPresentOrElse(v -> map.put(key, v), () -> map.remove(key)));
        }
    }
}
