package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookClient;
import io.hookline.http.ScriptedServer;
import io.hookline.trace.Causes;
import io.hookline.trace.Trace;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The trace of a sync in the requests to its hooks. */
class TraceHeaderTest {

    private final Calls calls = new Calls();

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void aCallOfASyncCarriesItsTraceAndAnyOtherCallNone() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(Calls.OK)) {
            HookClient hook = calls.connect(server.url("/a"));
            Trace trace = Trace.start(() -> 0xfeedL, Causes.NONE, null, Instant.EPOCH, Instant.EPOCH);
            trace.run(() -> {
                try {
                    Calls.call(hook);
                    Calls.call(hook);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            Calls.call(hook);

            List<ScriptedServer.Received> received = server.received();
            assertThat(received.getFirst().header("traceparent"))
                    .matches("00-" + trace.id() + "-[0-9a-f]{16}-01")
                    .isNotEqualTo(received.get(1).header("traceparent"));
            assertThat(received.get(1).header("traceparent")).contains(trace.id());
            assertThat(received.getLast().headers()).doesNotContainKey("traceparent");
        }
    }
}
