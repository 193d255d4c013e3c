package io.hookline.local.store;

import io.hookline.local.resource.FieldSelector;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;

/** The namespace and selectors of a list or watch. */
record SelectionPredicate(String namespace, LabelSelector labels, FieldSelector fields) {

    /** Whether a selector may exclude objects of the namespace. */
    boolean isSelective() {
        return !labels.equals(LabelSelector.EVERYTHING) || !fields.isEmpty();
    }

    boolean contains(KubeObject object) {
        return (namespace.isEmpty() || namespace.equals(object.namespace()))
                && labels.matches(object.labels())
                && fields.matches(object);
    }
}
