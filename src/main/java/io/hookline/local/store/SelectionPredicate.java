package io.hookline.local.store;

import io.hookline.local.resource.FieldSelector;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;

/** Which objects of a resource a reader wants. */
record SelectionPredicate(String namespace, LabelSelector labels, FieldSelector fields) {

    /** Whether it leaves anything of its namespace out. */
    boolean isSelective() {
        return !labels.equals(LabelSelector.EVERYTHING) || !fields.isEmpty();
    }

    boolean contains(KubeObject object) {
        return (namespace.isEmpty() || namespace.equals(object.namespace()))
                && labels.matches(object.labels())
                && fields.matches(object);
    }
}
