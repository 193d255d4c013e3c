package io.hookline.watcher.model;

import io.hookline.object.ApiResource;

/** Identifies a resource, without the properties that discovery may report differently later. */
public record ResourceName(String apiVersion, String plural) {

    public static final ResourceName NAMESPACES = new ResourceName("v1", "namespaces");

    public static ResourceName of(ApiResource resource) {
        return new ResourceName(resource.apiVersion(), resource.plural());
    }
}
