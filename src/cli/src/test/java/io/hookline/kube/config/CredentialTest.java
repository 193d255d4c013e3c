package io.hookline.kube.config;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WatchOptions;
import io.hookline.http.Request;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.ManualTime;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialTest {

    private static final String V1 = "client.authentication.k8s.io/v1";
    private static final ObjectKey KEY = ObjectKey.parse("ns/a");
    private static final String REFUSED = "{\"kind\":\"Status\",\"message\":\"who are you?\"}";

    @TempDir
    private Path folder;

    private Path counter;
    private final ManualTime clock = new ManualTime();

    @BeforeEach
    void start() throws IOException {
        counter = Files.writeString(folder.resolve("counter"), "");
    }

    /** A plugin that numbers its tokens. */
    private ExecCredential plugin(String status) throws IOException {
        return new ExecCredential(
                new ExecPlugin(
                        V1,
                        List.of(script("""
                                echo x >> "$COUNTER"
                                n=$(wc -l < "$COUNTER" | tr -d ' ')
                                echo "{\\"apiVersion\\":\\"%s\\",\\"kind\\":\\"ExecCredential\\",\\"status\\":%s}"
                                """.formatted(V1, status.replace("\"", "\\\"")))),
                        Map.of("COUNTER", counter.toString()),
                        ""),
                clock);
    }

    private String script(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("plugin"), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    private long runs() throws IOException {
        return Files.readAllLines(counter).size();
    }

    @Test
    void aPluginIsRunOnceUntilItsTokenExpires() throws IOException {
        Credential credential = plugin("{\"token\":\"t$n\",\"expirationTimestamp\":\"2026-01-01T00:10:00Z\"}");

        assertThat(credential.header()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofMinutes(9));
        assertThat(credential.header()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofMinutes(1));
        assertThat(credential.header()).isEqualTo("Bearer t2");
    }

    @Test
    void aTokenWithoutExpiryIsKeptUntilItIsRejected() throws IOException {
        Credential credential = plugin("{\"token\":\"t$n\"}");

        assertThat(credential.header()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofDays(100));
        assertThat(credential.header()).isEqualTo("Bearer t1");
        assertThat(credential.renew("Bearer t1")).isTrue();
        assertThat(credential.header()).isEqualTo("Bearer t2");
        assertThat(credential.renew("Bearer t1")).isTrue(); // rejected before the renewal: no third run
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aPluginThatFailsIsNamedWithoutItsArguments() throws IOException {
        String failing = script("exit 3");
        ExecCredential credential =
                new ExecCredential(new ExecPlugin(V1, List.of(failing, "secret"), Map.of(), "install it"), clock);

        assertThatThrownBy(credential::header)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessage("credential plugin " + failing + " ended with code 3; see its own messages");
    }

    @Test
    void aMissingPluginIsReportedWithItsInstallHint() {
        ExecCredential credential =
                new ExecCredential(new ExecPlugin(V1, List.of("no-such-plugin"), Map.of(), "install it"), clock);

        assertThatThrownBy(credential::header)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessageStartingWith("credential plugin no-such-plugin cannot be run: ")
                .hasMessageEndingWith("\ninstall it");
    }

    @Test
    void theOutputOfAPluginIsChecked() throws IOException {
        assertThatThrownBy(plugin("{}")::header)
                .hasMessageEndingWith("printed neither a token nor a client certificate");
        assertThatThrownBy(plugin("{\"token\":\"t\",\"expirationTimestamp\":\"soon\"}")::header)
                .hasMessageEndingWith("printed an expirationTimestamp that is not a valid time: soon");
        ExecPlugin other =
                new ExecPlugin("client.authentication.k8s.io/v1beta1", List.of(script("echo '{}'")), Map.of(), "");
        assertThatThrownBy(new ExecCredential(other, clock)::header)
                .hasMessageEndingWith("printed apiVersion \"\", expected \"client.authentication.k8s.io/v1beta1\"");
        ExecPlugin silent = new ExecPlugin(V1, List.of(script("")), Map.of(), "");
        assertThatThrownBy(new ExecCredential(silent, clock)::header)
                .hasMessageContaining("did not print an ExecCredential: ");
    }

    @Test
    void aNullInTheOutputOfAPluginCountsAsAbsent() throws IOException {
        assertThat(plugin("{\"token\":\"t\",\"clientCertificateData\":null,\"expirationTimestamp\":null}")
                        .header())
                .isEqualTo("Bearer t");
        assertThatThrownBy(plugin("{\"token\":null}")::header)
                .hasMessageEndingWith("printed neither a token nor a client certificate");
    }

    @Test
    void aBareTokenThatAPluginPrintsIsNotInTheMessage() throws IOException {
        ExecPlugin bare = new ExecPlugin(V1, List.of(script("echo s3cr3tT0k3n")), Map.of(), "");

        assertThatThrownBy(new ExecCredential(bare, clock)::header)
                .hasMessageContaining("did not print an ExecCredential")
                .hasMessageNotContaining("s3cr3t");
    }

    @Test
    void aFileIsReadAgainAfterAMinute() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "one\n");
        Credential credential = new TokenFile(file, clock);

        assertThat(credential.header()).isEqualTo("Bearer one");
        Files.writeString(file, "two");
        assertThat(credential.header()).isEqualTo("Bearer one");
        clock.advance(Duration.ofSeconds(61));
        assertThat(credential.header()).isEqualTo("Bearer two");
    }

    @Test
    void theLastTokenIsUsedUntilItsFileCanBeReadAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "one");
        Credential credential = new TokenFile(file, clock);
        assertThat(credential.header()).isEqualTo("Bearer one");

        Files.delete(file);
        clock.advance(Duration.ofSeconds(61));
        assertThat(credential.header()).isEqualTo("Bearer one");
        assertThatThrownBy(() -> credential.renew("Bearer one"))
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessage("token file " + file + " cannot be read: no such file");

        Files.writeString(file, ""); // it is being written
        clock.advance(Duration.ofSeconds(61));
        assertThat(credential.header()).isEqualTo("Bearer one");

        Files.writeString(file, "two");
        clock.advance(Duration.ofSeconds(61));
        assertThat(credential.header()).isEqualTo("Bearer two");
    }

    @Test
    void aFileWithoutATokenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "\n");

        assertThatThrownBy(new TokenFile(file, clock)::header)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessage("token file " + file + " is empty");
    }

    @Test
    void aRejectedTokenIsReadAgainAndTheRequestRepeatedOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "one");
        try (CannedServer server = new CannedServer();
                KubeCluster cluster = server.cluster(new TokenFile(file, clock))) {
            server.then(200, CONFIG_MAP).then(401, REFUSED).then(200, CONFIG_MAP);
            cluster.get(CONFIG_MAPS, KEY);
            Files.writeString(file, "two");

            assertThat(cluster.get(CONFIG_MAPS, KEY).name()).isEqualTo("a");

            assertThat(server.received())
                    .extracting(request -> request.header("Authorization"))
                    .containsExactly("Bearer one", "Bearer one", "Bearer two");
        }
    }

    @Test
    void aRejectedTokenThatHasNotChangedIsNotSentAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "one");
        try (CannedServer server = new CannedServer();
                KubeCluster cluster = server.cluster(new TokenFile(file, clock))) {
            server.then(401, REFUSED).then(401, REFUSED);

            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                    .isInstanceOf(ClusterException.Unauthorized.class)
                    .hasMessage("who are you?");

            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void aWatchGetsANewTokenToo() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "one");
        try (CannedServer server = new CannedServer();
                KubeCluster cluster = server.cluster(new TokenFile(file, clock))) {
            server.then(200, CONFIG_MAP).then(401, REFUSED).then(CannedServer.chunks());
            cluster.get(CONFIG_MAPS, KEY);
            Files.writeString(file, "two");

            cluster.watch(CONFIG_MAPS, WatchOptions.from("1", Duration.ofMinutes(1)))
                    .close();

            assertThat(server.last().header("Authorization")).isEqualTo("Bearer two");
        }
    }

    @Test
    void aTokenWithControlCharactersIsRejectedWithoutBeingShown() throws IOException {
        assertThatThrownBy(plugin("{\"token\":\"s3cr3t\\\\u0007\"}")::header)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessageEndingWith("printed a token with control characters, which no HTTP header may hold")
                .hasMessageNotContaining("s3cr3t");
        Path file = Files.writeString(folder.resolve("token"), "s3cr3t\ntwo");
        assertThatThrownBy(new TokenFile(file, clock)::header)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessage("token file " + file + " has control characters, which no HTTP header may hold");
        Files.write(file, new byte[] {'t', (byte) 0xff});
        assertThatThrownBy(new TokenFile(file, clock)::header)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessage("token file " + file + " is not UTF-8 text");
    }

    @Test
    void usersAndTokensBeyondAsciiAreSentInUtf8() {
        Impersonation user = new Impersonation(List.of(new Request.Field("Impersonate-User", "jürgen\u0080用")));
        try (CannedServer server = new CannedServer()) {
            RestConfig connection = new RestConfig(
                    "",
                    "default",
                    URI.create(server.url()),
                    Optional.empty(),
                    user,
                    Credential.token("tök\u0080"),
                    Tls.DEFAULT);
            server.then(200, CONFIG_MAP);
            try (KubeCluster cluster = KubeCluster.over(connection, CannedServer.OPTIONS, clock)) {
                cluster.get(CONFIG_MAPS, KEY);
            }

            assertThat(inUtf8(server.last().header("Impersonate-user"))).isEqualTo("jürgen\u0080用");
            assertThat(inUtf8(server.last().header("Authorization"))).isEqualTo("Bearer tök\u0080");
        }
    }

    /** The server reads one byte as one character. */
    private static String inUtf8(String header) {
        return new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
