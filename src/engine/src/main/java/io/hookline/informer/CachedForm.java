package io.hookline.informer;

import io.hookline.object.KubeObject;
import java.util.function.UnaryOperator;

/**
 * Another form of objects than the options of the informers name, for a cache that needs only a part of each object.
 *
 * @param name identifies the form; subscribers with the same form share a cache
 * @param pageSize maximum number of objects in one page of a list: a page is in memory as a whole
 * @param transform cuts an object down before it is stored; it keeps all that identifies the object and its version
 */
public record CachedForm(String name, int pageSize, UnaryOperator<KubeObject> transform) {

    /** The options of an informer that caches this form. */
    InformerOptions of(InformerOptions options) {
        return options.withPageSize(pageSize).withTransform(transform);
    }
}
