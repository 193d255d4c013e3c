package io.hookline.webhook;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;

/**
 * Which hook of which controller is called: the labels of its metrics.
 *
 * @param url without a password
 */
public record HookCall(ControllerType controllerType, String controller, HookType hook, String url) {

    /** Written out, as is {@link #hashCode}: until the optimising compiler has seen them, those of records are slow. */
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
