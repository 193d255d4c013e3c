package io.hookline.cli.dev.record;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.watcher.model.HookConnector;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** Records the calls of all hooks, wherever they run. */
public record RecordedHooks(HookConnector hooks, CallRecorder recorder) implements HookConnector {

    @Override
    public HookClient connect(
            ControllerSpec controller, HookType type, Hooks.Hook hook, Consumer<Optional<String>> problems) {
        HookClient client = hooks.connect(controller, type, hook, problems);
        Optional<HookClient> uncached = isCached(hook)
                ? Optional.of(hooks.connect(controller, type, withoutCache(hook), _ -> {}))
                : Optional.empty();
        return new RecordedClient(nameOf(controller, type, hook), client, uncached);
    }

    private static boolean isCached(Hooks.Hook hook) {
        return hook.webhook().flatMap(Webhook::etag).isPresent();
    }

    /** An answer to a redacted request must never be in the cache of the real ones. */
    private static Hooks.Hook withoutCache(Hooks.Hook hook) {
        return new Hooks.Hook(
                hook.version(),
                hook.webhook()
                        .map(webhook -> new Webhook(
                                webhook.url(),
                                webhook.timeout(),
                                Optional.empty(),
                                webhook.strict(),
                                webhook.loose(),
                                webhook.credentials())));
    }

    /** The hook of {@code /NAME/sync}; for other paths the name of the controller. */
    private static String nameOf(ControllerSpec controller, HookType type, Hooks.Hook hook) {
        String path = hook.webhook()
                .map(webhook -> String.valueOf(URI.create(webhook.url()).getPath()))
                .orElse("");
        String[] steps = path.split("/", -1);
        boolean named = steps.length >= 3 && steps[steps.length - 1].equals(type.text());
        return named ? steps[steps.length - 2] : controller.name();
    }

    private final class RecordedClient implements HookClient {

        private final String name;
        private final HookClient client;
        private final Optional<HookClient> uncached;

        /** @param uncached absent if the other client has no cache */
        RecordedClient(String name, HookClient client, Optional<HookClient> uncached) {
            this.name = name;
            this.client = client;
            this.uncached = uncached;
        }

        @Override
        public HookReply call(HookRequest request) throws InterruptedException {
            CallRecorder.Again again = uncached.orElse(client)::call;
            HookReply reply;
            try {
                reply = client.call(request);
            } catch (HookException e) {
                recorder.record(name, request, Optional.empty(), again);
                throw e;
            }
            recorder.record(name, request, Optional.of(reply), again);
            return reply;
        }

        @Override
        public void close() {
            client.close();
            uncached.ifPresent(HookClient::close);
        }
    }
}
