package io.hookline.watcher.model;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;

/** Opens the door to a hook. */
@FunctionalInterface
public interface HookConnector {

    /**
     * A client for one hook of one controller.
     *
     * @throws RuntimeException with a message for the controller's author, if its credentials cannot be had
     */
    HookClient connect(ControllerSpec controller, HookType type, Hooks.Hook hook);
}
