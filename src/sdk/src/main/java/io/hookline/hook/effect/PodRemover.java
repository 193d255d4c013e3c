package io.hookline.hook.effect;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * Removes Pods that are being deleted, as kubelet does after their containers have ended. A hook gets it as a parameter
 * of its constructor, if it is allowed to ({@link SideEffect}).
 *
 * <p>The API server only marks a Pod with a node for deletion. Such a Pod exists until it is deleted with a grace
 * period of 0. Thread-safe.
 */
@FunctionalInterface
public interface PodRemover {

    /**
     * Deletes a Pod with a grace period of 0. It is safe to call it again. Finalizers still hold the Pod.
     *
     * @param pod as the hook got it; a Pod with another uid is not deleted
     * @return true if this call deleted the Pod; false if it does not exist any more
     * @throws IllegalArgumentException if the Pod is not being deleted
     * @throws io.hookline.hook.protocol.HookException if the request fails, for example without the right to it or
     *     after 5 s. Let it end the call, which is retried later
     */
    boolean remove(Pod pod);
}
