package io.hookline.watcher.related;

import io.hookline.object.ApiResource;
import io.hookline.object.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * What one rule of a customize answer selects for one parent; the one meaning that reading the caches and looking for whom
 * a change concerns have in common.
 *
 * @param resource of the related objects
 * @param namespace empty for all; always empty for a cluster-scoped resource
 * @param names empty for any
 * @param labels which objects
 * @param namespaces objects in namespaces with these labels only, if present
 */
record RelatedSelection(
        ApiResource resource,
        String namespace,
        List<String> names,
        LabelSelector labels,
        Optional<LabelSelector> namespaces) {
    RelatedSelection {
        names = List.copyOf(names);
    }
}
