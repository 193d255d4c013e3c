package io.hookline.cluster;

/**
 * Options of a deletion.
 *
 * @param uid deletes only the object with this uid, {@link ClusterException.Conflict} otherwise; empty for any
 * @param resourceVersion deletes only this version, {@link ClusterException.Conflict} otherwise; empty for any
 * @param propagation what happens to the object's dependents
 * @param gracePeriodSeconds negative for the kind's default
 * @param dryRun whether the server only returns the result, without deleting
 */
public record DeleteOptions(
        String uid, String resourceVersion, Propagation propagation, long gracePeriodSeconds, boolean dryRun) {

    /** What happens to objects that refer to the deleted one as owner. */
    public enum Propagation {
        /** Dependents are deleted after it. */
        BACKGROUND,
        /** Dependents are deleted before it. */
        FOREGROUND,
        /** Dependents stay, without the owner reference. */
        ORPHAN,
        /** The server decides by kind. */
        DEFAULT
    }

    /** Deletes any object of the name; its dependents are deleted after it. */
    public static final DeleteOptions BACKGROUND = new DeleteOptions("", "", Propagation.BACKGROUND, -1, false);

    /** Deletes only the object with this uid; its dependents are deleted after it. */
    public static DeleteOptions ofUid(String uid) {
        return new DeleteOptions(uid, "", Propagation.BACKGROUND, -1, false);
    }
}
