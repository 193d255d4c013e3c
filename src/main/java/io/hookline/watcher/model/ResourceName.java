package io.hookline.watcher.model;

import io.hookline.object.ApiResource;

/** What names a resource, without what discovery may tell of it anew. */
public record ResourceName(String apiVersion, String plural) {

    public static final ResourceName NAMESPACES = new ResourceName("v1", "namespaces");

    public static ResourceName of(ApiResource resource) {
        return new ResourceName(resource.apiVersion(), resource.plural());
    }
}
