package io.hookline.watcher.model;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;

/** Creates the clients of hooks. */
@FunctionalInterface
public interface HookConnector {

    /**
     * Creates the client of one hook of one controller.
     *
     * @throws RuntimeException with a message for the controller's author, if its credentials cannot be read
     */
    HookClient connect(ControllerSpec controller, HookType type, Hooks.Hook hook);
}
