package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes small changes to objects that other clients write too, each with one JSON patch.
 *
 * <p>The roles of Metacontroller grant update but not patch. If a patch is forbidden, the same change is sent as an
 * update of the cached state, and the kind is remembered. Thread-safe.
 */
public final class ObjectWriter {

    private static final int TRIES = 4;

    private final Cluster cluster;
    private final UnaryOperator<KubeObject> asCached;
    private final Set<ApiResource> unpatchable = ConcurrentHashMap.newKeySet();

    public ObjectWriter(Cluster cluster) {
        this(cluster, UnaryOperator.identity());
    }

    /**
     * A writer that returns objects as caches keep them.
     *
     * @param asCached the form in which an object is cached
     */
    public ObjectWriter(Cluster cluster, UnaryOperator<KubeObject> asCached) {
        this.cluster = cluster;
        this.asCached = asCached;
    }

    /**
     * A change as patch and as edit.
     *
     * @param patch adds the operations of the change
     * @param edit makes the same change in a tree
     */
    public record Change(UnaryOperator<JsonPatchBuilder> patch, Consumer<ObjectNode> edit) {

        /** Both changes in one request; {@code next} may be null. */
        public Change and(@Nullable Change next) {
            return next == null ? this : new Change(p -> next.patch().apply(patch.apply(p)), edit.andThen(next.edit()));
        }
    }

    /** Makes a change to this state of the object; {@link ClusterException.Conflict} if the object has changed. */
    private KubeObject write(ApiResource resource, KubeObject object, Change change, WriteOptions options) {
        if (unpatchable.contains(resource)) {
            return update(resource, object, change, options);
        }
        try {
            JsonPatchBuilder patch = change.patch().apply(JsonPatchBuilder.of(object));
            return cluster.patch(resource, object.key(), patch.build(), options);
        } catch (ClusterException.Forbidden e) {
            KubeObject updated = updateOr(e, resource, object, change, options);
            unpatchable.add(resource); // only after the update: the change itself may be forbidden, not the patch
            return updated;
        } catch (ClusterException.Invalid e) {
            return conflictOr(e, resource, object);
        }
    }

    /** If the update is forbidden too, the message names the patch, which is the smaller right. */
    private KubeObject updateOr(
            ClusterException.Forbidden patch,
            ApiResource resource,
            KubeObject object,
            Change change,
            WriteOptions options) {
        try {
            return update(resource, object, change, options);
        } catch (ClusterException.Forbidden e) {
            patch.addSuppressed(e);
            throw patch;
        }
    }

    private KubeObject update(ApiResource resource, KubeObject object, Change change, WriteOptions options) {
        ObjectNode tree = object.tree();
        change.edit().accept(tree);
        return cluster.update(resource, KubeObject.forUpdate(tree), options);
    }

    /**
     * Distinguishes a failed test of the patch (a conflict) from a refused value. The API server returns the same error
     * for both, but after a failed test the object has another version.
     */
    private KubeObject conflictOr(ClusterException.Invalid refused, ApiResource resource, KubeObject object) {
        KubeObject now = cluster.get(resource, object.key());
        if (now.uid().equals(object.uid()) && now.resourceVersion().equals(object.resourceVersion())) {
            throw refused;
        }
        throw new ClusterException.Conflict(String.valueOf(refused.getMessage()));
    }

    /**
     * Makes a change that is computed from the object's state. On a conflict the object is read again and the change is
     * computed again, up to four times.
     *
     * @param change computes the change for a state; null if none is needed
     * @return the object after the change, or in the state that needed none
     * @throws ClusterException.NotFound if the object was deleted, or replaced by another one of the same name
     */
    public KubeObject changeWithRetry(ApiResource resource, KubeObject object, ChangeIn change) {
        return changeWithRetry(resource, object, change, WriteOptions.PLAIN);
    }

    /** The same, with options. */
    KubeObject changeWithRetry(ApiResource resource, KubeObject object, ChangeIn change, WriteOptions options) {
        KubeObject state = object;
        for (int tried = 1; ; tried++) {
            Change wanted = change.in(state);
            if (wanted == null) {
                return state;
            }
            try {
                return asCached.apply(write(resource, state, wanted, options));
            } catch (ClusterException.Conflict e) {
                if (tried == TRIES) {
                    throw e;
                }
                state = asCached.apply(cluster.get(resource, object.key()));
                if (!state.uid().equals(object.uid())) {
                    throw new ClusterException.NotFound(object + " was replaced by another object");
                }
            }
        }
    }

    /** Computes the change for an object in a state; null if none is needed. */
    @FunctionalInterface
    public interface ChangeIn {
        @Nullable
        Change in(KubeObject state);
    }
}
