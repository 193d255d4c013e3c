package io.hookline.hook;

/**
 * Cleans up after a parent of a CompositeController that is being deleted, or is no longer selected. It is asked again
 * until it answers {@link Answer#finalized}.
 *
 * <pre>{@code
 * public Answer finalize(Sync<Cluster> in) {
 *     return in.children(Pod.class).isEmpty() ? Answer.of().finalized() : Answer.of();
 * }
 * }</pre>
 *
 * @param <P> how the hook wants to see the parent, as in {@link SyncHook}
 */
@FunctionalInterface
public interface FinalizeHook<P> {

    /**
     * What shall still exist now, and whether the parent may go.
     *
     * @throws Exception fails this call; it is made again after a while
     */
    Answer finalize(Sync<P> in) throws Exception;
}
