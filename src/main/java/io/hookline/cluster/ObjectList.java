package io.hookline.cluster;

import io.hookline.object.KubeObject;
import java.util.List;

/**
 * One page of a list.
 *
 * @param resourceVersion of the list, from which a watch can go on
 * @param continueToken where the next page starts, empty after the last one
 * @param remainingItemCount how many objects come after this page; 0 if none, or if nobody counted
 */
public record ObjectList(
        List<KubeObject> items, String resourceVersion, String continueToken, long remainingItemCount) {
    public ObjectList {
        items = List.copyOf(items);
    }

    /** A page after which nobody counted. */
    public ObjectList(List<KubeObject> items, String resourceVersion, String continueToken) {
        this(items, resourceVersion, continueToken, 0);
    }
}
