package io.hookline.cli.dev;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;
import io.hookline.watcher.model.HookConnector;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Prints what to do if the host of a hook is not known here, as that of a Service in another cluster. It is printed once until a call of the
 * controller succeeds.
 */
record RemoteHooks(HookConnector hooks, DevConsole console) implements HookConnector {

    @Override
    public HookClient connect(
            ControllerSpec controller, HookType type, Hooks.Hook hook, Consumer<Optional<String>> problems) {
        HookClient client = hooks.connect(controller, type, hook, problems);
        String about = "host of " + controller.name();
        return new HookClient() {
            @Override
            public HookReply call(HookRequest request) throws InterruptedException {
                try {
                    HookReply reply = client.call(request);
                    console.resolved(about);
                    return reply;
                } catch (HookException e) {
                    if (isUnknownHost(String.valueOf(e.getMessage()))) {
                        console.warning(about, text(controller.name()));
                    }
                    throw e;
                }
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    /** Not a response with such a text, as a server in Go may send it. */
    private static boolean isUnknownHost(String message) {
        return message.startsWith("http error: ") && message.endsWith(": no such host");
    }

    private static String text(String name) {
        return "controller " + name
                + " calls a host that is not known here; to call a server on this machine, start it, and"
                + " restart dev with --hook " + name
                + "=http://127.0.0.1:PORT; to call a hook of this process, name the Service"
                + " hooks in namespace hookline, and the path /NAME/sync";
    }
}
