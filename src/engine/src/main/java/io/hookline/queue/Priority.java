package io.hookline.queue;

/** Which key is taken first when several are ready. */
public enum Priority {
    /** The object or something it depends on changed: taken before resyncs. */
    CHANGE,
    /** A sync without a known change: it can wait. */
    RESYNC
}
