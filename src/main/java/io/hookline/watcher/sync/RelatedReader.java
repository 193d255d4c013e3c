package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.informer.ObjectStore;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.model.ResourceName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads selected objects from complete caches: by key if names and namespace are given, and each object once. */
final class RelatedReader {

    private final Function<ResourceName, ObjectStore> stores;

    /** Reads from the store of each selection's resource, and from that of namespaces if a selection needs it. */
    RelatedReader(Function<ResourceName, ObjectStore> stores) {
        this.stores = stores;
    }

    /** Reads the selected objects; the result has a group for the kind of every selection. */
    ObjectGroups read(List<RelatedSelection> selections) {
        Map<GroupVersionKind, Map<ObjectKey, KubeObject>> found = new HashMap<>();
        for (RelatedSelection selection : selections) {
            Map<ObjectKey, KubeObject> objects =
                    found.computeIfAbsent(selection.resource().gvk(), _ -> new LinkedHashMap<>());
            candidates(selection)
                    .filter(object -> selection.labels().matches(object.labels()))
                    .forEach(object -> objects.put(object.key(), object));
        }
        Map<GroupVersionKind, List<KubeObject>> groups = new HashMap<>();
        found.forEach((kind, objects) -> groups.put(kind, List.copyOf(objects.values())));
        return ObjectGroups.of(groups);
    }

    private Stream<KubeObject> candidates(RelatedSelection selection) {
        ApiResource resource = selection.resource();
        ObjectStore store = stores.apply(ResourceName.of(resource));
        String namespace = selection.namespace();
        if (selection.namespaces().isPresent()) {
            return namespaces(selection.namespaces().get()).flatMap(name -> store.inNamespace(name).stream());
        }
        if (selection.names().isEmpty()) {
            return (namespace.isEmpty() ? store.all() : store.inNamespace(namespace)).stream();
        }
        if (!namespace.isEmpty() || !resource.namespaced()) {
            return selection.names().stream().flatMap(name -> store.get(new ObjectKey(namespace, name)).stream());
        }
        return store.all().stream().filter(object -> selection.names().contains(object.name()));
    }

    private Stream<String> namespaces(LabelSelector selector) {
        return stores.apply(ResourceName.NAMESPACES).all().stream()
                .filter(namespace -> selector.matches(namespace.labels()))
                .map(KubeObject::name);
    }
}
