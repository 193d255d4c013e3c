package io.hookline.local.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Removes an object, or marks it for deletion if it has finalizers or a grace period. {@link GarbageCollector} handles
 * the consequences. Called with the lock of {@link Storage} held.
 */
public final class ObjectDeleter {

    public static final String FOREGROUND = "foregroundDeletion";
    public static final String ORPHAN = "orphan";
    static final String CRD_CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private static final Set<String> PROTECTED = Set.of("default", "kube-system", "kube-public");
    private static final Set<String> ORPHANING = Set.of("jobs.batch", "replicationcontrollers");
    private static final long DEFAULT_GRACE_SECONDS = 30;

    private final Storage storage;
    private final Timestamps time;

    /**
     * What a deletion did.
     *
     * @param last the object as it is, or was before it was removed
     * @param removed whether it is gone
     */
    public record Deletion(KubeObject last, boolean removed) {}

    public ObjectDeleter(Storage storage, Timestamps time) {
        this.storage = storage;
        this.time = time;
    }

    /**
     * Deletes an object, or marks it for deletion.
     *
     * @return what was done
     */
    public Deletion delete(ServedResource resource, ObjectKey key, DeleteOptions options) {
        Located where = new Located(resource.table(), resource.key(key));
        Stored stored = storage.find(where).orElseThrow(() -> ApiErrors.notFound(resource.api(), key.name()));
        KubeObject live = stored.object();
        if (resource.isBuiltIn("namespaces") && PROTECTED.contains(key.name())) {
            throw ApiErrors.forbidden(resource.api(), key.name(), "this namespace may not be deleted");
        }
        checkPreconditions(resource, live, options);
        ObjectNode tree = live.tree();
        setFinalizers(resource, tree, options);
        boolean waits = (resource.isBuiltIn("pods") && isGraceful(tree, options)) || !isFree(resource, tree);
        boolean marks = waits || resource.isBuiltIn("pods"); // a Pod ends after a grace period, even if it is 0
        if (marks) {
            mark(resource, tree, options);
        }
        if (marks) {
            VersionConversion.passThrough(resource, tree);
        }
        boolean changed = marks && !tree.equals(stored.written().tree());
        KubeObject last = changed ? put(resource, where, tree, options) : live;
        if (!waits && !options.dryRun()) {
            storage.remove(where);
        }
        return new Deletion(last, !waits);
    }

    private KubeObject put(ServedResource resource, Located where, ObjectNode tree, DeleteOptions options) {
        ObjectNode read = VersionConversion.read(resource, tree);
        return options.dryRun() ? KubeObject.of(read) : storage.put(where, tree, read);
    }

    private static void checkPreconditions(ServedResource resource, KubeObject live, DeleteOptions options) {
        if (!options.uid().isEmpty() && !options.uid().equals(live.uid())) {
            throw ApiErrors.precondition(resource.api(), live, "uid", options.uid());
        }
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(live.resourceVersion())) {
            throw ApiErrors.precondition(resource.api(), live, "resourceVersion", options.resourceVersion());
        }
    }

    /** Sets the two finalizers of garbage collection by the options of the latest delete. */
    private static void setFinalizers(ServedResource resource, ObjectNode tree, DeleteOptions options) {
        List<String> before = ObjectTrees.finalizers(tree);
        List<String> finalizers = new ArrayList<>(before);
        finalizers.removeAll(List.of(FOREGROUND, ORPHAN));
        // Nothing is collected with an Event.
        switch (resource.isBuiltIn("events") ? Propagation.BACKGROUND : options.propagation()) {
            case ORPHAN -> finalizers.add(ORPHAN);
            case FOREGROUND -> finalizers.add(FOREGROUND);
            case BACKGROUND -> {}
            case DEFAULT -> {
                if (before.contains(FOREGROUND)) {
                    finalizers.add(FOREGROUND);
                } else if (before.contains(ORPHAN) || (ORPHANING.contains(resource.table()) && !resource.isCustom())) {
                    finalizers.add(ORPHAN);
                }
            }
        }
        if (resource.isBuiltIn(CrdResources.TABLE) && !finalizers.contains(CRD_CLEANUP)) {
            finalizers.add(CRD_CLEANUP);
        }
        if (!finalizers.equals(before)) {
            ObjectTrees.setFinalizers(tree, finalizers);
        }
    }

    /** Whether the object has no finalizers; a namespace also has those in its spec. */
    public static boolean isFree(ServedResource resource, ObjectNode tree) {
        return ObjectTrees.finalizers(tree).isEmpty()
                && (!resource.isBuiltIn("namespaces")
                        || tree.path("spec").path("finalizers").isEmpty());
    }

    private void mark(ServedResource resource, ObjectNode tree, DeleteOptions options) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        long grace = resource.isBuiltIn("pods") ? grace(tree, options) : 0;
        boolean first = Json.isAbsent(metadata.path("deletionTimestamp"));
        if (first) {
            metadata.put("deletionTimestamp", time.in(grace));
            long generation = metadata.path("generation").asLong();
            if (generation > 0) {
                metadata.put("generation", generation + 1);
            }
        }
        if (first || grace < metadata.path("deletionGracePeriodSeconds").asLong()) {
            metadata.put("deletionTimestamp", time.in(grace));
            if (!resource.isBuiltIn("namespaces")) {
                metadata.put("deletionGracePeriodSeconds", grace);
            }
        }
        if (resource.isBuiltIn("namespaces")) {
            ObjectTrees.object(tree, "status").put("phase", "Terminating");
        }
    }

    private static boolean isGraceful(ObjectNode pod, DeleteOptions options) {
        JsonNode pending = pod.path("metadata").path("deletionGracePeriodSeconds");
        boolean expired = !Json.isAbsent(pod.path("metadata").path("deletionTimestamp")) && pending.asLong() == 0;
        return !expired && grace(pod, options) > 0;
    }

    /** The grace period of the request, else that of the Pod; 0 if the Pod does not run. */
    private static long grace(ObjectNode pod, DeleteOptions options) {
        String phase = pod.path("status").path("phase").asText();
        if (pod.path("spec").path("nodeName").asText().isEmpty()
                || phase.equals("Succeeded")
                || phase.equals("Failed")) {
            return 0;
        }
        long grace = options.gracePeriodSeconds() >= 0
                ? options.gracePeriodSeconds()
                : pod.path("spec").path("terminationGracePeriodSeconds").asLong(DEFAULT_GRACE_SECONDS);
        JsonNode pending = pod.path("metadata").path("deletionGracePeriodSeconds");
        return pending.isNumber() ? Math.min(grace, pending.asLong()) : grace;
    }

    /** Deletes an object on behalf of the cluster, unless it was deleted or replaced before. */
    void deleteIfPresent(ServedResource resource, Located where, String uid, Propagation propagation) {
        boolean same = storage.find(where)
                .filter(found -> found.object().uid().equals(uid))
                .isPresent();
        if (same) {
            try {
                delete(resource, where.key(), new DeleteOptions(uid, "", propagation, -1, false));
            } catch (ClusterException.Forbidden e) {
                // a protected namespace, which is kept even if its owner is deleted
            }
        }
    }
}
