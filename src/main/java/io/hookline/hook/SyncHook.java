package io.hookline.hook;

/**
 * Says what shall exist for one parent of a CompositeController. It is a pure function of what it is given: the same
 * input must give the same answer, and what it does not return is deleted.
 *
 * <pre>{@code
 * public final class HelloHook implements SyncHook<Hello> {
 *     @Override
 *     public Answer sync(Sync<Hello> in) {
 *         return Answer.of(greeting(in.parent())).status(Map.of("greeted", in.parent().spec().who()));
 *     }
 * }
 * }</pre>
 *
 * <p>One instance serves all calls, from many threads at once. A class may implement several hooks.
 *
 * @param <P> how the hook wants to see the parent: a record such as one that implements {@link Parent}, a class of the
 *     Kubernetes model, {@link io.hookline.object.KubeObject}, or Jackson's {@code ObjectNode}
 */
@FunctionalInterface
public interface SyncHook<P> {

    /**
     * What shall exist now.
     *
     * @throws Exception fails this call; it is made again after a while
     */
    Answer sync(Sync<P> in) throws Exception;
}
