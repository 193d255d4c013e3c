package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.webhook.KeptObjects;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.LocalHooks;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hooks of this process, asked without a socket. */
final class LocalHookClientTest extends HookClientContract {

    @Override
    WebhookClients clients(InProcessHooks catalog, WebhookRuntime runtime, WebhookLimits limits) {
        LocalHooks local = new LocalHooks(catalog, Set.of("hooks.hookline", "hooks.hookline:80")::contains);
        return new WebhookClients(new KeptObjects(), runtime, limits, Optional.of(local), Map.of());
    }

    @Override
    String urlBase() {
        return "http://hooks.hookline:80";
    }

    @Test
    void theVersionIsKnownWithoutACall() throws Exception {
        InProcessHooks versioned = new InProcessHooks() {
            @Override
            public Response serve(String path, byte[] body) {
                throw new AssertionError("called");
            }

            @Override
            public Optional<String> version(String path) {
                return path.equals("/hello/sync") ? Optional.of("3f2a") : Optional.empty();
            }
        };

        assertThat(client(versioned).servedVersion()).hasValue("3f2a");
    }
}
