package io.hookline.queue;

/** Who goes first when several keys wait. */
public enum Priority {
    /** Something happened to it: it overtakes resyncs. */
    CHANGE,
    /** Only looked at again: it can wait. */
    RESYNC
}
