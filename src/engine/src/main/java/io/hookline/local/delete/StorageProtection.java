package io.hookline.local.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps claims and volumes that are being deleted while they are used: they have a finalizer from the start, which goes
 * when no Pod on a node uses the claim, or the volume is not bound. Called with the lock of {@link Storage} held.
 */
public final class StorageProtection {

    private static final String CLAIMS = "persistentvolumeclaims";

    private static final Map<String, String> FINALIZERS =
            Map.of(CLAIMS, "kubernetes.io/pvc-protection", "persistentvolumes", "kubernetes.io/pv-protection");

    private final Storage storage;
    private final ContentDeletion contents;
    private final Changes changes;

    /** Changes an object on behalf of the cluster. */
    @FunctionalInterface
    interface Changes {
        void change(Located where, Consumer<ObjectNode> change);
    }

    StorageProtection(Storage storage, ContentDeletion contents, Changes changes) {
        this.storage = storage;
        this.contents = contents;
        this.changes = changes;
    }

    /** Adds the finalizer to a new claim or volume. */
    public static void protect(ServedResource resource, ObjectNode tree) {
        String finalizer = FINALIZERS.get(resource.table());
        if (finalizer != null) {
            add(tree, finalizer);
        }
    }

    private static void add(ObjectNode tree, String finalizer) {
        List<String> finalizers = new ArrayList<>(ObjectTrees.finalizers(tree));
        if (!finalizers.contains(finalizer)) {
            finalizers.add(finalizer);
            ObjectTrees.setFinalizers(tree, finalizers);
        }
    }

    /**
     * Removes the finalizer of what a change ended the use of, and adds the one that a client removed.
     *
     * @param before the object as it was; null if it is new
     * @param after the object as it is; null if it is gone
     */
    void changed(Located where, @Nullable KubeObject before, @Nullable KubeObject after) {
        String finalizer = FINALIZERS.get(where.table());
        if (finalizer != null && after != null) {
            if (after.isBeingDeleted()) {
                release(where);
            } else if (!after.hasFinalizer(finalizer)) {
                changes.change(where, tree -> add(tree, finalizer));
            }
        } else if (where.table().equals("pods") && before != null && (after == null || after.isBeingDeleted())) {
            for (JsonNode volume : before.fieldTree("spec").path("volumes")) {
                String claim = claim(before, volume);
                if (!claim.isEmpty()) {
                    release(new Located(CLAIMS, new ObjectKey(where.key().namespace(), claim)));
                }
            }
        }
    }

    private void release(Located where) {
        Optional<KubeObject> object = storage.find(where).map(Stored::object);
        if (object.filter(KubeObject::isBeingDeleted).isPresent() && !isUsed(where, object.get())) {
            contents.removeFinalizer(where, FINALIZERS.getOrDefault(where.table(), ""));
        }
    }

    private boolean isUsed(Located where, KubeObject object) {
        return where.table().equals(CLAIMS)
                ? storage.table("pods").inNamespace(where.key().namespace()).stream()
                        .anyMatch(pod -> uses(pod, object))
                : object.fieldTree("status").path("phase").asText().equals("Bound");
    }

    /** Whether a Pod uses a claim: one without a node will not start with it. */
    private static boolean uses(KubeObject pod, KubeObject claim) {
        JsonNode spec = pod.fieldTree("spec");
        return !spec.path("nodeName").asText().isEmpty()
                && spec.path("volumes")
                        .valueStream()
                        .anyMatch(volume -> claim(pod, volume).equals(claim.name())
                                && (!volume.has("ephemeral")
                                        || (!isShutDown(pod) && pod.uid().equals(claim.controllerUid()))));
    }

    private static boolean isShutDown(KubeObject pod) {
        JsonNode grace = pod.fieldTree("metadata").path("deletionGracePeriodSeconds");
        return pod.isBeingDeleted() && grace.isNumber() && grace.asLong() == 0;
    }

    /** The claim of a volume; empty if it has none. */
    private static String claim(KubeObject pod, JsonNode volume) {
        return volume.has("ephemeral")
                ? pod.name() + "-" + volume.path("name").asText()
                : volume.path("persistentVolumeClaim").path("claimName").asText();
    }
}
