package io.hookline.webhook;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.JsonText;
import io.hookline.http.ScriptedServer;
import io.hookline.spec.Hooks.Webhook;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers are cached by their ETag. */
final class EtagTest {

    private static final String ETAG = "\"etag\":{\"enabled\":true}";

    private final Calls calls = new Calls(new WebhookLimits(10_000, 100, 3000), Map.of());

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void anUnchangedAnswerComesFromTheCache() throws Exception {
        try (ScriptedServer server = script(
                tagged("{\"n\":1}", "\"a\""),
                answer("304 Not Modified", ""),
                answer("412 Precondition Failed", "no"),
                tagged("{\"n\":2}", "\"b\""),
                answer("304 Not Modified", ""))) {
            HookClient client = calls.connect(server.url("/"), ETAG);

            assertThat(List.of(
                            Calls.call(client),
                            Calls.call(client),
                            Calls.call(client),
                            Calls.call(client),
                            Calls.call(client)))
                    .containsExactly("{\"n\":1}", "{\"n\":1}", "{\"n\":1}", "{\"n\":2}", "{\"n\":2}");
            assertThat(sentTags(server)).containsExactly("", "\"a\"", "\"a\"", "\"a\"", "\"b\"");
        }
    }

    @Test
    void withoutTheOptionNoTagIsCached() throws Exception {
        try (ScriptedServer server = script(tagged("{}", "\"a\""), answer("304 Not Modified", ""))) {
            HookClient client = calls.connect(server.url("/"));
            Calls.call(client);
            assertThatThrownBy(() -> Calls.call(client)).hasMessage("unsupported status code: 304 body: ");
            assertThat(sentTags(server)).containsExactly("", "");
        }
    }

    @Test
    void notModifiedWithoutATagSentIsAnError() {
        for (String status : List.of("304 Not Modified", "412 Precondition Failed")) {
            try (ScriptedServer server = script(answer(status, ""))) {
                assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"), ETAG)))
                        .hasMessage("unsupported status code: " + status.substring(0, 3) + " body: ");
            }
        }
    }

    @Test
    void anObjectCreatedAgainIsAnotherOne() throws Exception {
        try (ScriptedServer server = script(tagged("{}", "\"a\""), tagged("{}", "\"a\""))) {
            HookClient client = calls.connect(server.url("/"), ETAG);
            client.call(Calls.request("p", "uid-1"));
            client.call(Calls.request("p", "uid-2"));
            assertThat(sentTags(server)).containsExactly("", "");
        }
    }

    @Test
    void entriesExpireEvenWithoutCleanup() throws Exception {
        try (ScriptedServer server = script(tagged("{}", "\"a\""), tagged("{}", "\"b\""), tagged("{}", "\"c\""))) {
            HookClient client =
                    calls.connect(server.url("/"), "\"etag\":{\"enabled\":true,\"cacheTimeoutSeconds\":60}");
            Calls.call(client);
            calls.clock.advance(Duration.ofSeconds(59));
            Calls.call(client);
            calls.clock.advance(Duration.ofSeconds(60));
            Calls.call(client);
            assertThat(sentTags(server)).containsExactly("", "\"a\"", "");
        }
    }

    @Test
    void eachRevisionOfAParentHasItsOwnAnswer() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> send(socket, tagged("{}", "\"t\"")))) {
            HookClient client = calls.connect(server.url("/"), ETAG);
            client.call(Calls.requestOf("revision-1"));
            client.call(Calls.requestOf("revision-2"));
            client.call(Calls.requestOf("revision-1"));
            assertThat(sentTags(server)).containsExactly("", "", "\"t\"");
        }
    }

    @Test
    void theCleanupRemovesExpiredEntries() {
        EtagCache cache = new EtagCache(
                new Webhook.Etag(Optional.of(Duration.ofSeconds(60)), Optional.of(Duration.ofSeconds(30))),
                1_000_000,
                calls.clock);
        cache.remember(Calls.request("a", "1"), "t", new JsonText(new byte[10]), 10);
        calls.clock.advance(Duration.ofSeconds(61));
        cache.remember(Calls.request("b", "2"), "t", new JsonText(new byte[10]), 10);
        assertThat(cache.size()).isEqualTo(1);
    }

    @Test
    void theLeastRecentlyUsedEntryIsEvictedFirst() throws Exception {
        String large = "\"" + "x".repeat(800) + "\"";
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> send(socket, tagged(large, "\"t\"")))) {
            HookClient client = calls.connect(server.url("/"), ETAG);
            client.call(Calls.request("a", "1"));
            client.call(Calls.request("b", "2"));
            client.call(Calls.request("a", "1"));
            client.call(Calls.request("c", "3")); // evicts b
            client.call(Calls.request("a", "1"));
            client.call(Calls.request("b", "2"));
            assertThat(sentTags(server)).containsExactly("", "", "\"t\"", "", "\"t\"", "");
        }
    }

    @Test
    void anAnswerWithoutATagKeepsTheCachedOne() throws Exception {
        try (ScriptedServer server = script(tagged("{\"n\":1}", "\"a\""), Calls.OK, answer("304 Not Modified", ""))) {
            HookClient client = calls.connect(server.url("/"), ETAG);
            Calls.call(client);
            Calls.call(client);
            assertThat(Calls.call(client)).isEqualTo("{\"n\":1}");
        }
    }

    @Test
    void aBusyHookKeepsTheCachedAnswer() throws Exception {
        try (ScriptedServer server =
                script(tagged("{\"n\":1}", "\"a\""), answer("429 Busy", ""), answer("304 Not Modified", ""))) {
            HookClient client = calls.connect(server.url("/"), ETAG);
            Calls.call(client);
            assertThat(client.call(Calls.request())).isInstanceOf(HookReply.Later.class);
            assertThat(Calls.call(client)).isEqualTo("{\"n\":1}");
        }
    }

    private static ScriptedServer script(String... answers) {
        Queue<String> rest = new ArrayDeque<>(List.of(answers));
        return ScriptedServer.start((_, socket) -> send(socket, rest.remove()));
    }

    private static String tagged(String body, String tag) {
        return answer("200 OK", body, "ETag: " + tag);
    }

    private static List<String> sentTags(ScriptedServer server) {
        return server.received().stream().map(r -> r.header("If-None-Match")).toList();
    }
}
