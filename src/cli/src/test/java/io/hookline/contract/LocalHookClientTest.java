package io.hookline.contract;

import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.webhook.KeptObjects;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.LocalHooks;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
}
