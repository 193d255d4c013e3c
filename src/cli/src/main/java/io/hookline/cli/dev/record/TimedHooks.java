package io.hookline.cli.dev.record;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;
import io.hookline.watcher.model.HookConnector;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/** Gives all hooks the time of one clock, whatever their language and wherever they run. */
public record TimedHooks(HookConnector hooks, InstantSource clock) implements HookConnector {

    @Override
    public HookClient connect(
            ControllerSpec controller, HookType type, Hooks.Hook hook, Consumer<Optional<String>> problems) {
        HookClient client = hooks.connect(controller, type, hook, problems);
        return new HookClient() {
            @Override
            public HookReply call(HookRequest request) throws InterruptedException {
                return client.call(request.at(clock.instant()));
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
