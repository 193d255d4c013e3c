package io.hookline.cluster;

import io.hookline.object.KubeObject;

/** An event of a watch. */
public sealed interface WatchEvent {

    /** An object was created, or matches the selectors from now on. */
    record Added(KubeObject object) implements WatchEvent {}

    /** An object changed. */
    record Modified(KubeObject object) implements WatchEvent {}

    /** An object was deleted, or no longer matches the selectors; in its last state. */
    record Deleted(KubeObject object) implements WatchEvent {}

    /**
     * All events up to this version were sent.
     *
     * @param endOfInitialEvents whether this ends a streaming list
     */
    record Bookmark(String resourceVersion, boolean endOfInitialEvents) implements WatchEvent {}

    /** The server ended the stream regularly: watch again from the last version. No event follows. */
    record Ended() implements WatchEvent {}
}
