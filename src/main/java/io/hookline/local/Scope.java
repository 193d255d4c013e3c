package io.hookline.local;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;

/** Which objects of a resource a reader wants. */
record Scope(String namespace, LabelSelector labels, FieldSelector fields) {

    boolean contains(KubeObject object) {
        return (namespace.isEmpty() || namespace.equals(object.namespace()))
                && labels.matches(object.labels())
                && fields.matches(object);
    }
}
