package io.hookline.cluster;

/**
 * Options of a write.
 *
 * @param subresource {@code status}, {@code scale}, or empty for the object itself
 * @param fieldManager the name that owns the written fields; empty for the server's default
 * @param force whether an apply patch takes over fields of other managers
 * @param dryRun whether the server only returns the result, without storing it
 */
public record WriteOptions(String subresource, String fieldManager, boolean force, boolean dryRun) {

    /** Writes the object itself. */
    public static final WriteOptions PLAIN = new WriteOptions("", "", false, false);

    /** Writes the status subresource. */
    public static final WriteOptions STATUS = new WriteOptions("status", "", false, false);

    /** Returns the same options with a field manager. */
    public WriteOptions by(String manager) {
        return new WriteOptions(subresource, manager, force, dryRun);
    }
}
