package io.hookline.cluster;

/**
 * How to delete.
 *
 * @param uid only this very object, {@link ClusterException.Conflict} otherwise; empty for whatever has the name
 * @param resourceVersion only in this state; empty for any
 * @param propagation what becomes of its dependents
 * @param gracePeriodSeconds negative for the kind's default
 * @param dryRun whether the server only answers what would come of it
 */
public record DeleteOptions(
        String uid, String resourceVersion, Propagation propagation, long gracePeriodSeconds, boolean dryRun) {

    /** What becomes of objects that refer to the deleted one as owner. */
    public enum Propagation {
        /** They go after it. */
        BACKGROUND,
        /** It goes after them. */
        FOREGROUND,
        /** They stay, without the reference. */
        ORPHAN,
        /** The server decides by kind. */
        DEFAULT
    }

    /** Whatever has the name, with its dependents after it. */
    public static final DeleteOptions BACKGROUND = new DeleteOptions("", "", Propagation.BACKGROUND, -1, false);

    /** Only the object with this uid, with its dependents after it. */
    public static DeleteOptions ofUid(String uid) {
        return new DeleteOptions(uid, "", Propagation.BACKGROUND, -1, false);
    }
}
