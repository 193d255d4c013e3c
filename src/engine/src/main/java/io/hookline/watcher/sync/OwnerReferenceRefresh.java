package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.informer.ObjectStore;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the owner references to one parent in the version that the controller uses. The garbage collector cannot find
 * an owner by a version that is no longer served, and would keep the object for ever. Used by one thread for one sync.
 */
final class OwnerReferenceRefresh {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerReferenceRefresh.class);

    private final ObjectWriter writer;
    private final KubeObject parent;
    private final WriteExpectations writes;

    /** @param writes records the changes */
    OwnerReferenceRefresh(ObjectWriter writer, KubeObject parent, WriteExpectations writes) {
        this.writer = writer;
        this.parent = parent;
        this.writes = writes;
    }

    /**
     * Changes the owner reference of an object if it names another apiVersion, kind or name than its owner has. If that
     * fails, it is logged and tried again with the next sync: the object belongs to the parent nevertheless.
     *
     * @return the object as it is then
     */
    KubeObject of(ApiResource resource, ObjectStore store, KubeObject object) {
        if (object.controllerOwner().filter(this::differs).isEmpty() || object.isBeingDeleted()) {
            return object;
        }
        try {
            KubeObject now = writer.changeWithRetry(resource, object, this::change);
            writes.wrote(store, now);
            LOG.atInfo()
                    .addKeyValue("parent", parent)
                    .addKeyValue("child", object)
                    .log("owner reference updated to {}", parent.apiVersion());
            return now;
        } catch (ClusterException.NotFound _) {
            return object; // the event of its deletion starts the next sync
        } catch (ClusterException e) {
            LOG.atWarn()
                    .addKeyValue("parent", parent)
                    .addKeyValue("child", object)
                    .addKeyValue("error", e.getMessage())
                    .log(
                            "owner reference not updated to {}: the object will not be deleted with its parent once the"
                                    + " former version is not served",
                            parent.apiVersion());
            return object;
        }
    }

    private boolean differs(OwnerReference reference) {
        return reference.uid().equals(parent.uid())
                && !(reference.apiVersion().equals(parent.apiVersion())
                        && reference.kind().equals(parent.kind())
                        && reference.name().equals(parent.name()));
    }

    private ObjectWriter.@Nullable Change change(KubeObject state) {
        if (state.controllerOwner().filter(this::differs).isEmpty()) {
            return null;
        }
        ArrayNode owners = Json.NODES.arrayNode();
        for (JsonNode reference : state.tree().path("metadata").path("ownerReferences")) {
            boolean isOurs = reference.path("uid").asText().equals(parent.uid());
            owners.add(isOurs ? OwnerReference.controlledBy(parent).refreshed((ObjectNode) reference) : reference);
        }
        return ControllerRefManager.replaceOwners(state, owners);
    }
}
