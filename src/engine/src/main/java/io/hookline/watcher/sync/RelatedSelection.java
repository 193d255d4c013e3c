package io.hookline.watcher.sync;

import io.hookline.object.ApiResource;
import io.hookline.object.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * What one rule of a customize answer selects for one parent. Used both to read the caches and to find the parents that a
 * change affects.
 *
 * @param resource the resource of the related objects
 * @param namespace empty for all; always empty for a cluster-scoped resource
 * @param names empty for any
 * @param labels selects the objects
 * @param namespaces selects the namespaces of the objects, if present
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
