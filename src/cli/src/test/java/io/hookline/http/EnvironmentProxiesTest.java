package io.hookline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies of the environment have the same meaning as in Go programs. */
final class EnvironmentProxiesTest {

    private static String proxy(String url, Map<String, String> environment) {
        return new EnvironmentProxies(environment)
                .proxyFor(URI.create(url))
                .map(URI::toString)
                .orElse("direct");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://a.example/      | http://plain:3128
            https://a.example/     | http://secure:3129
            HTTPS://a.example/     | http://secure:3129
            http://localhost/      | direct
            https://localhost:6443 | direct
            http://127.1.2.3/      | direct
            http://[::1]:80/       | direct
            https://LOCALHOST/     | direct
            """)
    void theSchemeDecidesAboutTheProxyAndThisMachineHasNone(String url, String proxy) {
        Map<String, String> environment = Map.of("HTTP_PROXY", "plain:3128", "https_proxy", "http://secure:3129");
        assertThat(proxy(url, environment)).isEqualTo(proxy);
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
            10.0.0.0/8         | ten.example.com   | false
            10.0.0.1:81        | 10.0.0.1          | false
            fd00::/8           | [fd00::5]         | true
            [fd00::5]:80       | [fd00::5]         | true
            fd00::5            | [fd00::6]         | false
            ` , ,*`            | anything          | true
            a.com b.com        | b.com             | false
            a.com, b.com ,.svc | x.ns.svc          | true
            ``                 | x                 | false
            """, quoteCharacter = '`')
    void someHostsAreCalledDirectly(String list, String host, boolean direct) {
        assertThat(proxy("http://" + host + "/", Map.of("HTTP_PROXY", "p:1", "NO_PROXY", list)))
                .isEqualTo(direct ? "direct" : "http://p:1");
    }

    @Test
    void upperCaseWinsUnlessItIsEmpty() {
        assertThat(proxy("http://h/", Map.of("HTTP_PROXY", "upper:1", "http_proxy", "lower:1")))
                .isEqualTo("http://upper:1");
        assertThat(proxy("http://h/", Map.of("HTTP_PROXY", "", "http_proxy", "lower:1")))
                .isEqualTo("http://lower:1");
    }

    @Test
    void aCgiProgramIgnoresTheProxyHeaderOfARequest() {
        Map<String, String> environment =
                Map.of("REQUEST_METHOD", "GET", "HTTP_PROXY", "evil:1", "HTTPS_PROXY", "good:1");
        assertThat(proxy("http://h/", environment)).isEqualTo("direct");
        assertThat(proxy("https://h/", environment)).isEqualTo("http://good:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://me:secret@p:1", "https://me:secret@p:1"})
    void aProxyOfAnUnsupportedKindIsRejectedWhenItIsUsed(String proxy) {
        EnvironmentProxies proxies = new EnvironmentProxies(Map.of("HTTPS_PROXY", proxy));
        proxies.check();
        assertThat(proxies.proxyFor(URI.create("http://h/"))).isEmpty();
        assertThat(proxies.proxyFor(URI.create("https://localhost/"))).isEmpty();
        assertThatThrownBy(() -> proxies.proxyFor(URI.create("https://h/")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("HTTPS_PROXY of the environment names a proxy of the kind ")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"me:sec ret@p", "http://", "://p"})
    void aProxyThatIsNotAUrlIsRejectedWithoutBeingShown(String proxy) {
        EnvironmentProxies proxies = new EnvironmentProxies(Map.of("http_proxy", proxy));
        assertThat(proxies.proxyFor(URI.create("https://h/"))).isEmpty();
        assertThatThrownBy(proxies::check)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("http_proxy of the environment: expected a URL with a host, such as http://host:3128");
    }

    @Test
    void aProxyMayHaveAnUnderscoreInItsName() {
        assertThat(proxy("http://a.example/", Map.of("HTTP_PROXY", "u:p%20w@my_proxy:3128")))
                .isEqualTo("http://u:p%20w@my_proxy:3128");
        assertThat(Authority.of(URI.create("http://u:p%20w@my_proxy:3128")))
                .contains(new Authority(Optional.of("u:p w"), "my_proxy", 3128));
    }
}
