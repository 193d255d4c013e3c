package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call in this process and a call over HTTP have the same response. */
class HookCatalogContractTest {

    private final Bench bench =
            new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withMaxRequestSize(10_000));
    private final HttpClient client = HttpClient.newHttpClient();
    private HookServer server;

    /** A hook that does what the spec of its parent requests. */
    private static final class Actor implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return switch (in.parent().tree().at("/spec/who").asText()) {
                case "thrower" -> throw new IllegalStateException("no \"luck\"");
                case "later" -> Answer.retryAfter(Duration.ofSeconds(7));
                default -> Answer.of().status(Map.of("float", 1.0, "text", "é<>"));
            };
        }
    }

    @BeforeEach
    void start() {
        bench.table.put("actor", bench.loader.guarded("actor", JavaHook.of(InstantSource.system(), new Actor())));
        bench.table.fail("broken", "does not compile");
        server = HookServer.start(WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, () -> "");
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
        bench.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/actor/sync, Ann, 200",
        "/actor/sync, later, 429",
        "/actor/sync, thrower, 500",
        "/actor/sync, LARGE, 413",
        "/actor/sync, BROKEN, 400",
        "/actor/sync, EMPTY, 400",
        "/actor/finalize, Ann, 404",
        "/nobody/sync, Ann, 404",
        "/broken/sync, Ann, 503"
    })
    void callsInProcessAndOverHttpHaveEqualResults(String path, String who, int status) throws Exception {
        byte[] body = Requests.utf8(
                switch (who) {
                    case "LARGE" -> Requests.request("x".repeat(10_000), false);
                    case "BROKEN" -> "{\"controller\":";
                    case "EMPTY" -> "";
                    default -> Requests.request(who, false);
                });

        Response direct = bench.hooks.serve(path, body);
        HttpResponse<byte[]> http = client.send(
                HttpRequest.newBuilder(URI.create(server.uri() + path))
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(direct.status()).isEqualTo(status).isEqualTo(http.statusCode());
        assertThat(withoutId(direct.body().bytes())).isEqualTo(withoutId(http.body()));
        assertThat(http.headers().firstValue("Retry-After").orElse("none"))
                .isEqualTo(direct.headers().getOrDefault("Retry-After", "none"));
    }

    private static String withoutId(byte[] json) {
        ObjectNode tree = Json.object(json);
        return tree.remove("requestId") == null ? new String(json, StandardCharsets.UTF_8) : GoJson.text(tree);
    }
}
