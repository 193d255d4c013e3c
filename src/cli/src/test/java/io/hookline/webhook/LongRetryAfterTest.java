package io.hookline.webhook;

import static io.hookline.http.ScriptedServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.http.ScriptedServer;
import io.hookline.testing.LogLines;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A long Retry-After is shortened, because until then an unchanged parent would not be synced. */
final class LongRetryAfterTest {

    private static final Duration LONGEST = Duration.ofMinutes(5);

    @RegisterExtension
    private final LogLines log = new LogLines(WebhookClient.class);

    private final Calls calls = new Calls();

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void aBusyHookIsCalledAgainAfterFiveMinutesAtMost() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("429 Too Many Requests", "", "Retry-After: 86400"))) {
            HookClient client = calls.connect(server.url("/"));

            assertThat(client.call(Calls.request())).isEqualTo(new HookReply.Later(Optional.of(LONGEST)));
            assertThat(log.all()).singleElement().satisfies(line -> assertReported(line, server.url("/")));
        }
    }

    @Test
    void anUnavailableHookIsCalledAgainAfterFiveMinutesAtMost() {
        try (ScriptedServer server =
                ScriptedServer.always(answer("503 Service Unavailable", "", "Retry-After: 86400"))) {
            HookClient client = calls.connect(server.url("/"));

            assertThatThrownBy(() -> client.call(Calls.request()))
                    .isInstanceOfSatisfying(
                            HookException.class, e -> assertThat(e.after()).contains(LONGEST));
            assertThat(log.all()).singleElement().satisfies(line -> assertReported(line, server.url("/")));
        }
    }

    @Test
    void aShortWaitIsNotReported() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("429 Too Many Requests", "", "Retry-After: 300"))) {
            calls.connect(server.url("/")).call(Calls.request());

            assertThat(log.all()).isEmpty();
        }
    }

    private static void assertReported(ILoggingEvent line, String url) {
        assertThat(line.getMessage()).isEqualTo("shortened the Retry-After of a hook");
        assertThat(line.getKeyValuePairs())
                .extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("url=" + url, "retryAfter=86400", "used=PT5M");
    }
}
