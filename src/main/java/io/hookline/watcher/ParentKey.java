package io.hookline.watcher;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;

/** Which parent of a controller: the only thing that travels through its queue. */
record ParentKey(GroupVersionKind kind, ObjectKey key) {

    static ParentKey of(KubeObject parent) {
        return new ParentKey(parent.gvk(), parent.key());
    }

    /** {@code Hello default/world}. */
    @Override
    public String toString() {
        return kind.kind() + " " + key;
    }
}
