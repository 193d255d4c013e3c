package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.informer.ObjectStore;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.OwnerReference;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims objects for one parent by controller reference and label selector, like the controllers of Kubernetes itself.
 * Objects that the parent controls are kept if they match and released if not; orphans that match are adopted. Used by
 * one thread for one sync; the objects may be of any resource.
 */
final class ControllerRefManager {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerRefManager.class);

    /**
     * The objects of one resource that may be claimed.
     *
     * @param what the objects, for messages
     * @param store the cached objects
     * @param adopts whether orphans are adopted
     * @param releases whether objects whose labels no longer match are released; otherwise they are kept
     */
    record Claimable(String what, ApiResource resource, ObjectStore store, boolean adopts, boolean releases) {}

    private final Cluster cluster;
    private final ObjectWriter writer;
    private final ParentKind kind;
    private final KubeObject parent;
    private final LabelSelector selector;
    private final WriteExpectations writes;
    private final OwnerReferenceRefresh refresh;
    private final List<SyncException> failures = new ArrayList<>();
    private Parent live = Parent.NOT_READ;

    /**
     * Claims for one parent.
     *
     * @param selector selects the objects that the parent may claim
     * @param writes records adoptions and releases
     */
    ControllerRefManager(
            Cluster cluster,
            ObjectWriter writer,
            ParentKind kind,
            KubeObject parent,
            LabelSelector selector,
            WriteExpectations writes) {
        this.cluster = cluster;
        this.writer = writer;
        this.kind = kind;
        this.parent = parent;
        this.selector = selector;
        this.writes = writes;
        this.refresh = new OwnerReferenceRefresh(writer, parent, writes);
    }

    /**
     * Adopts and releases objects of a resource and returns those that belong to the parent.
     *
     * @throws SyncException if some could not be adopted or released; this does not stop the others
     */
    List<KubeObject> claim(Claimable from) {
        List<KubeObject> claimed = new ArrayList<>(keep(from));
        if (!parent.isBeingDeleted() && from.adopts()) {
            claimed.addAll(adoptOrphans(from));
        }
        if (!failures.isEmpty()) {
            throw new SyncException.Several("can't claim " + from.what() + ": ", failures);
        }
        return claimed;
    }

    /** Keeps the controlled objects that match; releases the others, unless the parent is being deleted. */
    private List<KubeObject> keep(Claimable from) {
        List<KubeObject> claimed = new ArrayList<>();
        for (KubeObject object : from.store().controlledBy(parent.uid())) {
            if (isOutside(object)) {
                continue;
            }
            if (!from.releases() || selector.matches(object.labels())) {
                claimed.add(refresh.of(from.resource(), from.store(), object));
            } else if (!parent.isBeingDeleted()) {
                attempt(() -> release(from, object).ifPresent(claimed::add));
            }
        }
        return claimed;
    }

    private boolean isOutside(KubeObject object) {
        return kind.resource().namespaced() && !object.namespace().equals(parent.namespace());
    }

    private List<KubeObject> adoptOrphans(Claimable from) {
        String namespace = kind.resource().namespaced() ? parent.namespace() : "";
        List<KubeObject> adopted = new ArrayList<>();
        for (KubeObject orphan : from.store().orphans(namespace, selector)) {
            if (isAdoptable(orphan) && isParentAlive()) {
                attempt(() -> adopt(from, orphan).ifPresent(adopted::add));
            }
        }
        return adopted;
    }

    private boolean isAdoptable(KubeObject orphan) {
        return !orphan.isBeingDeleted() && orphan.controllerOwner().isEmpty() && selector.matches(orphan.labels());
    }

    /** Reads the parent from the API server, once: one that only the cache still shows must not become an owner. */
    private boolean isParentAlive() {
        if (live == Parent.NOT_READ) {
            live = Parent.NOT_ALIVE;
            attempt(() -> {
                KubeObject now = cluster.get(kind.resource(), parent.key());
                if (!now.uid().equals(parent.uid()) || now.isBeingDeleted()) {
                    throw new ClusterException.Conflict(
                            parent + " was deleted, is being deleted or was replaced, so nothing is adopted");
                }
                live = Parent.ALIVE;
            });
        }
        return live == Parent.ALIVE;
    }

    /** The state of the parent in the API server. */
    private enum Parent {
        NOT_READ,
        ALIVE,
        NOT_ALIVE
    }

    private void attempt(Runnable action) {
        try {
            action.run();
        } catch (ClusterException e) {
            failures.add(new SyncException.RequestFailed(e));
        }
    }

    /** Releases an object; returns it if the parent keeps it because its labels match again. */
    private Optional<KubeObject> release(Claimable from, KubeObject object) {
        report("releasing: labels no longer match", object);
        return write(
                from, object, state -> selector.matches(state.labels()) ? null : withoutOwner(state, parent.uid()));
    }

    /** Adopts an orphan and returns it; empty if another parent adopted it first. */
    private Optional<KubeObject> adopt(Claimable from, KubeObject orphan) {
        report("adopting: labels match", orphan);
        return write(from, orphan, state -> isAdoptable(state) ? withOwner(state, parent) : null);
    }

    private void report(String what, KubeObject object) {
        LOG.atInfo().addKeyValue("parent", parent).addKeyValue("child", object).log(what);
    }

    /** Changes an object and returns it if the parent controls it; empty if it was deleted. */
    private Optional<KubeObject> write(Claimable from, KubeObject object, ObjectWriter.ChangeIn change) {
        try {
            KubeObject now = writer.changeWithRetry(from.resource(), object, change);
            writes.wrote(from.store(), now);
            return Optional.of(now).filter(written -> written.controllerUid().equals(parent.uid()));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    private static ObjectWriter.Change withOwner(KubeObject state, KubeObject parent) {
        ArrayNode owners = owners(state, parent.uid());
        owners.add(OwnerReference.controlledBy(parent).toJson());
        return replaceOwners(state, owners);
    }

    private static ObjectWriter.@Nullable Change withoutOwner(KubeObject state, String uid) {
        return state.controllerUid().equals(uid) ? replaceOwners(state, owners(state, uid)) : null;
    }

    static ObjectWriter.Change replaceOwners(KubeObject state, ArrayNode owners) {
        return new ObjectWriter.Change(
                patch -> patch.testVersion(state).add("/metadata/ownerReferences", owners), tree -> {
                    ((ObjectNode) tree.get("metadata")).set("ownerReferences", owners);
                });
    }

    /** All owner references, except those to this uid. */
    private static ArrayNode owners(KubeObject state, String exceptUid) {
        ArrayNode kept = Json.NODES.arrayNode();
        state.tree().path("metadata").path("ownerReferences").forEach(owner -> {
            if (!owner.path("uid").asText().equals(exceptUid)) {
                kept.add(owner);
            }
        });
        return kept;
    }
}
