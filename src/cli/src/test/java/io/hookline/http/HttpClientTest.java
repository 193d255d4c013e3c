package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.TestClient.body;
import static io.hookline.http.TestClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.testing.FreePort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of requests, and the servers that receive them. */
final class HttpClientTest {

    private static final String OK = answer("200 OK", "fine");

    private final TestClient client = new TestClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aRequestIsSentUnchanged() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK)) {
            Request request = Request.of("PATCH", URI.create(server.url("/a%2Fb//c?d=%20&e#f")), true)
                    .with("X-One", "1")
                    .with("X-Two", "2")
                    .with(body(3));
            client.text(request);
            ScriptedServer.Received received = server.received().getFirst();
            assertThat(received.line()).isEqualTo("PATCH /a%2Fb//c?d=%20&e HTTP/1.1");
            assertThat(received.headers()).containsOnlyKeys("host", "x-one", "x-two", "content-type", "content-length");
            assertThat(received.header("Host")).isEqualTo("127.0.0.1:" + server.port());
            assertThat(received.header("Content-Type")).isEqualTo("text/plain");
            assertThat(received.header("Content-Length")).isEqualTo("3");
            assertThat(received.body()).isEqualTo("\0\0\0");
        }
    }

    @Test
    void aUrlWithoutAPathRequestsTheRoot() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK)) {
            client.text(server.url(""));
            client.text(server.url("?a"));
            assertThat(server.received())
                    .extracting(ScriptedServer.Received::line)
                    .containsExactly("GET / HTTP/1.1", "GET /?a HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://h/", "mailto:a@b", "/path", "http:///path", "http://a_b:c/"})
    void anInvalidUrlIsRejectedBeforeAnythingIsSent(String url) {
        assertThatThrownBy(() -> get(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(url);
    }

    @ParameterizedTest
    @CsvSource({
        "http://H.example/,       h.example,       h.example:80",
        "https://h.example,       h.example,       h.example:443",
        "https://h.example:80/,   h.example:80,    h.example:80",
        "http://[::1]/,           [::1],           [::1]:80",
        "HTTPS://[::1]:443/,      [::1],           [::1]:443",
        "http://[FE80::2]:8080/,  [fe80::2]:8080,  [fe80::2]:8080"
    })
    void aHostIsNamedInOneWay(String url, String authority, String hostAndPort) {
        Origin origin = Origin.of(URI.create(url));
        assertThat(origin.authority()).isEqualTo(authority);
        assertThat(origin.hostAndPort()).isEqualTo(hostAndPort);
        assertThat(origin.host()).doesNotContain("[");
    }

    @Test
    void anAddressOfIpv6IsAHostLikeAnyOther() throws Exception {
        ServerSocket listener = ipv6();
        try (ScriptedServer server = new ScriptedServer(listener, (_, socket) -> ScriptedServer.send(socket, OK))) {
            assertThat(client.text("http://[::1]:" + server.port() + "/")).isEqualTo("fine");
            assertThat(server.received().getFirst().header("Host")).isEqualTo("[::1]:" + server.port());
        }
    }

    private static ServerSocket ipv6() {
        try {
            return new ServerSocket(0, 50, InetAddress.getByName("::1"));
        } catch (IOException e) {
            return Assumptions.abort("this machine has no IPv6: " + e.getMessage());
        }
    }

    @Test
    void allAddressesOfAHostAreTried() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK);
                TestClient many = at("127.0.0.2", "127.0.0.3", "127.0.0.1")) {
            assertThat(many.text("http://many.example:" + server.port() + "/")).isEqualTo("fine");
            assertThat(many.http.pool().size())
                    .as("the failed attempts are closed")
                    .isEqualTo(1);
        }
    }

    @Test
    void ifNoAddressRespondsTheFirstFailureIsReported() throws Exception {
        String url = "http://many.example:" + FreePort.find() + "/";
        for (String[] addresses : List.of(new String[] {"127.0.0.1", "127.0.0.2"}, new String[] {"127.0.0.1"})) {
            try (TestClient many = at(addresses)) {
                assertThatThrownBy(() -> many.text(url))
                        .isInstanceOf(ConnectFailure.class)
                        .hasCauseInstanceOf(ConnectException.class);
                assertThat(many.http.pool().size()).isZero();
            }
        }
    }

    @Test
    void aHostWithoutAnAddressIsAConnectFailure() {
        assertThatThrownBy(() -> client.text("http://nowhere.invalid/")).isInstanceOf(ConnectFailure.class);
    }

    /** A client that resolves every host to these addresses. */
    private static TestClient at(String... addresses) throws IOException {
        List<InetAddress> all = new ArrayList<>();
        for (String literal : addresses) {
            all.add(address(literal));
        }
        return new TestClient(_ -> all);
    }

    private static InetAddress address(String literal) throws IOException {
        return InetAddress.getByName(literal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ümläut", "\u0080\u009f", "用户", "\ud83d\ude00", "tab\tand space"})
    void aFieldIsSentInUtf8(String value) throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK)) {
            client.text(Request.of("GET", URI.create(server.url("/")), true).with("X-Name", value));

            byte[] sent = server.received().getFirst().header("X-Name").getBytes(StandardCharsets.ISO_8859_1);
            assertThat(sent).isEqualTo(value.getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2\r\nX-Three: 3", "a\nb", "a\0", "\u001b[m", "\u007f", "\ud83d"})
    void aHeaderFieldWithControlCharactersIsRejected(String value) {
        assertThatThrownBy(() -> new Request.Field("X-Name", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the value of the header field X-Name has control characters or is not Unicode text");
    }

    @Test
    void aHostMayHaveAnUnderscoreOrALastLabelThatStartsWithADigit() {
        assertThat(RequestTarget.of(URI.create("http://my_svc:8080/a?b")).origin())
                .isEqualTo(new Origin(false, "my_svc", 8080));
        assertThat(RequestTarget.of(URI.create("https://Hook.2nd")).origin())
                .isEqualTo(new Origin(true, "hook.2nd", 443));
        for (String wrong : List.of("http://:80/", "http://a%5fb/", "http://a_b:c/", "http://a_b:1:2/")) {
            assertThatThrownBy(() -> RequestTarget.of(URI.create(wrong))).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
