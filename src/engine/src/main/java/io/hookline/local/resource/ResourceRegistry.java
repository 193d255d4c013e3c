package io.hookline.local.resource;

import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.store.Storage;
import io.hookline.object.ApiResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The resources that are served: the built-in ones and those of CustomResourceDefinitions. Guarded by the lock of
 * {@link Storage}.
 */
public final class ResourceRegistry {

    /** By apiVersion and plural. */
    private final Map<String, ServedResource> resources = new LinkedHashMap<>();

    /** By the name of their definition. */
    private final Map<String, List<ServedResource>> custom = new LinkedHashMap<>();

    public ResourceRegistry(List<ServedResource> builtIn) {
        builtIn.forEach(this::add);
    }

    private void add(ServedResource resource) {
        resources.put(key(resource.api().apiVersion(), resource.api().plural()), resource);
    }

    private static String key(String apiVersion, String plural) {
        return apiVersion + " " + plural;
    }

    /** Finds a served resource by apiVersion and plural; the other components of {@code requested} are ignored. */
    public ServedResource find(ApiResource requested) {
        return find(requested.apiVersion(), requested.plural()).orElseThrow(ApiErrors::noResource);
    }

    Optional<ServedResource> find(String apiVersion, String plural) {
        return Optional.ofNullable(resources.get(key(apiVersion, plural)));
    }

    /** One version of the resource whose objects are in a table; all versions have the same objects. */
    public Optional<ServedResource> ofTable(String table) {
        return resources.values().stream()
                .filter(resource -> resource.table().equals(table))
                .findFirst();
    }

    public List<ApiResource> all() {
        List<ApiResource> all = new ArrayList<>();
        resources.values().forEach(resource -> all.add(resource.api()));
        return all;
    }

    /** Serves the versions of a definition instead of its previous versions. */
    public void define(String definition, List<ServedResource> versions) {
        remove(definition);
        custom.put(definition, List.copyOf(versions));
        versions.forEach(this::add);
    }

    /** Stops serving the versions of a definition. */
    public void remove(String definition) {
        for (ServedResource old : custom.getOrDefault(definition, List.of())) {
            resources.remove(key(old.api().apiVersion(), old.api().plural()));
        }
        custom.remove(definition);
    }
}
