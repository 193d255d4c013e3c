package io.hookline.watcher.model;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates the clients of hooks. */
@FunctionalInterface
public interface HookConnector {

    /**
     * Creates the client of one hook of one controller.
     *
     * @param problems is called later with the reason why changed credentials cannot be used, so that the client calls with the
     *     last valid ones; and with none when they can be used again
     * @throws RuntimeException with a message for the controller's author, if its credentials cannot be read
     */
    HookClient connect(ControllerSpec controller, HookType type, Hooks.Hook hook, Consumer<Optional<String>> problems);
}
