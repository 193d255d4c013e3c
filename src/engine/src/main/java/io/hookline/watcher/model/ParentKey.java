package io.hookline.watcher.model;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LoggedObject;
import io.hookline.object.ObjectKey;

/** Identifies a parent of a controller; the key of the controller's queue. */
public record ParentKey(GroupVersionKind kind, ObjectKey key) implements LoggedObject.Source {

    public static ParentKey of(KubeObject parent) {
        return new ParentKey(parent.gvk(), parent.key());
    }

    @Override
    public LoggedObject logged() {
        return new LoggedObject(kind.apiVersion(), kind.kind(), key.namespace(), key.name());
    }

    /** Written out, like {@link #hashCode}: the generated methods of records are slow until they are compiled. */
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
