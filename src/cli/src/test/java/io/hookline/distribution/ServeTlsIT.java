package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.http.KeyPairs;
import io.hookline.http.Pem;
import io.hookline.http.TlsLayer;
import io.hookline.web.RawHttp;
import io.hookline.web.RawHttp.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process {@code hookline serve} with TLS and client certificates, which are replaced while it is under load. */
class ServeTlsIT {

    private static final String READY = "GET /readyz HTTP/1.1\r\nHost: hooks\r\n\r\n";

    @TempDir
    private Path folder;

    private KeyPairs.Pair pair(String name) throws Exception {
        return KeyPairs.ec(name);
    }

    /** As the kubelet does it: a new folder, then a new symbolic link to it. */
    private void mount(String version, KeyPairs.Pair server, String clients) throws IOException {
        Path data = Files.createDirectory(folder.resolve(version));
        Files.writeString(data.resolve("tls.crt"), server.certificatePem());
        Files.writeString(data.resolve("tls.key"), server.keyPem());
        Files.writeString(data.resolve("ca.crt"), clients);
        Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), data.getFileName());
        Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String file(String name) {
        return folder.resolve("..data").resolve(name).toString();
    }

    private static SSLContext client(String trusted) throws GeneralSecurityException {
        return TlsLayer.context(Pem.trust(trusted), Optional.empty());
    }

    private static SSLContext client(String trusted, KeyPairs.Pair own) throws GeneralSecurityException {
        return TlsLayer.context(Pem.trust(trusted), Optional.of(Pem.keys(own.certificatePem(), own.keyPem())));
    }

    private static Answer send(ServeProcess server, SSLContext tls, String request) throws IOException {
        try (RawHttp connection = server.connect(tls)) {
            return connection.send(request).answer();
        }
    }

    private static boolean isTrusted(ServeProcess server, SSLContext tls) throws IOException {
        try {
            return send(server, tls, READY).status() == 200;
        } catch (SSLHandshakeException _) {
            return false;
        }
    }

    @Test
    void certificatesAreReplacedUnderLoadAndTheServerEndsWithoutAFailedCall() throws Exception {
        KeyPairs.Pair first = pair("first");
        KeyPairs.Pair second = pair("second");
        KeyPairs.Pair watcher = pair("watcher");
        KeyPairs.Pair next = pair("next");
        String both = first.certificatePem() + second.certificatePem();
        mount("v1", first, watcher.certificatePem());
        try (ServeProcess server = ServeProcess.start(
                        folder,
                        "--tls-cert-file=" + file("tls.crt"),
                        "--tls-private-key-file=" + file("tls.key"),
                        "--client-ca-file=" + file("ca.crt"),
                        "--shutdown-delay-duration=5s");
                HookLoad load = new HookLoad(server, client(both, watcher), 6)) {
            String call = ServeProcess.call(0);
            assertThat(send(server, client(both), READY).status()).isEqualTo(200);
            Answer anonymous = send(server, client(both), call);
            assertThat(anonymous.status()).isEqualTo(403);
            assertThat(anonymous.body())
                    .contains("the caller sent no client certificate: set clientTLS of the webhook");
            Answer foreign = send(server, client(both, next), call);
            assertThat(foreign.status()).isEqualTo(403);
            assertThat(foreign.body()).contains("CN=next", "is not trusted by --client-ca-file");
            assertThat(server.log()).contains("\"msg\":\"caller refused\"", "CN=next");

            mount("v2", second, watcher.certificatePem() + next.certificatePem());

            SSLContext trustsSecond = client(second.certificatePem());
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> isTrusted(server, trustsSecond));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(
                                    send(server, client(both, next), call).status())
                            .isEqualTo(200));
            int before = load.calls();
            Awaitility.await().until(() -> load.calls() > before + 20);
            server.signal("TERM");
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> send(server, client(both), READY).status() == 503);
            load.end();
            assertThat(server.exit(Duration.ofSeconds(60))).as(server::log).isZero();
        }
    }
}
