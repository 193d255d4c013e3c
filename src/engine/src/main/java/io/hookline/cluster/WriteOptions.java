package io.hookline.cluster;

/**
 * Options of a write.
 *
 * @param subresource {@code status}, {@code scale}, or empty for the object itself
 * @param fieldManager the name that owns the written fields; empty for the server's default
 * @param force whether an apply patch takes over fields of other managers
 * @param dryRun whether the server only returns the result, without storing it
 * @param warnings gets the warnings of the server, if the write succeeds
 */
public record WriteOptions(
        String subresource, String fieldManager, boolean force, boolean dryRun, WarningListener warnings) {

    /** Writes the object itself. */
    public static final WriteOptions PLAIN = new WriteOptions("", "", false, false);

    /** Writes the status subresource. */
    public static final WriteOptions STATUS = new WriteOptions("status", "", false, false);

    /** Options that ignore warnings. */
    public WriteOptions(String subresource, String fieldManager, boolean force, boolean dryRun) {
        this(subresource, fieldManager, force, dryRun, WarningListener.NONE);
    }

    /** Returns the same options with a field manager. */
    public WriteOptions by(String manager) {
        return new WriteOptions(subresource, manager, force, dryRun, warnings);
    }

    /** Returns the same options with a listener for warnings. */
    public WriteOptions warning(WarningListener listener) {
        return new WriteOptions(subresource, fieldManager, force, dryRun, listener);
    }
}
