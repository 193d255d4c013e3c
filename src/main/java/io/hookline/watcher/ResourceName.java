package io.hookline.watcher;

import io.hookline.object.ApiResource;

/** What names a resource, without what discovery may tell of it anew. */
record ResourceName(String apiVersion, String plural) {

    static final ResourceName NAMESPACES = new ResourceName("v1", "namespaces");

    static ResourceName of(ApiResource resource) {
        return new ResourceName(resource.apiVersion(), resource.plural());
    }
}
