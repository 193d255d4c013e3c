package io.hookline.cluster;

import io.hookline.object.LabelSelector;
import java.time.Duration;

/**
 * Options of a watch.
 *
 * @param namespace empty for all namespaces
 * @param labels selects the objects; one that no longer matches is reported as deleted
 * @param fields field selector as text; empty for none
 * @param resourceVersion events after this version are sent; empty for now, with the present objects first
 * @param bookmarks whether the server sends its current version from time to time
 * @param sendInitialEvents whether the present objects come first, ended by a bookmark (a streaming list)
 * @param timeout after which the server ends the stream
 */
public record WatchOptions(
        String namespace,
        LabelSelector labels,
        String fields,
        String resourceVersion,
        boolean bookmarks,
        boolean sendInitialEvents,
        Duration timeout) {

    /** All events after a version, with bookmarks. */
    public static WatchOptions from(String resourceVersion, Duration timeout) {
        return new WatchOptions("", LabelSelector.EVERYTHING, "", resourceVersion, true, false, timeout);
    }
}
