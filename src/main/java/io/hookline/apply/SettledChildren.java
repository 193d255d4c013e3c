package io.hookline.apply;

import io.hookline.object.KubeObject;

/**
 * Remembers for which children there is nothing to do, so that they need not be parsed again. Whoever carries a plan out
 * fills it: with the children that a plan found {@linkplain ChildChange.Skip skippable}, and with what came out of a
 * write, so that what the server dropped or normalised is not written again and again.
 */
@FunctionalInterface
public interface SettledChildren {

    /** Remembers nothing. */
    SettledChildren NONE = (observed, desired) -> false;

    /**
     * Whether this state of a child (by its uid and resourceVersion) needs nothing done, as long as its hook wants
     * exactly this.
     *
     * @param desired the hash of what the hook sent; what the controller adds to it must depend on nothing but the
     *     parent and the controller that this memory belongs to
     */
    boolean isSettled(KubeObject observed, ContentHash desired);

    /**
     * Whether a child that was written from this desired state differs from it in exactly this because the server dropped or
     * normalised something, so that writing it again would change nothing.
     */
    default boolean isServersDoing(KubeObject observed, ChildChange.Residue residue) {
        return false;
    }
}
