package io.hookline.local.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Empties namespaces and CustomResourceDefinitions that are being deleted, then removes them. Called with the lock of
 * {@link Storage} held.
 */
final class ContentDeletion {

    private static final String NAMESPACES = "namespaces";

    private final Storage storage;
    private final ResourceRegistry resources;
    private final ObjectDeleter deleter;
    private final Timestamps time;

    /** Namespaces that are being deleted, and whose content has changed since their conditions were written. */
    private final Set<String> unreported = new LinkedHashSet<>();

    ContentDeletion(Storage storage, ResourceRegistry resources, ObjectDeleter deleter, Timestamps time) {
        this.storage = storage;
        this.resources = resources;
        this.deleter = deleter;
        this.time = time;
    }

    /** Handles an object that was marked for deletion: deletes its content if it is a namespace or a definition. */
    void marked(Located where) {
        if (where.table().equals(NAMESPACES)) {
            for (ResourceTable table : storage.tables()) {
                empty(table, where.key().name());
            }
            finishNamespace(where.key().name());
        } else if (where.table().equals(CrdResources.TABLE)) {
            empty(storage.table(where.key().name()), "");
            finishDefinition(where.key().name());
            storage.find(where).map(Stored::object).ifPresent(left -> reportTerminating(where, left.tree()));
        }
    }

    /** A definition whose objects are not all gone says so. From then on discovery lists fewer verbs for them. */
    private void reportTerminating(Located where, ObjectNode definition) {
        if (CrdResources.terminate(definition, time.now())) {
            storage.put(where, definition);
        }
    }

    /** Handles a removed object, which may have been the last one in its namespace or of its definition. */
    void removed(Located where) {
        if (!where.key().namespace().isEmpty()) {
            finishNamespace(where.key().namespace());
        }
        finishDefinition(where.table());
    }

    /** Deletes the objects of a table in one namespace, or in all if {@code namespace} is empty. */
    private void empty(ResourceTable table, String namespace) {
        Optional<ServedResource> resource = resources.ofTable(table.name());
        if (resource.isEmpty() || (!namespace.isEmpty() && !resource.get().api().namespaced())) {
            return;
        }
        List<Map.Entry<ObjectKey, Stored>> content = new ArrayList<>(
                ResourceTable.inNamespace(table.objects(), namespace).entrySet());
        for (Map.Entry<ObjectKey, Stored> entry : content) {
            KubeObject object = entry.getValue().object();
            if (!object.isBeingDeleted()) {
                Located where = new Located(table.name(), entry.getKey());
                deleter.deleteIfPresent(resource.get(), where, object.uid(), Propagation.BACKGROUND);
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

    /** Writes the remaining content of namespaces into their conditions; returns whether a condition changed. */
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

    /** The objects that are left in a namespace, by resource. */
    private Map<String, List<KubeObject>> content(String namespace) {
        Map<String, List<KubeObject>> content = new TreeMap<>();
        for (ResourceTable table : storage.tables()) {
            List<KubeObject> objects = table.inNamespace(namespace);
            if (!objects.isEmpty()) {
                content.put(table.name(), objects);
            }
        }
        return content;
    }

    private boolean hasContent(String namespace) {
        return storage.tables().stream()
                .anyMatch(table ->
                        !ResourceTable.inNamespace(table.objects(), namespace).isEmpty());
    }

    private void finishDefinition(String name) {
        Located where = new Located(CrdResources.TABLE, ObjectKey.clusterScoped(name));
        Optional<Stored> definition = storage.find(where);
        if (definition.isPresent()
                && definition.get().object().isBeingDeleted()
                && storage.table(name).objects().isEmpty()) {
            removeFinalizer(where, ObjectDeleter.CRD_CLEANUP);
        }
    }

    /** Removes a finalizer from an object that is being deleted, and removes the object if nothing else keeps it. */
    void removeFinalizer(Located where, String finalizer) {
        Optional<Stored> found = storage.find(where);
        if (found.isEmpty() || !found.get().object().hasFinalizer(finalizer)) {
            return;
        }
        ObjectNode tree = found.get().object().tree();
        List<String> finalizers = new ArrayList<>(ObjectTrees.finalizers(tree));
        finalizers.remove(finalizer);
        ObjectTrees.setFinalizers(tree, finalizers);
        boolean free = resources
                .ofTable(where.table())
                .map(resource -> ObjectDeleter.isFree(resource, tree))
                .orElse(finalizers.isEmpty());
        if (free) {
            storage.remove(where);
        } else {
            storage.put(where, tree);
        }
    }

    /** The conditions of a namespace that is being deleted, as the namespace controller writes them. */
    private static final class NamespaceConditions {

        private final Timestamps time;

        NamespaceConditions(Timestamps time) {
            this.time = time;
        }

        /**
         * Writes the conditions into a namespace.
         *
         * @param content the objects in it by their resource, such as {@code deployments.apps}
         * @return whether something changed
         */
        boolean write(ObjectNode namespace, Map<String, List<KubeObject>> content) {
            JsonNode before = namespace.path("status").path("conditions");
            ArrayNode conditions = Json.NODES.arrayNode();
            add(
                    conditions,
                    "NamespaceDeletionDiscoveryFailure",
                    "ResourcesDiscovered",
                    "All resources successfully discovered");
            add(
                    conditions,
                    "NamespaceDeletionGroupVersionParsingFailure",
                    "ParsedGroupVersions",
                    "All legacy kube types successfully parsed");
            add(
                    conditions,
                    "NamespaceDeletionContentFailure",
                    "ContentDeleted",
                    "All content successfully deleted, may be waiting on finalization");
            conditions.add(remaining(content));
            conditions.add(finalizers(content));
            conditions.forEach(condition -> keepTransition((ObjectNode) condition, before));
            if (conditions.equals(before)) {
                return false;
            }
            ObjectTrees.object(namespace, "status").set("conditions", conditions);
            return true;
        }

        private static void add(ArrayNode conditions, String type, String reason, String message) {
            conditions.add(condition(type, false, reason, message));
        }

        private static ObjectNode remaining(Map<String, List<KubeObject>> content) {
            String type = "NamespaceContentRemaining";
            if (content.isEmpty()) {
                return condition(type, false, "ContentRemoved", "All content successfully removed");
            }
            String resources = content.entrySet().stream()
                    .map(of ->
                            groupResource(of.getKey()) + " has " + of.getValue().size() + " resource instances")
                    .collect(Collectors.joining(", "));
            return condition(type, true, "SomeResourcesRemain", "Some resources are remaining: " + resources);
        }

        /** Resource and group; the dot is kept if the group is empty. */
        private static String groupResource(String resource) {
            return resource.contains(".") ? resource : resource + ".";
        }

        private static ObjectNode finalizers(Map<String, List<KubeObject>> content) {
            String type = "NamespaceFinalizersRemaining";
            SortedMap<String, Integer> counts = new TreeMap<>();
            content.values()
                    .forEach(objects -> objects.forEach(
                            object -> object.finalizers().forEach(name -> counts.merge(name, 1, Integer::sum))));
            if (counts.isEmpty()) {
                return condition(type, false, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
            }
            String finalizers = counts.entrySet().stream()
                    .map(of -> of.getKey() + " in " + of.getValue() + " resource instances")
                    .collect(Collectors.joining(", "));
            return condition(
                    type,
                    true,
                    "SomeFinalizersRemain",
                    "Some content in the namespace has finalizers remaining: " + finalizers);
        }

        private static ObjectNode condition(String type, boolean status, String reason, String message) {
            ObjectNode condition = Json.NODES.objectNode().put("type", type).put("status", status ? "True" : "False");
            return condition.put("reason", reason).put("message", message);
        }

        private void keepTransition(ObjectNode condition, JsonNode before) {
            String since = time.now();
            for (JsonNode old : before) {
                boolean same = old.path("type").equals(condition.get("type"))
                        && old.path("status").equals(condition.get("status"));
                if (same) {
                    since = old.path("lastTransitionTime").asText(since);
                }
            }
            condition.put("lastTransitionTime", since);
        }
    }
}
