package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.http.ScriptedServer;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies are those of the environment, read as Go reads them. */
final class ProxyTest {

    @Test
    void aCallGoesThroughTheProxy() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always(Calls.OK);
                Calls calls = new Calls(
                        WebhookLimits.DEFAULT,
                        Map.of("http_proxy", "Aladdin:open%20sesame@127.0.0.1:" + proxy.port()))) {
            Calls.ask(calls.connect("http://hook.example/sync"));
            assertThat(proxy.received().getFirst().line()).isEqualTo("POST http://hook.example/sync HTTP/1.1");
            assertThat(proxy.received().getFirst().header("Proxy-Authorization"))
                    .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        }
    }

    @Test
    void thisMachineIsNeverCalledThroughAProxy() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(Calls.OK);
                Calls calls = new Calls(WebhookLimits.DEFAULT, Map.of("HTTP_PROXY", "http://proxy.invalid:1"))) {
            assertThat(Calls.ask(calls.connect(server.url("/")))).isEqualTo("{\"children\":[]}");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://a.example/   | http://plain:3128
            https://a.example/  | http://secure:3129
            http://localhost/   |
            http://127.1.2.3/   |
            http://[::1]:80/    |
            https://LOCALHOST/  |
            """)
    void theSchemeDecidesAboutTheProxy(String url, String proxy) {
        Map<String, String> environment = Map.of("HTTP_PROXY", "plain:3128", "https_proxy", "http://secure:3129");
        assertThat(EnvironmentProxies.of(environment)
                        .proxyFor(URI.create(url))
                        .map(URI::toString)
                        .orElse(null))
                .isEqualTo(proxy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            example.com        | example.com       | true
            example.com        | a.Example.com     | true
            example.com        | badexample.com    | false
            .example.com       | example.com       | false
            .example.com       | a.example.com     | true
            *.example.com      | a.b.example.com   | true
            *.example.com      | example.com       | false
            example.com:8080   | example.com:8080  | true
            example.com:8080   | example.com       | false
            example.com:80     | example.com       | true
            10.0.0.0/8         | 10.200.3.4        | true
            10.0.0.0/8         | 11.0.0.1          | false
            10.0.0.0/33        | 10.0.0.1          | false
            10.0.0.1           | 10.0.0.1          | true
            10.0.0.1:81        | 10.0.0.1          | false
            fd00::/8           | [fd00::5]         | true
            [fd00::5]:80       | [fd00::5]         | true
            fd00::5            | [fd00::6]         | false
            ` , ,*`            | anything          | true
            a.com, b.com ,.svc | x.ns.svc          | true
            ``                 | x                 | false
            """, quoteCharacter = '`')
    void someHostsAreCalledDirectly(String list, String host, boolean direct) {
        EnvironmentProxies proxies = EnvironmentProxies.of(Map.of("HTTP_PROXY", "p:1", "NO_PROXY", list));
        assertThat(proxies.proxyFor(URI.create("http://" + host + "/")).isEmpty())
                .isEqualTo(direct);
    }

    @Test
    void upperCaseWins() {
        EnvironmentProxies proxies = EnvironmentProxies.of(Map.of("HTTP_PROXY", "upper:1", "http_proxy", "lower:1"));
        assertThat(proxies.proxyFor(URI.create("http://h/")).orElseThrow().getHost())
                .isEqualTo("upper");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://p:1", "https://p:1"})
    void aProxyThatWeCannotSpeakToIsReportedWhereItMatters(String proxy) {
        try (Calls calls = new Calls(WebhookLimits.DEFAULT, Map.of("HTTPS_PROXY", proxy))) {
            calls.connect("http://h/");
            assertThatThrownBy(() -> calls.connect("https://h/"))
                    .isInstanceOf(WebhookException.class)
                    .hasMessageContaining("which is not supported");
        }
    }

    @Test
    void aProxyThatIsNoUrlIsRefused() {
        assertThatThrownBy(() -> EnvironmentProxies.of(Map.of("HTTP_PROXY", "a b")))
                .isInstanceOf(WebhookException.class);
    }
}
