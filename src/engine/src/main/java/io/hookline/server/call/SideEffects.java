package io.hookline.server.call;

import io.hookline.hook.effect.PodBinder;
import io.hookline.hook.effect.PodRemover;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import java.util.Set;

/** Which hooks may send requests to the API server themselves, and the clients for them. Thread-safe. */
public interface SideEffects {

    /** The flag that allows a hook to have side effects. */
    String FLAG = "--allow-side-effects";

    /** No hook may. */
    SideEffects NONE = (hook, effect) -> {
        throw new HookException("its constructor takes a " + effect.client().getSimpleName() + ", to " + effect.text()
                + ", but the hook " + hook + " is not allowed to change the cluster itself; allow it with " + FLAG + " "
                + hook);
    };

    /** All hooks get clients that send nothing, and report that there was nothing to do. For tests of hooks. */
    SideEffects NOT_SENT = (_, effect) -> switch (effect) {
        case BIND_PODS -> (PodBinder) (_, _) -> false;
        case REMOVE_PODS -> (PodRemover) _ -> false;
    };

    /**
     * Returns the client for a side effect, while a hook is loaded.
     *
     * @throws HookException if the hook is not allowed to have it; the message names the flag that allows it
     */
    Object client(String hook, SideEffect effect);

    /** Only these hooks get what others would get from this one. */
    default SideEffects only(Set<String> hooks) {
        return (hook, effect) -> (hooks.contains(hook) ? this : NONE).client(hook, effect);
    }
}
