package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.spec.Credentials.Authorization;
import io.hookline.spec.Credentials.EndpointConfig;
import io.hookline.spec.Hooks.Webhook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointsTest {

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource({
        "https://hooks.example.com/sync, hooks.example.com, true",
        "https://Hooks.Example.com/sync, hooks.EXAMPLE.com, true",
        "https://hooks.example.com/sync, hooks.example.com:443, true",
        "https://hooks.example.com/sync, hooks.example.com:80, false",
        "http://hooks.example.com/sync, hooks.example.com:80, true",
        "https://hooks.example.com:443/sync, hooks.example.com, true",
        "https://hooks.example.com:443/sync, hooks.example.com:443, true",
        "https://hooks.example.com:8443/sync, hooks.example.com, false",
        "https://hooks.example.com:8443/sync, hooks.example.com:8443, true",
        "http://n.ns:80/sync, n.ns, true",
        "https://n.ns:8443/sync, n.ns, false",
        "https://n.ns:80/sync, n.ns, false",
        "HTTPS://n.ns/sync, n.ns:443, true",
        "http://user:pw@n.ns/sync, n.ns, true",
        "http://n.ns?x=http://other, n.ns, true",
        "http://[::1]:80/sync, ::1, true",
        "http://[::1]/sync, [::1], true",
        "http://[::1]/sync, [::1]:80, true",
        "http://other/sync, n.ns, false",
        "n.ns/sync, n.ns, false",
        "http:///sync, n.ns, false",
        "ftp://n.ns/sync, n.ns, true",
    })
    void aHostMatchesWithOrWithoutTheDefaultPort(String url, String host, boolean matches) {
        Credentials token = token("a");
        Credentials found = Credentials.of(webhook(url, null), List.of(new EndpointConfig(host, token)));
        assertThat(found).isEqualTo(matches ? token : Credentials.NONE);
    }

    @Test
    void theFirstMatchWins() {
        List<EndpointConfig> configs = List.of(
                new EndpointConfig("other", token("x")),
                new EndpointConfig("h:80", token("first")),
                new EndpointConfig("h", token("second")));
        assertThat(Credentials.of(webhook("http://h/", null), configs)).isEqualTo(token("first"));
    }

    @Test
    void aWebhooksOwnCredentialsAreNeverMixedWithThoseOfAHost() {
        Credentials own = token("own");
        assertThat(Credentials.of(webhook("http://h/", own), List.of(new EndpointConfig("h", token("of the host")))))
                .isEqualTo(own);
    }

    private static Webhook webhook(String url, Credentials credentials) {
        return new Webhook(
                url, Duration.ofSeconds(1), Optional.empty(), false, false, Optional.ofNullable(credentials));
    }

    private static Credentials token(String secret) {
        return new Credentials(
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Authorization("Bearer", "ns", secret, "token")),
                Optional.empty());
    }
}
