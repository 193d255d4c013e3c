package io.hookline.hook;

/**
 * The sync hook of a CompositeController: returns the desired children and status of one parent.
 *
 * <p>It must be a pure function: the same input gives the same answer. A child that the answer does not contain is
 * deleted.
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
 * <p>One instance serves all calls, from many threads at the same time. A class can implement several hooks.
 *
 * @param <P> the type of the parent: a record (see {@link Parent}), a class of the Kubernetes model,
 *     {@link io.hookline.object.KubeObject}, or Jackson's {@code ObjectNode}
 */
@FunctionalInterface
public interface SyncHook<P> {

    /**
     * Returns the children that must exist, and the parent's status.
     *
     * @throws Exception if the call fails; it is retried later
     */
    Answer sync(Sync<P> in) throws Exception;
}
