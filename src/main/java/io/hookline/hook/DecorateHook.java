package io.hookline.hook;

/**
 * Says what shall be attached to an object that exists already, for a DecoratorController.
 *
 * <pre>{@code
 * public Decoration decorate(Sync<StatefulSet> in) {
 *     return Decoration.of(serviceFor(in.parent())).label("exposed", "true");
 * }
 * }</pre>
 *
 * @param <P> how the hook wants to see the object, as in {@link SyncHook}
 */
@FunctionalInterface
public interface DecorateHook<P> {

    /**
     * What shall be attached now; {@link Sync#children} are the attachments that exist.
     *
     * @throws Exception fails this call; it is made again after a while
     */
    Decoration decorate(Sync<P> in) throws Exception;
}
