package io.hookline.informer;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Optional;

/** The cached objects of one resource, read-only. Thread-safe; each call sees one state. */
public interface ObjectStore {

    /** One object. */
    Optional<KubeObject> get(ObjectKey key);

    /** All objects, in no order. */
    List<KubeObject> all();

    /** The objects of a namespace, in no order. */
    List<KubeObject> inNamespace(String namespace);

    /** The objects whose controller owner has this uid, in no order. */
    List<KubeObject> controlledBy(String uid);

    /**
     * The objects without controller owner that a selector selects, in one namespace or in all if it is empty. Fast for
     * selectors that name the value of a label: such a label is indexed at the first call.
     */
    List<KubeObject> orphans(String namespace, LabelSelector selector);

    /** How many objects there are. */
    int size();

    /** The sum of the sizes of their JSON, in bytes. */
    long bytes();
}
