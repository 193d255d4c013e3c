package io.hookline.hook.effect;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * Binds Pods to nodes, as a scheduler does. A hook gets it as a parameter of its constructor, if it is allowed to
 * ({@link SideEffect}).
 *
 * <pre>{@code
 * public final class SchedulerHook implements DecorateHook<Pod> {
 *     SchedulerHook(PodBinder binder) { ... }
 * }
 * }</pre>
 *
 * <p>A unit test hands in a function: {@code new SchedulerHook((pod, node) -> bound.add(node))}. Thread-safe.
 */
@FunctionalInterface
public interface PodBinder {

    /**
     * Binds a Pod to a node, unless it is bound already. It is safe to call it again: the API server binds a Pod once.
     *
     * @param pod as the hook got it; a Pod with another uid is not bound
     * @param node the name of a node, which the API server does not check
     * @return true if this call bound the Pod; false if the Pod has a node already, is being deleted, or does not exist
     *     any more. Then the hook is called again with the new state of the Pod
     * @throws io.hookline.hook.protocol.HookException if the request fails otherwise, for example without the right to
     *     it or after 5 s. Let it end the call, which is retried later
     */
    boolean bind(Pod pod, String node);
}
