package io.hookline.hook;

/**
 * The sync hook of a DecoratorController: returns what to attach to an existing object.
 *
 * <pre>{@code
 * public Decoration decorate(Sync<StatefulSet> in) {
 *     return Decoration.of(serviceFor(in.parent())).label("exposed", "true");
 * }
 * }</pre>
 *
 * <p>Like a {@link SyncHook}, it must be a pure function: the same input gives the same decoration.
 *
 * @param <P> the type of the object, as in {@link SyncHook}
 */
@FunctionalInterface
public interface DecorateHook<P> {

    /**
     * Returns the desired attachments, labels, annotations and status of the object.
     *
     * @param in the object as {@link Sync#parent}, its existing attachments as {@link Sync#children}
     * @throws Exception if the call fails; it is retried later
     */
    Decoration decorate(Sync<P> in) throws Exception;
}
