package io.hookline.watcher.model;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;
import java.io.Serial;
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
     * @throws MissingCredentials if a Secret or ConfigMap of the hook is missing, cannot be read or is not valid
     * @throws RuntimeException with a message for the controller's author, if the hook cannot be called for another reason
     */
    HookClient connect(ControllerSpec controller, HookType type, Hooks.Hook hook, Consumer<Optional<String>> problems);

    /** The credentials of a hook cannot be used now. They may become valid without a change of the controller. */
    final class MissingCredentials extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Takes the message of the cause, which is for the controller's author. */
        public MissingCredentials(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
