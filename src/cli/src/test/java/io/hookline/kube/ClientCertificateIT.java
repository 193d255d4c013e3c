package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.hookline.cluster.ClusterException;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.ObjectKey;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates on both sides, created with the JDK's own tool. */
class ClientCertificateIT {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path folder;

    private static final String EXEC = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}}";

    private static HttpsServer server;

    /** The user whose requests get 401. */
    private static volatile String rejected = "";

    @BeforeAll
    static void start() throws Exception {
        pair("server", "CN=localhost", "-ext", "san=ip:127.0.0.1");
        pair("client", "CN=jane");
        pair("other", "CN=joan");
        pair("stranger", "CN=stranger");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        SSLContext tls = SSLContext.getInstance("TLS");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store("server"), PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (String known : List.of("client", "other")) {
            trusted.setCertificateEntry(known, store(known).getCertificate(known));
        }
        trust.init(trusted);
        tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        server.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = tls.getDefaultSSLParameters();
                wanted.setNeedClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.createContext("/", exchange -> {
            String name = ((HttpsExchange) exchange)
                    .getSSLSession()
                    .getPeerPrincipal()
                    .getName();
            byte[] body = ("{\"metadata\":{\"name\":\"" + name + "\"}}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(name.equals(rejected) ? 401 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    private static void pair(String name, String subject, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                subject,
                "-storetype",
                "PKCS12",
                "-keystore",
                folder.resolve(name).toString(),
                "-storepass",
                new String(PASSWORD)));
        command.addAll(List.of(more));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        KeyStore store = store(name);
        Files.writeString(
                folder.resolve(name + ".crt"),
                pem("CERTIFICATE", store.getCertificate(name).getEncoded()));
        Key key = store.getKey(name, PASSWORD);
        Files.writeString(folder.resolve(name + ".key"), pem("PRIVATE KEY", key.getEncoded()));
    }

    private static KeyStore store(String name) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve(name))) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private static String pem(String type, byte[] der) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }

    private static KubeCluster connect(String authority, String user) throws Exception {
        Path file = Files.writeString(
                folder.resolve("kubeconfig"), """
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", %s}}]
                users: [{name: u, user: %s}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """.formatted(server.getAddress().getPort(), authority, user));
        return KubeCluster.connect(CannedServer.OPTIONS.withKubeconfig(file.toString()));
    }

    private static String whoAmI(String authority, String user) throws Exception {
        try (KubeCluster cluster = connect(authority, user)) {
            return me(cluster);
        }
    }

    private static String me(KubeCluster cluster) {
        return cluster.get(CannedServer.NODES, ObjectKey.clusterScoped("me")).name();
    }

    private static String base64(String file) throws Exception {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(folder.resolve(file)));
    }

    @Test
    void aCertificateInAFileIdentifiesTheClient() throws Exception {
        assertThat(whoAmI(
                        "certificate-authority: server.crt",
                        "{client-certificate: client.crt, client-key: client.key}"))
                .isEqualTo("CN=jane");
    }

    @Test
    void aCertificateInTheKubeconfigIdentifiesTheClient() throws Exception {
        assertThat(whoAmI(
                        "certificate-authority-data: " + base64("server.crt"),
                        "{client-certificate-data: " + base64("client.crt") + ", client-key-data: "
                                + base64("client.key") + "}"))
                .isEqualTo("CN=jane");
    }

    @Test
    void aCertificateOfAPluginIdentifiesTheClient() throws Exception {
        plugin("client", "2999-01-01T00:00:00Z");

        assertThat(whoAmI("certificate-authority: server.crt", EXEC)).isEqualTo("CN=jane");
    }

    @Test
    void theNextCertificateOfAPluginIsUsedAtOnce() throws Exception {
        plugin("client", "2020-01-01T00:00:00Z"); // expired, so that the plugin runs for each request
        try (KubeCluster cluster = connect("certificate-authority: server.crt", EXEC)) {
            assertThat(me(cluster)).isEqualTo("CN=jane");
            plugin("other", "2999-01-01T00:00:00Z");
            assertThat(me(cluster)).isEqualTo("CN=joan");
            assertThat(me(cluster)).isEqualTo("CN=joan");
        }
    }

    @Test
    void aRejectedCertificateIsReplacedByThePlugin() throws Exception {
        plugin("client", "2999-01-01T00:00:00Z");
        try (KubeCluster cluster = connect("certificate-authority: server.crt", EXEC)) {
            assertThat(me(cluster)).isEqualTo("CN=jane");
            plugin("other", "2999-01-01T00:00:00Z");
            rejected = "CN=jane";
            assertThat(me(cluster)).isEqualTo("CN=joan");
        } finally {
            rejected = "";
        }
    }

    @Test
    void theNextCertificateInTheFilesIsUsedOnceTheFirstIsRejected() throws Exception {
        files("client.crt", "client.key");
        try (KubeCluster cluster =
                connect("certificate-authority: server.crt", "{client-certificate: my.crt, client-key: my.key}")) {
            assertThat(me(cluster)).isEqualTo("CN=jane");
            rejected = "CN=jane";
            files("other.crt", "client.key"); // its key is not written yet
            assertThatThrownBy(() -> me(cluster)).isInstanceOf(ClusterException.Unauthorized.class);
            files("other.crt", "other.key");
            assertThat(me(cluster)).isEqualTo("CN=joan");
        } finally {
            rejected = "";
        }
    }

    private static void files(String certificate, String key) throws Exception {
        Files.copy(folder.resolve(certificate), folder.resolve("my.crt"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(folder.resolve(key), folder.resolve("my.key"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** A credential plugin that prints this certificate. */
    private static void plugin(String pair, String expires) throws Exception {
        Path script = Files.writeString(
                folder.resolve("plugin"),
                """
                #!/bin/sh
                cat <<END
                {"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{
                "expirationTimestamp":"EXPIRES",
                "clientCertificateData":"$(awk '{printf "%s\\\\n", $0}' PAIR.crt)",
                "clientKeyData":"$(awk '{printf "%s\\\\n", $0}' PAIR.key)"}}
                END
                """.replace("PAIR", folder.resolve(pair).toString()).replace("EXPIRES", expires));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aServerOfAnotherAuthorityIsNotTrusted() {
        assertThatThrownBy(() -> whoAmI("certificate-authority: client.crt", "{}"))
                .isInstanceOf(ClusterException.Unreachable.class)
                .hasMessageContaining("unable to find valid certification path");
    }

    @Test
    void checkingTheServerCanBeSwitchedOff() throws Exception {
        assertThat(whoAmI("insecure-skip-tls-verify: true", "{client-certificate: client.crt, client-key: client.key}"))
                .isEqualTo("CN=jane");
    }

    @Test
    void aCertificateThatTheServerDoesNotTrustIsRejected() {
        assertThatThrownBy(() -> whoAmI(
                        "certificate-authority: server.crt",
                        "{client-certificate: stranger.crt, client-key: stranger.key}"))
                .isInstanceOf(ClusterException.Unreachable.class);
    }
}
