package io.hookline.kube.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.http.ProxyResolver;
import io.hookline.http.Request;
import io.hookline.kube.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {

    @TempDir
    private Path folder;

    private RestConfig read(String yaml) throws IOException {
        return read(yaml, "");
    }

    private RestConfig read(String yaml, String context) throws IOException {
        Path file = Files.writeString(folder.resolve("config"), yaml);
        return new ConnectionReader(ProxyResolver.NONE, new ManualTime())
                .read(Kubeconfig.read(List.of(file)).select(context));
    }

    private RestConfig readUser(String user) throws IOException {
        return read("""
                clusters: [{name: c, cluster: {server: "https://host:6443/"}}]
                users: [{name: u, user: %s}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """.formatted(user));
    }

    private RestConfig readCluster(String cluster) throws IOException {
        return read("""
                clusters: [{name: c, cluster: %s}]
                contexts: [{name: x, context: {cluster: c}}]
                current-context: x
                """.formatted(cluster));
    }

    private String message(String problem) {
        return folder.resolve("config") + problem;
    }

    @Test
    void everyKindOfUserHasItsCredential() throws IOException {
        Files.writeString(folder.resolve("token"), " of-file\n");

        assertThat(readUser("{token: t}").credential().header()).isEqualTo("Bearer t");
        assertThat(readUser("{tokenFile: token, token: t}").credential().header())
                .isEqualTo("Bearer of-file");
        assertThat(readUser("{username: me, password: pw}").credential().header())
                .isEqualTo("Basic bWU6cHc=");
        assertThat(readUser("{}").credential().header()).isEmpty();
    }

    @Test
    void anEmptyFieldCountsAsAbsent() throws IOException {
        assertThat(readUser("{token: '', tokenFile: '', username: '', password: ''}")
                        .credential()
                        .header())
                .isEmpty();
        assertThat(readUser("{token: '', username: me, password: pw}")
                        .credential()
                        .header())
                .isEqualTo("Basic bWU6cHc=");
        assertThat(readUser("{as: ''}").impersonation()).isEqualTo(Impersonation.NONE);
        assertThat(readCluster("{server: 'https://h', tls-server-name: ''}")
                        .tls()
                        .serverName())
                .isEmpty();
    }

    @Test
    void aServerWithoutASchemeUsesHttpsIfCertificatesAreConfigured() throws IOException {
        assertThat(readCluster("{server: 'h:8080'}").server()).hasToString("http://h:8080");
        assertThat(readCluster("{server: 'h:6443', insecure-skip-tls-verify: true}")
                        .server())
                .hasToString("https://h:6443");
        assertThat(readCluster("{server: 'HTTPS://h:6443'}").server()).hasToString("HTTPS://h:6443");
    }

    @Test
    void anEmptyFileAmongOthersIsIgnored() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        Path file = Files.writeString(folder.resolve("config"), "contexts: [{name: a, context: {cluster: d}}]");

        assertThatThrownBy(() -> Kubeconfig.read(List.of(empty, file)).select("a"))
                .hasMessageContaining(" has no cluster \"d\"");
    }

    @Test
    void aSecretInAFileThatIsNotYamlIsNotInTheMessage() {
        for (String wrong : List.of(
                "users: [{name: u, user: {token: s3cr3t\n",
                "token: a\n  s3cr3t: b: c",
                "token: \"s3cr3t",
                "token: \ts3cr3t\n\tx: y",
                "token: @s3cr3t")) {
            assertThatThrownBy(() -> read(wrong))
                    .hasMessageStartingWith(message(" is not a kubeconfig: "))
                    .hasMessageNotContaining("s3cr3t");
        }
    }

    @Test
    void filesAreRelativeToTheKubeconfigsFolder() {
        assertThatThrownBy(() -> readUser("{client-certificate: pki/me.crt, client-key: /abs/me.key}"))
                .hasMessage(message(": users[0].user.client-certificate: cannot be read: "
                        + folder.resolve("pki/me.crt") + ": no such file"));
    }

    @Test
    void theServersUrlLosesItsLastSlash() throws IOException {
        assertThat(readUser("{}").server()).hasToString("https://host:6443");
        assertThat(readCluster("{server: 'https://proxy/k8s/clusters/one/'}").server())
                .hasToString("https://proxy/k8s/clusters/one");
    }

    @Test
    void impersonationAndProxyAreKept() throws IOException {
        RestConfig found = readUser("{as: jane, as-uid: '7', as-groups: [a, b], as-user-extra: {example.com/K: [v]}}");

        assertThat(found.impersonation().fields())
                .containsExactly(
                        new Request.Field("Impersonate-User", "jane"),
                        new Request.Field("Impersonate-Uid", "7"),
                        new Request.Field("Impersonate-Group", "a"),
                        new Request.Field("Impersonate-Group", "b"),
                        new Request.Field("Impersonate-Extra-example.com%2Fk", "v"));
        assertThat(readCluster("{server: 'https://h', proxy-url: 'http://proxy:3128'}")
                        .proxy())
                .contains(URI.create("http://proxy:3128"));
    }

    @Test
    void groupsWithoutAUserAreAnError() {
        for (String field : List.of("as-groups: [viewers]", "as-uid: '7'", "as-user-extra: {scope: [view]}")) {
            assertThatThrownBy(() -> readUser("{token: t, " + field + "}"))
                    .isInstanceOf(KubeconfigException.class)
                    .hasMessage(message(": users[0].user.as: is missing: " + field.substring(0, field.indexOf(':'))
                            + " needs a user to act as"));
        }
    }

    @Test
    void aMissingContextIsNotReplacedByAnother() {
        assertThatThrownBy(() -> read("contexts: [{name: a}, {name: b}]\ncurrent-context: a", "c"))
                .isInstanceOf(KubeconfigException.class)
                .hasMessage(message(" has no context \"c\" (requested). It has: a, b"));
        assertThatThrownBy(() -> read("current-context: a"))
                .hasMessage(message(" has no context \"a\" (its current-context). It has: none"));
        assertThatThrownBy(() -> read("contexts: [{name: a, context: {cluster: d}}]\ncurrent-context: a"))
                .hasMessage(message(" has no cluster \"d\" (context a). It has: none"));
        assertThatThrownBy(() -> read("contexts: [{name: a}]"))
                .hasMessage(message(" has no current-context. Name one of a, or run: kubectl config use-context NAME"));
    }

    @Test
    void wrongFieldsAreReportedWithTheirPlace() {
        assertThatThrownBy(() -> readCluster("{}")).hasMessage(message(": clusters[0].cluster.server: is missing"));
        assertThatThrownBy(() -> readCluster("{server: ['x']}"))
                .hasMessage(message(": clusters[0].cluster.server: expected a string, was a list"));
        assertThatThrownBy(() -> readCluster("{server: 'ftp://x'}"))
                .hasMessage(message(
                        ": clusters[0].cluster.server: expected a URL such as https://host:6443, was \"ftp://x\""));
        assertThatThrownBy(() -> readUser("{client-certificate-data: bm9uZQ==}"))
                .hasMessage(message(": users[0].user.client-key: is missing: set both the certificate and its key"));
        assertThatThrownBy(() -> readUser("{exec: {command: x}}"))
                .hasMessage(message(": users[0].user.exec.apiVersion: is missing"));
        assertThatThrownBy(() -> readUser("{auth-provider: {name: oidc}}"))
                .hasMessage(
                        message(": users[0].user.auth-provider: is not supported; use a credential plugin (exec), as"
                                + " kubectl does"));
    }

    @Test
    void aFileThatIsNotAKubeconfigIsReported() {
        assertThatThrownBy(() -> read("- a\n- b"))
                .hasMessage(message(" is not a kubeconfig: expected an object, was a list"));
        assertThatThrownBy(() -> read(""))
                .hasMessage(message(" is not a kubeconfig: expected an object, was an empty file"));
        assertThatThrownBy(() -> read("a: b: c"))
                .hasMessageStartingWith(message(" is not a kubeconfig: "))
                .hasMessageContaining("at line 1");
    }

    @Test
    void anInvalidCertificateIsNamed() {
        assertThatThrownBy(() -> readCluster("{server: 'https://h', certificate-authority-data: bm9uZQ==}"))
                .isInstanceOf(KubeconfigException.class)
                .hasMessageStartingWith(message(": clusters[0].cluster.certificate-authority: cannot be used: "));
        assertThatThrownBy(() -> readCluster("{server: 'https://h', certificate-authority-data: '*'}"))
                .hasMessageStartingWith(message(": clusters[0].cluster.certificate-authority-data: is not base64: "));
        assertThatThrownBy(() -> readUser("{client-certificate-data: bm9uZQ==, client-key-data: bm9uZQ==}"))
                .hasMessageStartingWith(
                        message(": users[0].user.client-certificate: cannot be used with client-key: "));
    }

    @Test
    void anAuthorityTogetherWithTheInsecureFlagIsRejected() {
        for (String authority : List.of("certificate-authority: ca.crt", "certificate-authority-data: bm9uZQ==")) {
            for (String server : List.of("https://h", "http://h")) {
                assertThatThrownBy(() -> readCluster(
                                "{server: '" + server + "', insecure-skip-tls-verify: true, " + authority + "}"))
                        .isInstanceOf(KubeconfigException.class)
                        .hasMessage(message(": clusters[0].cluster.insecure-skip-tls-verify: specifying a root"
                                + " certificates file with the insecure flag is not allowed; remove this flag, or "
                                + authority.substring(0, authority.indexOf(':'))));
            }
        }
    }

    @Test
    void valuesWithControlCharactersAreRejected() {
        String problem = "has control characters, which no HTTP header may hold";
        assertThatThrownBy(() -> readUser("{token: \"a\\nb\"}"))
                .isInstanceOf(KubeconfigException.class)
                .hasMessage(message(": users[0].user.token: " + problem));
        assertThatThrownBy(() -> readUser("{as: \"a\\x7fb\"}")).hasMessage(message(": users[0].user.as: " + problem));
        assertThatThrownBy(() -> readUser("{as: jane, as-uid: \"a\\0b\"}"))
                .hasMessage(message(": users[0].user.as-uid: " + problem));
        assertThatThrownBy(() -> readUser("{as: jane, as-groups: [a, \"b\\r\"]}"))
                .hasMessage(message(": users[0].user.as-groups: " + problem));
        assertThatThrownBy(() -> readUser("{as: jane, as-user-extra: {k: [\"b\\x1b\"]}}"))
                .hasMessage(message(": users[0].user.as-user-extra: " + problem));
    }

    @Test
    void aServerIsAnyHostThatGoAccepts() throws IOException {
        assertThat(readCluster("{server: 'https://kube_api:6443'}").server()).hasToString("https://kube_api:6443");
        assertThat(readCluster("{server: 'https://h', proxy-url: 'http://my_proxy:3128'}")
                        .proxy())
                .contains(URI.create("http://my_proxy:3128"));
    }
}
