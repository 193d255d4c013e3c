package io.hookline.cluster;

/**
 * How to write.
 *
 * @param subresource {@code status}, {@code scale}, or empty for the object itself
 * @param fieldManager who writes, empty for the server's default
 * @param force whether an apply patch takes over fields of others
 * @param dryRun whether the server only answers what would come of it
 */
public record WriteOptions(String subresource, String fieldManager, boolean force, boolean dryRun) {

    /** The object itself, for real. */
    public static final WriteOptions PLAIN = new WriteOptions("", "", false, false);

    /** The status subresource, for real. */
    public static final WriteOptions STATUS = new WriteOptions("status", "", false, false);

    /** The same, under a manager's name. */
    public WriteOptions by(String manager) {
        return new WriteOptions(subresource, manager, force, dryRun);
    }
}
