package io.hookline.apply;

import io.hookline.object.KubeObject;

/**
 * Remembers children that need no change, so that they are not parsed again.
 *
 * <p>The code that executes a plan fills it: with the children that a plan {@linkplain ChildChange.Skip skipped}, and with
 * the results of writes, so that a field that the API server drops or normalises is not written again and again.
 */
@FunctionalInterface
public interface SettledChildren {

    /** Remembers nothing. */
    SettledChildren NONE = (observed, desired) -> false;

    /**
     * Whether this state of a child (its uid and resourceVersion) needs no change for this desired state.
     *
     * @param desired the hash of the child as the hook returned it; what the controller adds to it must depend only on the
     *     parent and the controller that this memory belongs to
     */
    boolean isSettled(KubeObject observed, ContentHash desired);

    /**
     * Whether the API server itself causes this difference, because it drops or normalises fields of the desired state.
     * Then another write would change nothing.
     */
    default boolean isServersDoing(KubeObject observed, ChildChange.Residue residue) {
        return false;
    }
}
