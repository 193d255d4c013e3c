package io.hookline.local.delete;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ResourceRegistry;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.store.ResourceTable;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Namespaces and CustomResourceDefinitions hold other objects: when they are deleted they are emptied first, and go with
 * the last of their objects. Called with the lock of {@link Storage} held.
 */
final class ContentDeletion {

    private static final String NAMESPACES = "namespaces";

    private final Storage storage;
    private final ResourceRegistry kinds;
    private final ObjectDeleter deletion;
    private final Timestamps time;

    /** Namespaces that are being deleted and whose content changed since their conditions were written. */
    private final Set<String> unreported = new LinkedHashSet<>();

    ContentDeletion(Storage storage, ResourceRegistry kinds, ObjectDeleter deletion, Timestamps time) {
        this.storage = storage;
        this.kinds = kinds;
        this.deletion = deletion;
        this.time = time;
    }

    /** An object was marked for deletion: if it is a container, its content goes. */
    void marked(Located where) {
        if (where.shelf().equals(NAMESPACES)) {
            for (ResourceTable shelf : storage.shelves()) {
                empty(shelf, where.key().name());
            }
            finishNamespace(where.key().name());
        } else if (where.shelf().equals(CrdResources.SHELF)) {
            empty(storage.shelf(where.key().name()), "");
            finishDefinition(where.key().name());
        }
    }

    /** An object is gone: perhaps it was the last one. */
    void emptied(Located where) {
        if (!where.key().namespace().isEmpty()) {
            finishNamespace(where.key().namespace());
        }
        finishDefinition(where.shelf());
    }

    /** All objects of a shelf in one namespace, or everywhere. */
    private void empty(ResourceTable shelf, String namespace) {
        Optional<ServedResource> resource = kinds.ofShelf(shelf.name());
        if (resource.isEmpty() || (!namespace.isEmpty() && !resource.get().api().namespaced())) {
            return;
        }
        List<Map.Entry<ObjectKey, Stored>> content = new ArrayList<>(
                ResourceTable.inNamespace(shelf.objects(), namespace).entrySet());
        for (Map.Entry<ObjectKey, Stored> entry : content) {
            KubeObject object = entry.getValue().object();
            if (!object.isBeingDeleted()) {
                Located where = new Located(shelf.name(), entry.getKey());
                deletion.quietly(resource.get(), where, object.uid(), Propagation.BACKGROUND);
            }
        }
    }

    private void finishNamespace(String name) {
        Located where = new Located(NAMESPACES, ObjectKey.clusterScoped(name));
        Optional<Stored> namespace = storage.find(where);
        if (namespace.isEmpty() || !namespace.get().object().isBeingDeleted()) {
            return;
        }
        ObjectNode tree = namespace.get().object().tree();
        boolean held = !ObjectTrees.finalizers(tree).isEmpty();
        if (hasContent(name)) {
            unreported.add(name);
        } else if (!held) {
            storage.remove(where);
        } else if (!tree.path("spec").path("finalizers").isEmpty()) {
            ObjectTrees.object(tree, "spec").remove("finalizers");
            unreported.add(name);
            storage.put(where, tree);
        }
    }

    /** Writes what namespaces still wait for into their conditions; whether there was something to write. */
    boolean report() {
        boolean written = false;
        for (String name : unreported) {
            Located where = new Located(NAMESPACES, ObjectKey.clusterScoped(name));
            Optional<KubeObject> namespace = storage.find(where).map(Stored::object);
            if (namespace.isPresent() && namespace.get().isBeingDeleted()) {
                ObjectNode tree = namespace.get().tree();
                if (new NamespaceConditions(time).write(tree, content(name))) {
                    storage.put(where, tree);
                    written = true;
                }
            }
        }
        unreported.clear();
        return written;
    }

    /** The objects that a namespace still holds, by their resource. */
    private Map<String, List<KubeObject>> content(String namespace) {
        Map<String, List<KubeObject>> content = new TreeMap<>();
        for (ResourceTable shelf : storage.shelves()) {
            List<KubeObject> objects = shelf.inNamespace(namespace);
            if (!objects.isEmpty()) {
                content.put(shelf.name(), objects);
            }
        }
        return content;
    }

    private boolean hasContent(String namespace) {
        return storage.shelves().stream()
                .anyMatch(shelf ->
                        !ResourceTable.inNamespace(shelf.objects(), namespace).isEmpty());
    }

    private void finishDefinition(String name) {
        Located where = new Located(CrdResources.SHELF, ObjectKey.clusterScoped(name));
        Optional<Stored> definition = storage.find(where);
        if (definition.isPresent()
                && definition.get().object().isBeingDeleted()
                && storage.shelf(name).objects().isEmpty()) {
            dropFinalizer(where, ObjectDeleter.CRD_CLEANUP);
        }
    }

    /** Takes a finalizer off an object that is being deleted; the object goes with its last one. */
    void dropFinalizer(Located where, String finalizer) {
        Optional<Stored> found = storage.find(where);
        if (found.isEmpty() || !found.get().object().hasFinalizer(finalizer)) {
            return;
        }
        ObjectNode tree = found.get().object().tree();
        List<String> finalizers = new ArrayList<>(ObjectTrees.finalizers(tree));
        finalizers.remove(finalizer);
        ObjectTrees.setFinalizers(tree, finalizers);
        boolean free = kinds.ofShelf(where.shelf())
                .map(resource -> ObjectDeleter.isFree(resource, tree))
                .orElse(finalizers.isEmpty());
        if (free) {
            storage.remove(where);
        } else {
            storage.put(where, tree);
        }
    }
}
