package io.hookline.cluster;

import io.hookline.object.LabelSelector;
import java.time.Duration;

/**
 * What to watch.
 *
 * @param namespace empty for all namespaces
 * @param labels which objects; one that stops matching is reported as deleted
 * @param fields field selector as text; empty for none
 * @param resourceVersion after which changes are wanted; empty for now, with the present objects first
 * @param bookmarks whether the server shall tell its version from time to time
 * @param sendInitialEvents whether the present objects come first, closed by a bookmark (a streaming list)
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

    /** All changes after a version, with bookmarks. */
    public static WatchOptions from(String resourceVersion, Duration timeout) {
        return new WatchOptions("", LabelSelector.EVERYTHING, "", resourceVersion, true, false, timeout);
    }
}
