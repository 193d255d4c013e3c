package io.hookline.server;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The header {@code Hookline-Now}: only a hook server with a clock obeys it, that of {@code hookline dev}. */
class HookServerTimeTest {

    private final Bench bench = new Bench(HookSettings.DEFAULTS);

    private static final class Watchmaker implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return Answer.of().status(Map.of("now", in.now()));
        }
    }

    @BeforeEach
    void serve() {
        bench.table.put(
                "watchmaker",
                JavaHook.of(InstantSource.fixed(Instant.parse("2026-03-03T03:03:03Z")), new Watchmaker()));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private HookServer server(Optional<InstantSource> clock) {
        ServedHooks hooks = new ServedHooks(
                bench.table,
                HookSettings.DEFAULTS,
                new PrometheusRegistry(),
                new Random(1),
                InstantSource.system(),
                clock);
        return HookServer.start(WebOptions.at(new Address("127.0.0.1", 0)), hooks, () -> "");
    }

    private static String answer(HookServer server, Map<String, String> headers) {
        return given().baseUri(server.uri().toString())
                .contentType("application/json")
                .headers(headers)
                .body(Requests.SYNC)
                .post("/watchmaker/sync")
                .asString();
    }

    @Test
    void aServerWithoutAClockIgnoresTheTimeOfTheCaller() {
        try (HookServer server = server(Optional.empty())) {
            for (String time : new String[] {"2020-02-02T02:02:02Z", "yesterday"}) {
                assertThat(answer(server, Map.of("Hookline-Now", time))).contains("\"now\":\"2026-03-03T03:03:03Z\"");
            }
        }
    }

    @Test
    void aServerWithAClockUsesTheTimeOfTheCallerAndOtherwiseItsOwn() {
        try (HookServer server = server(Optional.of(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"))))) {
            assertThat(answer(server, Map.of("Hookline-Now", "2020-02-02T03:02:02+01:00")))
                    .contains("\"now\":\"2020-02-02T02:02:02Z\"");
            assertThat(answer(server, Map.of())).contains("\"now\":\"2026-01-01T00:00:00Z\"");
            assertThat(answer(server, Map.of("Hookline-Now", "yesterday")))
                    .startsWith("{\"error\":\"header Hookline-Now: expected a time such as 2026-01-01T00:00:00Z, was"
                            + " \\\"yesterday\\\"\"");
        }
    }
}
