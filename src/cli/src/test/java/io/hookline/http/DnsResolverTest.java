package io.hookline.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsResolverTest {

    private static final Dialer.Limit LIMIT = Dialer.Limit.after(Duration.ofSeconds(10));

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "fe80::1"})
    void anAddressIsNotLookedUp(String address) throws Exception {
        DnsResolver lookup = new DnsResolver(host -> {
            throw new IllegalStateException("looked up " + host);
        });

        assertThat(lookup.addresses(address, LIMIT)).containsExactly(InetAddress.ofLiteral(address));
    }

    @Test
    void aNameHasTheAddressesThatTheResolverKnows() throws Exception {
        List<InetAddress> two = List.of(InetAddress.ofLiteral("192.0.2.1"), InetAddress.ofLiteral("2001:db8::1"));

        assertThat(new DnsResolver(_ -> two).addresses("hooks.example", LIMIT)).isEqualTo(two);
    }

    @Test
    void aHostWithAnUnderscoreIsLookedUpAndCalled() throws Exception {
        List<InetAddress> loopback = List.of(InetAddress.ofLiteral("127.0.0.1"));
        try (ScriptedServer server = ScriptedServer.always(ScriptedServer.answer("200 OK", "fine"));
                TestClient client = new TestClient(host -> host.equals("my_svc") ? loopback : List.of())) {
            assertThat(client.text("http://my_svc:" + server.port() + "/a")).isEqualTo("fine");
            assertThat(server.received().getFirst().header("host")).isEqualTo("my_svc:" + server.port());
        }
    }
}
