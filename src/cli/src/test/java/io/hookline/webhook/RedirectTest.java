package io.hookline.webhook;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookException;
import io.hookline.http.ScriptedServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects are followed as far as Go's client follows them. */
final class RedirectTest {

    private static final String TOKEN =
            "\"authorization\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\",\"key\":\"k\"}}";

    private final Calls calls = new Calls();

    @AfterEach
    void close() {
        calls.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303})
    void anOldRedirectTurnsThePostIntoAGet(int status) throws Exception {
        try (ScriptedServer server = redirecting(status, "/new?x=y")) {
            Calls.call(calls.connect(server.url("/old")));
            assertThat(lines(server)).containsExactly("POST /old HTTP/1.1", "GET /new?x=y HTTP/1.1");
            assertThat(server.received().get(1).body()).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308})
    void aNewRedirectSendsThePostAgain(int status) throws Exception {
        try (ScriptedServer server = redirecting(status, "new")) {
            Calls.call(calls.connect(server.url("/a/old")));
            assertThat(lines(server)).containsExactly("POST /a/old HTTP/1.1", "POST /a/new HTTP/1.1");
            assertThat(server.received().get(1).body())
                    .isNotEmpty()
                    .isEqualTo(server.received().get(0).body());
            assertThat(server.received().get(1).header("content-type")).isEqualTo("application/json");
        }
    }

    @Test
    void aRedirectWithoutALocationIsAnUnsupportedStatus() {
        try (ScriptedServer server = ScriptedServer.always(answer("302 Found", "?"))) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .hasMessage("unsupported status code: 302 body: ?");
        }
    }

    @Test
    void otherStatusesOfThatRangeAreNotFollowed() {
        try (ScriptedServer server = redirecting(300, "/new")) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .hasMessage("unsupported status code: 300 body: ");
        }
    }

    @Test
    void aRedirectLoopEndsAfterTenRedirects() {
        try (ScriptedServer server = ScriptedServer.always(answer("307 Again", "", "Location: /"))) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .isInstanceOf(HookException.class)
                    .hasMessage("http error: Post \"" + server.url("/") + "\": stopped after 10 redirects");
            assertThat(server.received()).hasSize(11);
        }
    }

    @Test
    void aRedirectToAnInvalidUrlIsAnError() {
        try (ScriptedServer server = redirecting(307, "http://bad host/")) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .hasMessageStartingWith("http error: Post \"" + server.url("/")
                            + "\": redirect to an invalid URL: \"http://bad host/\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:me@example.com", "http:///nowhere"})
    void aRedirectToAUrlWithoutAHostIsAnError(String location) {
        try (ScriptedServer server = redirecting(307, location)) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .hasMessageStartingWith("http error: Post \"" + server.url("/")
                            + "\": redirect to an invalid URL: \"" + location + "\"");
        }
    }

    @Test
    void aRedirectOutOfHttpIsAnError() {
        try (ScriptedServer server = redirecting(307, "ftp://127.0.0.1/file")) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining("expected an http or https URL");
        }
    }

    @Test
    void theTimeoutIncludesAllRedirects() {
        CountDownLatch testOver = new CountDownLatch(1);
        try (ScriptedServer slow = ScriptedServer.start((_, _) -> testOver.await());
                ScriptedServer server = redirecting(307, slow.url("/slow"))) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"), "\"timeout\":\"1s\"")))
                    .hasMessage(
                            "http error: Post \"" + slow.url("/slow")
                                    + "\": timeout of 1s exceeded while waiting for the answer (spec.hooks.sync.webhook.timeout)");
        } finally {
            testOver.countDown();
        }
    }

    @Test
    void theSameHostGetsTheAuthorizationAgain() throws Exception {
        calls.cluster.secret("s", Map.of("k", "t"));
        try (ScriptedServer server = redirecting(307, "/new")) {
            Calls.call(calls.connect(server.url("/old"), TOKEN));
            assertThat(server.received())
                    .allSatisfy(r -> assertThat(r.header("authorization")).isEqualTo("Bearer t"));
        }
    }

    @Test
    void anotherHostDoesNotGetTheAuthorizationNorDoAnyAfterIt() throws Exception {
        calls.cluster.secret("s", Map.of("k", "t"));
        try (ScriptedServer back = ScriptedServer.always(Calls.OK);
                ScriptedServer other = redirecting(307, back.url("/back"))) {
            String elsewhere = "http://localhost:" + other.port() + "/other";
            try (ScriptedServer server = redirecting(307, elsewhere)) {
                Calls.call(calls.connect(server.url("/"), TOKEN));
                assertThat(server.received().getFirst().header("authorization")).isEqualTo("Bearer t");
                assertThat(other.received().getFirst().headers()).doesNotContainKey("authorization");
                assertThat(back.received().getFirst().headers()).doesNotContainKey("authorization");
            }
        }
    }

    @Test
    void redirectsToOtherHostsAndPortsCanBeForbidden() throws Exception {
        try (Calls strict = new Calls(WebhookLimits.DEFAULT.redirectingWithinHosts(true), Map.of());
                ScriptedServer other = ScriptedServer.always(Calls.OK)) {
            for (String elsewhere :
                    List.of(other.url("/x?key=secret"), "http://localhost:" + other.port() + "/", "//user:pw@[::1]/")) {
                try (ScriptedServer server = redirecting(307, elsewhere)) {
                    assertThatThrownBy(() -> Calls.call(strict.connect(server.url("/"))))
                            .isInstanceOf(HookException.class)
                            .hasMessageContaining("redirect to another host, which --same-host-redirects forbids: ")
                            .message()
                            .doesNotContain("secret")
                            .doesNotContain("pw");
                }
            }
            assertThat(other.received()).isEmpty();
            for (String here : List.of("/new", "new")) {
                try (ScriptedServer server = redirecting(307, here)) {
                    Calls.call(strict.connect(server.url("/old")));
                    assertThat(lines(server)).containsExactly("POST /old HTTP/1.1", "POST /new HTTP/1.1");
                }
            }
        }
    }

    @Test
    void theQueryOfAUrlIsInNoErrorAndNoMetric() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("307 Again", "", "Location: /b?key=secret-2"))) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/a?key=secret-1"))))
                    .hasMessageContaining("/b?***")
                    .message()
                    .doesNotContain("secret");
            assertThat(lines(server).getFirst()).isEqualTo("POST /a?key=secret-1 HTTP/1.1");
        }
        try (ScriptedServer server = redirecting(307, "http://bad host/?key=secret-3")) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/a?key=secret-1"))))
                    .hasMessageContaining("redirect to an invalid URL")
                    .message()
                    .doesNotContain("secret");
        }
        assertThat(calls.observer.calls())
                .isNotEmpty()
                .extracting(HookCall::url)
                .allMatch(url -> url.endsWith("/a"));
    }

    /** Redirects the first request and answers all others. */
    private static ScriptedServer redirecting(int status, String location) {
        return ScriptedServer.start((request, socket) ->
                send(socket, request.number() == 1 ? answer(status + " Go", "", "Location: " + location) : Calls.OK));
    }

    private static List<String> lines(ScriptedServer server) {
        return server.received().stream().map(ScriptedServer.Received::line).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "?x=1,        /a/b?x=1",
        "c?x=1,       /a/c?x=1",
        "./c,         /a/c",
        "../c,        /c",
        "../../../c,  /c",
        "/c/./d/../e, /c/e",
        "'#f',        /a/b?q=0",
        "..,          /",
        "c/..,        /a/",
    })
    void aRelativeLocationIsResolvedByRfc3986(String location, String place) throws Exception {
        try (ScriptedServer server = redirecting(307, location)) {
            Calls.call(calls.connect(server.url("/a/b?q=0")));
            assertThat(lines(server)).containsExactly("POST /a/b?q=0 HTTP/1.1", "POST " + place + " HTTP/1.1");
        }
    }

    @Test
    void aLocationWithoutASchemeKeepsTheScheme() throws Exception {
        try (ScriptedServer other = ScriptedServer.always(Calls.OK);
                ScriptedServer server = redirecting(307, "//127.0.0.1:" + other.port() + "/x/../y")) {
            Calls.call(calls.connect(server.url("/a/b")));
            assertThat(lines(other)).containsExactly("POST /y HTTP/1.1");
        }
    }
}
