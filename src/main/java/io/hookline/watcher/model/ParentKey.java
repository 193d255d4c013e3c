package io.hookline.watcher.model;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;

/** Which parent of a controller: the only thing that travels through its queue. */
public record ParentKey(GroupVersionKind kind, ObjectKey key) {

    public static ParentKey of(KubeObject parent) {
        return new ParentKey(parent.gvk(), parent.key());
    }

    /** Written out, as is {@link #hashCode}: until the optimising compiler has seen them, those of records are slow. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ParentKey parent && key.equals(parent.key) && kind.equals(parent.kind);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + key.hashCode();
    }

    /** {@code Hello default/world}. */
    @Override
    public String toString() {
        return kind.kind() + " " + key;
    }
}
