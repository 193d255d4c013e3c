package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes one controller's finalizer. It is added before any other write for a parent, so that the finalize
 * hook is called to undo the writes.
 */
public final class Finalizers {

    private static final String LIST = "/metadata/finalizers";
    private static final List<String> GARBAGE_COLLECTORS = List.of("foregroundDeletion", "orphan");

    private final ObjectWriter writer;
    private final String name;
    private final boolean wanted;

    /**
     * The finalizer of one controller.
     *
     * @param name the finalizer
     * @param wanted whether the controller has a finalize hook that can be called
     */
    public Finalizers(ObjectWriter writer, String name, boolean wanted) {
        this.writer = writer;
        this.name = name;
        this.wanted = wanted;
    }

    /**
     * Adds the finalizer if the controller needs one and it is missing; removes it if the controller needs none.
     *
     * @throws ClusterException.NotFound if the parent was deleted
     */
    public KubeObject addOrRemove(ParentKind kind, KubeObject parent) {
        return addOrRemove(kind.resource(), parent);
    }

    /** The same for an object of any resource. */
    public KubeObject addOrRemove(ApiResource resource, KubeObject parent) {
        boolean present = parent.hasFinalizer(name);
        if (present == wanted || (wanted && parent.isBeingDeleted())) {
            return parent;
        }
        try {
            return writer.changeWithRetry(resource, parent, wanted ? this::add : this::removal);
        } catch (ClusterException.NotFound e) {
            throw e;
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't sync finalizer for " + parent, e);
        }
    }

    /**
     * Removes the finalizer after the finalize hook is done, or without one; empty if the parent was deleted already.
     */
    public Optional<KubeObject> release(ApiResource resource, KubeObject parent) {
        try {
            return Optional.of(writer.changeWithRetry(resource, parent, this::removal));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't remove finalizer from " + parent, e);
        }
    }

    /**
     * Whether the controller still has to finalize a parent that is being deleted. While the garbage collector has a
     * finalizer on the parent, it deals with the children itself.
     */
    public boolean holds(KubeObject parent) {
        return wanted
                && parent.hasFinalizer(name)
                && GARBAGE_COLLECTORS.stream().noneMatch(parent::hasFinalizer);
    }

    private ObjectWriter.@Nullable Change add(KubeObject state) {
        if (state.hasFinalizer(name) || state.isBeingDeleted()) {
            return null;
        }
        boolean first = state.finalizers().isEmpty();
        return new ObjectWriter.Change(
                patch -> first
                        ? patch.testVersion(state) // adding the list must not overwrite one that another client added
                                .add(LIST, Json.NODES.arrayNode().add(name))
                        : patch.test(LIST, asJson(state.finalizers())) // a lagging cache may not show that it is there
                                .add(LIST + "/-", Json.NODES.textNode(name)),
                tree -> metadata(tree).withArrayProperty("finalizers").add(name));
    }

    /** The change that removes the finalizer from an object in this state; null if the object does not have it. */
    public ObjectWriter.@Nullable Change removal(KubeObject state) {
        int at = state.finalizers().indexOf(name);
        if (at < 0) {
            return null;
        }
        String path = LIST + "/" + at;
        return new ObjectWriter.Change(
                patch -> patch.test(path, Json.NODES.textNode(name)).remove(path),
                tree -> ((ArrayNode) metadata(tree).get("finalizers")).remove(at));
    }

    private static ArrayNode asJson(List<String> names) {
        ArrayNode list = Json.NODES.arrayNode();
        names.forEach(list::add);
        return list;
    }

    private static ObjectNode metadata(ObjectNode tree) {
        return (ObjectNode) tree.get("metadata");
    }
}
