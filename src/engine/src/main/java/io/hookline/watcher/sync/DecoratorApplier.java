package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.trace.Cause.ParentChanged.Part;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies the answer of a decorator's hook: first to the object itself, then to its attachments. The object's status is
 * written first, then its labels, annotations and finalizer in one request.
 */
final class DecoratorApplier implements AnswerApplier {

    private final Finalizers finalizers;
    private final ChildClaims claims;
    private final ChildWriter attachments;
    private final ObjectWriter writer;
    private final StatusWriter status;
    private final LoopBrake brake;
    private final boolean remembers;

    /** @param remembers whether the labels and annotations of the last answer are remembered, for {@link #undo} */
    DecoratorApplier(
            Finalizers finalizers,
            ChildClaims claims,
            ChildWriter attachments,
            ObjectWriter writer,
            StatusWriter status,
            LoopBrake brake,
            boolean remembers) {
        this.finalizers = finalizers;
        this.claims = claims;
        this.attachments = attachments;
        this.writer = writer;
        this.status = status;
        this.brake = brake;
        this.remembers = remembers;
    }

    @Override
    public void apply(ParentSync sync, RevisionAnswers answers) throws InterruptedException {
        SyncAnswer answer = answers.latest();
        KubeObject before = sync.parent();
        // Decided before the finalizer is removed: the sync that removes it still manages the attachments.
        boolean managed = !before.isBeingDeleted() || finalizers.holds(before);
        try {
            writeParent(sync, answer);
        } catch (ClusterException.NotFound _) {
            sync.result().changed(); // deleted meanwhile: its attachments are garbage collected
            return;
        } catch (ClusterException.Conflict e) {
            sync.result().parentConflict("the object could not be written: " + e.getMessage());
            return;
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't update " + before, e);
        }
        if (managed) {
            attachments.write(
                    sync,
                    attachments.resolve(sync, answer.children(), claims.injected(before, sync.memory(), answer)),
                    answer.listed());
        }
    }

    /**
     * Attachments first, since without its labels the object may not be selected any more. The status stays: what
     * others wrote in it is part of the answers.
     */
    @Override
    public void undo(ParentSync sync) throws InterruptedException {
        attachments.writeNone(sync);
        KubeObject before = sync.parent();
        if (sync.result().outcome(before) instanceof Outcome.Failed) {
            return;
        }
        DecoratedKeys set = sync.memory().decorated();
        try {
            KubeObject now = writer.changeWithRetry(
                    sync.kind().resource(),
                    before,
                    state -> keysChange(
                            state, set.undoLabels(state.labels()), set.undoAnnotations(state.annotations())));
            if (now != before) {
                sync.result().changed();
                sync.wroteParent(now);
            }
        } catch (ClusterException.NotFound _) {
            sync.result().changed(); // deleted meanwhile
        } catch (ClusterException.Conflict e) {
            sync.result().parentConflict("the object could not be written: " + e.getMessage());
        } catch (ClusterException e) {
            sync.result().parentFailed(new SyncException.RequestFailed("can't update " + before, e));
        }
    }

    private void writeParent(ParentSync sync, SyncAnswer answer) {
        KubeObject before = sync.parent();
        KubeObject now = before;
        if (remembers) {
            sync.memory().decorated(DecoratedKeys.of(answer)); // before the write: its outcome may not be known
        }
        if (answer.status().isPresent()) {
            now = status.write(sync, answer.status().get().tree()).orElse(now);
        }
        now = writeMetadata(sync, now, answer);
        if (now != before) {
            sync.result().changed();
            sync.wroteParent(now);
        }
    }

    private KubeObject writeMetadata(ParentSync sync, KubeObject state, SyncAnswer answer) {
        if (metadataChange(state, sync, answer) == null) {
            return state;
        }
        LoopBrake.Write change = brake.ofParent(sync, Part.METADATA, () -> keys(state, answer));
        if (change.mustWait()) {
            return state;
        }
        KubeObject now =
                writer.changeWithRetry(sync.kind().resource(), state, each -> metadataChange(each, sync, answer));
        change.made();
        return now;
    }

    /** The paths of the labels and annotations that are not as the answer has them. */
    private static List<String> keys(KubeObject state, SyncAnswer answer) {
        List<String> paths = new ArrayList<>();
        new Keys("labels", state.labels(), answer.labels()).addPaths(paths);
        new Keys("annotations", state.annotations(), answer.annotations()).addPaths(paths);
        return paths;
    }

    private ObjectWriter.@Nullable Change metadataChange(KubeObject state, ParentSync sync, SyncAnswer answer) {
        ObjectWriter.Change keys = keysChange(state, answer.labels(), answer.annotations());
        ObjectWriter.Change release = sync.isFinalizing() && answer.finalized() ? finalizers.removal(state) : null;
        return keys == null ? release : keys.and(release);
    }

    private static ObjectWriter.@Nullable Change keysChange(
            KubeObject state, Map<String, Optional<String>> wantedLabels, Map<String, Optional<String>> wanted) {
        Keys labels = new Keys("labels", state.labels(), wantedLabels);
        Map<String, String> present = wanted.isEmpty() ? Map.of() : state.annotations();
        Keys annotations = new Keys("annotations", present, wanted);
        if (!labels.differ() && !annotations.differ()) {
            return null;
        }
        return new ObjectWriter.Change(patch -> annotations.addTo(labels.addTo(patch, state), state), tree -> {
            labels.edit(tree);
            annotations.edit(tree);
        });
    }

    /** Desired changes of the labels or the annotations of an object. A value is set, an empty one removes the key. */
    private record Keys(String field, Map<String, String> present, Map<String, Optional<String>> wanted) {

        boolean differ() {
            return wanted.entrySet().stream()
                    .anyMatch(e -> !Optional.ofNullable(present.get(e.getKey())).equals(e.getValue()));
        }

        void addPaths(List<String> paths) {
            wanted.forEach((key, value) -> {
                if (!Optional.ofNullable(present.get(key)).equals(value)) {
                    paths.add("metadata." + field + "." + key);
                }
            });
        }

        JsonPatchBuilder addTo(JsonPatchBuilder patch, KubeObject state) {
            if (!differ()) {
                return patch;
            }
            String path = "/metadata/" + field;
            JsonPatchBuilder all = patch;
            if (present.isEmpty()) { // adding the map must not overwrite a map that another client added meanwhile
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
