package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of a hook at a URL, outside of a watcher. */
class UrlHookTest {

    private static final byte[] REQUEST = "{\"parent\":{}}".getBytes(StandardCharsets.UTF_8);

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private UrlHook hook;
    private int status = 200;
    private String answer = "{\"children\":[]}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                seen.add(exchange.getRequestURI().getPath() + " "
                        + exchange.getRequestHeaders().getFirst("Hookline-Now") + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                byte[] answer = this.answer.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Retry-After", "7");
                exchange.sendResponseHeaders(status, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        hook = hook(url());
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/shop";
    }

    private static UrlHook hook(String url) {
        return new UrlHook(url, Duration.ofSeconds(5), InstantSource.system(), Map.of());
    }

    @AfterEach
    void stop() {
        hook.close();
        server.stop(0);
    }

    @Test
    void aCallIsAPostOfTheSameBytesWithTheTime() throws Exception {
        HookReply reply = hook.call(HookType.FINALIZE, REQUEST, Optional.of(Instant.parse("2020-02-02T02:02:02Z")));
        hook.call(HookType.SYNC, REQUEST);

        assertThat(reply).isEqualTo(new HookReply.Answered(JsonText.of("{\"children\":[]}")));
        assertThat(seen)
                .containsExactly(
                        "/shop/finalize 2020-02-02T02:02:02Z {\"parent\":{}}", "/shop/sync null {\"parent\":{}}");
    }

    @Test
    void theUrlOfOneTypeStandsForAll() throws Exception {
        for (String end : List.of("/", "/sync", "/customize/")) {
            try (UrlHook same = hook(url() + end)) {
                same.call(HookType.CUSTOMIZE, REQUEST);
            }
        }

        assertThat(seen).hasSize(3).allMatch(line -> line.startsWith("/shop/customize "));
    }

    @Test
    void otherStatusesAreALaterCallOrAFailure() throws Exception {
        status = 429;
        assertThat(hook.call(HookType.SYNC, REQUEST))
                .isEqualTo(new HookReply.Later(Optional.of(Duration.ofSeconds(7))));

        status = 500;
        assertThatThrownBy(() -> hook.call(HookType.SYNC, REQUEST))
                .hasMessage(url() + "/sync returned status 500: {\"children\":[]}");
    }

    @Test
    void anUrlThatIsNotValidIsRefusedAtOnce() {
        assertThatThrownBy(() -> hook("shop"))
                .isInstanceOf(WebhookException.class)
                .hasMessage("invalid webhook URL \"shop\": expected http:// or https:// at its start");
    }

    @Test
    void manyLargeAnswersOneAfterTheOtherAreReadAlthoughNobodyReleasesThem() throws Exception {
        answer = "{\"children\":[],\"x\":\"" + "x".repeat(3 << 20) + "\"}";
        for (int i = 0; i < 30; i++) {
            assertThat(hook.call(HookType.SYNC, REQUEST)).isInstanceOf(HookReply.Answered.class);
        }
    }
}
