package io.hookline.hook;

/**
 * Cleans up after a parent of a CompositeController that is being deleted or no longer selected.
 *
 * <p>The hook is called instead of the sync hook, again and again until it returns {@link Answer#finalized}. Only then
 * is the finalizer removed, so that the parent can be deleted.
 *
 * <pre>{@code
 * public Answer finalize(Sync<Cluster> in) {
 *     return in.children(Pod.class).isEmpty() ? Answer.of().finalized() : Answer.of();
 * }
 * }</pre>
 *
 * @param <P> the type of the parent, as in {@link SyncHook}
 */
@FunctionalInterface
public interface FinalizeHook<P> {

    /**
     * Returns the children that must still exist, and whether the cleanup is complete.
     *
     * @throws Exception if the call fails; it is retried later
     */
    Answer finalize(Sync<P> in) throws Exception;
}
