package io.hookline.cluster;

import io.hookline.object.KubeObject;
import java.util.List;

/**
 * One page of a list.
 *
 * @param resourceVersion of the list, from which a watch can go on
 * @param continueToken where the next page starts, empty after the last one
 */
public record ObjectList(List<KubeObject> items, String resourceVersion, String continueToken) {
    public ObjectList {
        items = List.copyOf(items);
    }
}
