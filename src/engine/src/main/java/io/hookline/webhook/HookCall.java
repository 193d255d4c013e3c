package io.hookline.webhook;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;

/**
 * Identifies the hook of a call by its controller, type and URL. These are the labels of its metrics.
 *
 * @param url without password and query
 */
public record HookCall(ControllerType controllerType, String controller, HookType hook, String url) {

    /** Written by hand, like {@link #hashCode}, because those of records are slow until the JIT compiles them. */
    @Override
    public boolean equals(Object other) {
        return other instanceof HookCall call
                && controllerType == call.controllerType
                && hook == call.hook
                && controller.equals(call.controller)
                && url.equals(call.url);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * url.hashCode() + controller.hashCode()) + hook.hashCode();
    }
}
