package io.hookline.local.resource;

import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.store.Storage;
import io.hookline.object.ApiResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is served now: the built-in kinds, and what CustomResourceDefinitions add. Guarded by the lock of {@link Storage}. */
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

    /** What is served under that name, whatever else the caller believes of it. */
    public ServedResource find(ApiResource asked) {
        return find(asked.apiVersion(), asked.plural()).orElseThrow(ApiErrors::noResource);
    }

    Optional<ServedResource> find(String apiVersion, String plural) {
        return Optional.ofNullable(resources.get(key(apiVersion, plural)));
    }

    /** A version of the resource whose objects are on that shelf; they are the same in all. */
    public Optional<ServedResource> ofShelf(String shelf) {
        return resources.values().stream()
                .filter(resource -> resource.shelf().equals(shelf))
                .findFirst();
    }

    public List<ApiResource> all() {
        List<ApiResource> all = new ArrayList<>();
        resources.values().forEach(resource -> all.add(resource.api()));
        return all;
    }

    /** Serves what a definition says, instead of what it said before. */
    public void define(String definition, List<ServedResource> versions) {
        remove(definition);
        custom.put(definition, List.copyOf(versions));
        versions.forEach(this::add);
    }

    /** Stops serving what a definition said. */
    public void remove(String definition) {
        for (ServedResource old : custom.getOrDefault(definition, List.of())) {
            resources.remove(key(old.api().apiVersion(), old.api().plural()));
        }
        custom.remove(definition);
    }
}
