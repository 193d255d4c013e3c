package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.http.ScriptedServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks are called through the proxies of the environment. */
final class ProxyTest {

    @Test
    void aCallGoesThroughTheProxy() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always(Calls.OK);
                Calls calls = new Calls(
                        WebhookLimits.DEFAULT,
                        Map.of("http_proxy", "Aladdin:open%20sesame@127.0.0.1:" + proxy.port()))) {
            Calls.call(calls.connect("http://hook.example/sync"));
            assertThat(proxy.received().getFirst().line()).isEqualTo("POST http://hook.example/sync HTTP/1.1");
            assertThat(proxy.received().getFirst().header("Proxy-Authorization"))
                    .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        }
    }

    @Test
    void aHookMayHaveAnUnderscoreInItsHost() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always(Calls.OK);
                Calls calls = new Calls(WebhookLimits.DEFAULT, Map.of("http_proxy", "127.0.0.1:" + proxy.port()))) {
            Calls.call(calls.connect("http://Aladdin:open%20sesame@my_hook:8080/sync"));
            assertThat(proxy.received().getFirst().line()).isEqualTo("POST http://my_hook:8080/sync HTTP/1.1");
            assertThat(proxy.received().getFirst().header("Authorization"))
                    .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        }
    }

    @Test
    void thisMachineIsNeverCalledThroughAProxy() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(Calls.OK);
                Calls calls = new Calls(WebhookLimits.DEFAULT, Map.of("HTTP_PROXY", "http://proxy.invalid:1"))) {
            assertThat(Calls.call(calls.connect(server.url("/")))).isEqualTo("{\"children\":[]}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://p:1", "https://p:1"})
    void anUnsupportedProxyIsReportedOnlyForHooksThatNeedIt(String proxy) {
        try (Calls calls = new Calls(WebhookLimits.DEFAULT, Map.of("HTTPS_PROXY", proxy))) {
            calls.connect("http://h/");
            assertThatThrownBy(() -> calls.connect("https://h/"))
                    .isInstanceOf(WebhookException.class)
                    .hasMessageContaining("which is not supported");
        }
    }

    @Test
    void anInvalidProxyUrlIsRefusedAtOnce() {
        assertThatThrownBy(() -> new Calls(WebhookLimits.DEFAULT, Map.of("HTTP_PROXY", "a b")))
                .isInstanceOf(WebhookException.class)
                .hasMessage(
                        "webhooks cannot be called: HTTP_PROXY of the environment: expected a URL with a host, such as http://host:3128");
    }
}
