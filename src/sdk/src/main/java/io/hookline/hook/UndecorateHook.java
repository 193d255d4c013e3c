package io.hookline.hook;

/**
 * Removes a decoration from an object that is being deleted or no longer selected.
 *
 * <p>It is the finalize hook of a DecoratorController. It is called instead of {@link DecorateHook}, again and again
 * until it returns {@link Decoration#finalized}. Only then is the finalizer removed.
 *
 * <pre>{@code
 * public Decoration undecorate(Sync<StatefulSet> in) {
 *     return Decoration.of().removeLabel("exposed").finalized();
 * }
 * }</pre>
 *
 * @param <P> the type of the object, as in {@link SyncHook}
 */
@FunctionalInterface
public interface UndecorateHook<P> {

    /**
     * Returns the attachments that must still exist, and whether the cleanup is complete.
     *
     * @param in the object as {@link Sync#parent}, its existing attachments as {@link Sync#children}
     * @throws Exception if the call fails; it is retried later
     */
    Decoration undecorate(Sync<P> in) throws Exception;
}
