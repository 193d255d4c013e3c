package io.hookline.cluster;

import io.hookline.object.KubeObject;
import java.util.List;

/**
 * One page of a list.
 *
 * @param resourceVersion of the list; a watch can continue from it
 * @param continueToken where the next page starts; empty after the last page
 * @param remainingItemCount number of objects after this page; 0 if there are none, or if the server did not count them
 */
public record ObjectList(
        List<KubeObject> items, String resourceVersion, String continueToken, long remainingItemCount) {
    public ObjectList {
        items = List.copyOf(items);
    }

    /** A page whose server did not count the objects after it. */
    public ObjectList(List<KubeObject> items, String resourceVersion, String continueToken) {
        this(items, resourceVersion, continueToken, 0);
    }
}
