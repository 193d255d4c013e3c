package io.hookline.apply;

import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;

/**
 * A child with its resolved resource, so that nobody has to look that up again on the way to the API server.
 *
 * @param resource through which it is read and written; its kind is that of the object
 * @param key under which it lives, or will live: a desired child may leave the namespace to its parent
 * @param object as cached, or as the hook returned it
 */
public record Child(ApiResource resource, ObjectKey key, KubeObject object) {

    /** An existing child, under its own key. */
    public static Child observed(ApiResource resource, KubeObject object) {
        return new Child(resource, object.key(), object);
    }

    /** The kind, in the version in which it is written. */
    public GroupVersionKind kind() {
        return object.gvk();
    }

    /** {@code ConfigMap default/world}: for messages. */
    @Override
    public String toString() {
        return object.kind() + " " + key;
    }
}
