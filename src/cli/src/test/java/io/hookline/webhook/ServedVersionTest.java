package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.http.ScriptedServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The version of a hook comes with its answers, and from its server. */
final class ServedVersionTest {

    private final Calls calls = new Calls(WebhookLimits.DEFAULT, Map.of());

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void anAnswerNamesTheVersionOfItsHook() throws Exception {
        String answer = ScriptedServer.answer("200 OK", "{\"children\":[]}")
                .replaceFirst("\r\n", "\r\nHookline-Hook-Version: 3f2a9c1\r\n");
        try (ScriptedServer server = ScriptedServer.always(answer)) {
            HookReply reply = calls.connect(server.url("/a/sync")).call(Calls.request());

            assertThat(((HookReply.Answered) reply).version()).isEqualTo("3f2a9c1");
        }
    }

    @Test
    void aLongVersionIsCut() throws Exception {
        String answer = ScriptedServer.answer("200 OK", "{\"children\":[]}")
                .replaceFirst("\r\n", "\r\nHookline-Hook-Version: " + "v".repeat(1000) + "\r\n");
        try (ScriptedServer server = ScriptedServer.always(answer)) {
            HookReply reply = calls.connect(server.url("/a/sync")).call(Calls.request());

            assertThat(((HookReply.Answered) reply).version()).isEqualTo("v".repeat(64));
        }
    }

    @Test
    void anAnswerOfAnotherServerNamesNone() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(Calls.OK)) {
            HookReply reply = calls.connect(server.url("/a/sync")).call(Calls.request());

            assertThat(((HookReply.Answered) reply).version()).isEmpty();
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void oneRequestTellsTheVersionsOfAllHooksOfAServer() throws Exception {
        String list = "{\"hooks\":[{\"name\":\"a\",\"version\":\"1\",\"paths\":[\"/a/sync\",\"/a/finalize\"]},"
                + "{\"name\":\"b\",\"version\":\"2\",\"paths\":[\"/b/sync\"]},{\"name\":\"c\",\"paths\":[\"/c/sync\"]}]}";
        try (ScriptedServer server = ScriptedServer.always(ScriptedServer.answer("200 OK", list))) {
            assertThat(calls.connect(server.url("/a/sync")).servedVersion()).contains("1");
            assertThat(calls.connect(server.url("/b/sync")).servedVersion()).contains("2");
            assertThat(calls.connect(server.url("/c/sync")).servedVersion()).isEmpty();

            assertThat(server.received())
                    .singleElement()
                    .satisfies(request -> assertThat(request.line()).isEqualTo("GET /hooks HTTP/1.1"));
            calls.clock.advance(Duration.ofSeconds(6));
            calls.connect(server.url("/a/sync")).servedVersion();
            assertThat(server.received()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found", "200 OK", "401 Unauthorized", "500 Internal Server Error"})
    void aServerThatDoesNotAnswerAsHooklineDoesIsLeftAloneForMinutes(String status) throws Exception {
        try (ScriptedServer server = ScriptedServer.always(ScriptedServer.answer(status, "no list"))) {
            HookClient client = calls.connect(server.url("/a/sync"));
            assertThat(client.servedVersion()).isEmpty();

            calls.clock.advance(Duration.ofMinutes(4));
            assertThat(client.servedVersion()).isEmpty();
            assertThat(server.received()).hasSize(1);
            calls.clock.advance(Duration.ofMinutes(2));
            client.servedVersion();
            assertThat(server.received()).hasSize(2);
        }
    }

    @Test
    void theServerIsAskedWithTheCredentialsOfTheHook() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(ScriptedServer.answer("200 OK", "{\"hooks\":[]}"))) {
            calls.connect(server.url("/a/sync").replace("://", "://user:secret@"))
                    .servedVersion();

            assertThat(server.received().getFirst().header("Authorization")).startsWith("Basic ");
        }
    }
}
