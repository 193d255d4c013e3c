package io.hookline.watcher.write;

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
 * Small changes to objects that others write too: one JSON patch each.
 *
 * <p>Upstream's roles grant update but not patch: where a patch is forbidden the same change goes as an update of the
 * cached state, and the kind is remembered. Thread-safe.
 */
public final class ObjectWriter {

    private static final int TRIES = 4;

    private final Cluster cluster;
    private final Set<ApiResource> unpatchable = ConcurrentHashMap.newKeySet();

    public ObjectWriter(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * A change in both its forms.
     *
     * @param patch made from a state of the object
     * @param edit the same on a tree
     */
    public record Change(UnaryOperator<JsonPatchBuilder> patch, Consumer<ObjectNode> edit) {

        /** Both changes in one request; {@code next} may be null. */
        public Change and(@Nullable Change next) {
            return next == null ? this : new Change(p -> next.patch().apply(patch.apply(p)), edit.andThen(next.edit()));
        }
    }

    /** Makes a change to this state of the object; {@link ClusterException.Conflict} if it is no longer in it. */
    private KubeObject write(ApiResource resource, KubeObject object, Change change, WriteOptions options) {
        if (unpatchable.contains(resource)) {
            return update(resource, object, change, options);
        }
        try {
            JsonPatchBuilder patch = change.patch().apply(JsonPatchBuilder.of(object));
            return cluster.patch(resource, object.key(), patch.build(), options);
        } catch (ClusterException.Forbidden _) {
            KubeObject updated = update(resource, object, change, options);
            unpatchable.add(resource); // only now: the patch may have been refused for what it said, not for what it is
            return updated;
        } catch (ClusterException.Invalid e) {
            return conflictOr(e, resource, object);
        }
    }

    private KubeObject update(ApiResource resource, KubeObject object, Change change, WriteOptions options) {
        ObjectNode tree = object.tree();
        change.edit().accept(tree);
        return cluster.update(resource, KubeObject.of(tree), options);
    }

    /** A failed test of a JSON patch and a refused value look alike: what the object is now tells them apart. */
    private KubeObject conflictOr(ClusterException.Invalid refused, ApiResource resource, KubeObject object) {
        KubeObject now = cluster.get(resource, object.key());
        if (now.uid().equals(object.uid()) && now.resourceVersion().equals(object.resourceVersion())) {
            throw refused;
        }
        throw new ClusterException.Conflict(String.valueOf(refused.getMessage()));
    }

    /**
     * Makes a change that follows from the object's state: on a conflict the object is read again, and the change made
     * anew, a few times.
     *
     * @param change what to do in a state, or null when nothing is left to do
     * @return the object after the change, or in the state that needed none
     * @throws ClusterException.NotFound if the object is gone, or another one has its name
     */
    public KubeObject settle(ApiResource resource, KubeObject object, ChangeIn change) {
        return settle(resource, object, change, WriteOptions.PLAIN);
    }

    /** The same, with options. */
    KubeObject settle(ApiResource resource, KubeObject object, ChangeIn change, WriteOptions options) {
        KubeObject state = object;
        for (int tried = 1; ; tried++) {
            Change wanted = change.in(state);
            if (wanted == null) {
                return state;
            }
            try {
                return write(resource, state, wanted, options);
            } catch (ClusterException.Conflict e) {
                if (tried == TRIES) {
                    throw e;
                }
                state = cluster.get(resource, object.key());
                if (!state.uid().equals(object.uid())) {
                    throw new ClusterException.NotFound(object + " was replaced by another object");
                }
            }
        }
    }

    /** What to do to an object in a state; null for nothing. */
    @FunctionalInterface
    public interface ChangeIn {
        @Nullable
        Change in(KubeObject state);
    }
}
