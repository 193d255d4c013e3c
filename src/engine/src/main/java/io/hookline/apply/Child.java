package io.hookline.apply;

import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;

/**
 * A child with its API resource and key, which are resolved only once.
 *
 * @param resource the resource for reads and writes; its kind is that of the object
 * @param key the key in the cluster; a desired child without a namespace gets that of its parent
 * @param object the object as cached, or as the hook returned it
 */
public record Child(ApiResource resource, ObjectKey key, KubeObject object) {

    /** Returns an existing child with its own key. */
    public static Child observed(ApiResource resource, KubeObject object) {
        return new Child(resource, object.key(), object);
    }

    /** The kind, in the version that is written. */
    public GroupVersionKind kind() {
        return object.gvk();
    }

    /** The form for messages: {@code ConfigMap default/world}. */
    @Override
    public String toString() {
        return object.kind() + " " + key;
    }
}
