package io.hookline.cluster;

import io.hookline.object.KubeObject;

/** What a watch tells. */
public sealed interface WatchEvent {

    /** An object appeared, or starts to match. */
    record Added(KubeObject object) implements WatchEvent {}

    /** An object changed. */
    record Modified(KubeObject object) implements WatchEvent {}

    /** An object is gone, or stops to match; in its last state. */
    record Deleted(KubeObject object) implements WatchEvent {}

    /**
     * Everything up to this version has been told.
     *
     * @param endOfInitialEvents whether this closes a streaming list
     */
    record Bookmark(String resourceVersion, boolean endOfInitialEvents) implements WatchEvent {}

    /** The server ended the stream in good order: watch again from the last version. Nothing follows. */
    record Ended() implements WatchEvent {}
}
