package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.webhook.KeptObjects;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.LocalHooks;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
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
    void aHookThatIsGivenUpAtTheSameTimeSaysWhereItHangs() throws Exception {
        assertThatThrownBy(() -> late(504, "at sync.py:2"))
                .hasMessageContaining("504")
                .hasMessageContaining("at sync.py:2");
    }

    @Test
    void anAnswerThatComesTooLateIsNotTaken() throws Exception {
        assertThatThrownBy(() -> late(200, "{}")).hasMessageContaining("timeout of 50ms exceeded");
    }

    /** The hook answers when the caller's time is over, which the caller's stack shows. */
    private HookReply late(int status, String body) throws Exception {
        Thread caller = Thread.currentThread();
        InProcessHooks hook = (_, _) -> {
            Awaitility.await()
                    .until(() -> Arrays.stream(caller.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("lateFailure")));
            return new InProcessHooks.Response(status, Map.of(), JsonText.of(body));
        };
        return client(hook, Duration.ofMillis(50)).call(request());
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
