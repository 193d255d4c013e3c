package io.hookline.hook;

/**
 * Takes a decoration off an object that is being deleted, or is no longer selected. It is asked again until it answers
 * {@link Decoration#finalized}.
 *
 * <pre>{@code
 * public Decoration undecorate(Sync<StatefulSet> in) {
 *     return Decoration.of().removeLabel("exposed").finalized();
 * }
 * }</pre>
 *
 * @param <P> how the hook wants to see the object, as in {@link SyncHook}
 */
@FunctionalInterface
public interface UndecorateHook<P> {

    /**
     * What shall still be attached now, and whether the object may go.
     *
     * @throws Exception fails this call; it is made again after a while
     */
    Decoration undecorate(Sync<P> in) throws Exception;
}
