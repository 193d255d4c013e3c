package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.http.ScriptedServer;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.webhook.credential.CredentialException;
import io.hookline.webhook.credential.ResolvedCredentials;
import io.hookline.webhook.credential.TlsMaterial;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The credentials that are sent to a hook, and the errors for those that cannot be read. */
final class CredentialsTest {

    private final Calls calls = new Calls();
    private final ScriptedServer server = ScriptedServer.always(Calls.OK);

    @AfterEach
    void close() {
        calls.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``         | `  secret\\n ` | Bearer secret
            Token      | secret          | Token secret
            `  `       | secret          | Bearer secret
            ` ApiKey ` | secret          | ApiKey secret
            """)
    void aTokenIsSentWithItsType(String type, String value, String sent) throws Exception {
        calls.cluster.secret("s", Map.of("token", value.replace("\\n", "\n")));
        Calls.call(calls.connect(server.url("/"), authorization(type)));
        assertThat(header()).isEqualTo(sent);
    }

    @Test
    void anEmptyTokenIsAllowed() throws Exception {
        calls.cluster.secret("s", Map.of("token", ""));
        Calls.call(calls.connect(server.url("/"), authorization("")));
        assertThat(header()).isEqualTo("Bearer");
    }

    @Test
    void userAndPasswordAreTrimmedAndCoded() throws Exception {
        calls.cluster.secret("s", Map.of("username", " Aladdin\n", "password", "open sesame\n"));
        Calls.call(calls.connect(server.url("/"), basic("")));
        assertThat(header()).isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    }

    @Test
    void userAndPasswordMayHaveKeysOfTheirOwn() throws Exception {
        calls.cluster.secret("s", Map.of("u", "Aladdin", "p", "open sesame"));
        Calls.call(calls.connect(server.url("/"), basic(",\"usernameKey\":\"u\",\"passwordKey\":\"p\"")));
        assertThat(header()).isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    }

    @Test
    void userAndPasswordOfTheUrlAreSentAndThePasswordIsNeverShown() throws Exception {
        String url = server.url("/").replace("http://", "http://Aladdin:open%20sesame@");
        Calls.call(calls.connect(url));
        assertThat(header()).isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assertThat(calls.observer.calls().getFirst().url()).isEqualTo(url.replace("open%20sesame", "***"));
    }

    @Test
    void aControllerHasCredentialsForHosts() throws Exception {
        calls.cluster.secret("s", Map.of("token", "t"));
        String configs =
                "\"endpointConfigs\":[{\"host\":\"127.0.0.1:%d\",%s}],".formatted(server.port(), authorization(""));
        Calls.call(calls.connectWith(configs, server.url("/")));
        assertThat(header()).isEqualTo("Bearer t");
    }

    @Test
    void aMissingSecretIsNamed() {
        assertRefused(authorization(""), "authorization: Secret ns/s not found");
        assertRefused(basic(""), "basicAuth: Secret ns/s not found");
        assertRefused(ca("secretRef", ""), "caBundle: Secret ns/s not found");
        assertRefused(ca("configMapRef", ""), "caBundle: ConfigMap ns/s not found");
        assertRefused(tls(), "clientTLS: Secret ns/s not found");
    }

    @Test
    void aMissingKeyIsNamed() {
        calls.cluster.secret("s", Map.of("other", "x")).configMap("s", Map.of("other", "x"));
        assertRefused(authorization(""), "authorization: Secret ns/s has no key \"token\"");
        assertRefused(basic(""), "basicAuth: Secret ns/s has no key \"username\"");
        assertRefused(ca("secretRef", ""), "caBundle: Secret ns/s has no key \"ca.crt\"");
        assertRefused(ca("configMapRef", ",\"key\":\"k\""), "caBundle: ConfigMap ns/s has no key \"k\"");
        assertRefused(tls(), "clientTLS: Secret ns/s has no key \"tls.crt\"");
    }

    @Test
    void anEmptyOrUnreadableCertificateIsNamed() {
        calls.cluster.secret("s", Map.of("ca.crt", "", "tls.crt", "x", "tls.key", "y"));
        calls.cluster.configMap(
                "s", Map.of("ca.crt", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"));
        assertRefused(ca("secretRef", ""), "caBundle: key \"ca.crt\" of Secret ns/s is empty");
        assertRefused(
                ca("configMapRef", ""), "caBundle: key \"ca.crt\" of ConfigMap ns/s has no valid PEM certificate");
        assertRefused("\"caBundle\":{\"inline\":\"x\"}", "caBundle: inline has no valid PEM certificate");
        assertRefused(tls(), "clientTLS: Secret ns/s: there is no valid PEM certificate");
    }

    @Test
    void aUserNameWithAColonIsRefused() {
        calls.cluster.secret("s", Map.of("username", "a:b", "password", "p"));
        assertRefused(basic(""), "basicAuth: key \"username\" of Secret ns/s: a user name must not contain a colon");
    }

    @Test
    void aTokenOfTwoLinesIsRefused() {
        calls.cluster.secret("s", Map.of("token", "a\nb"));
        assertRefused(
                authorization(""), "authorization: the value has characters that are not allowed in an HTTP header");
    }

    @Test
    void aValueThatIsNotCodedIsNamed() {
        ObjectNode data = Json.NODES.objectNode().put("token", "***");
        calls.cluster.put("Secret", "s", "data", data);
        assertRefused(authorization(""), "authorization: Secret ns/s: key \"token\" is not base64");
    }

    @Test
    void basicIsNotAValidTypeOfToken() {
        assertThatThrownBy(() -> calls.connect(server.url("/"), authorization(" Basic ")))
                .isInstanceOf(DecodeException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ftp://h/        | expected http:// or https://
            h:80/x          | expected http:// or https:// at its start
            127.0.0.1:80/x  | expected http:// or https:// at its start
            http:///x       | it has no valid host
            http://a_b:c/   | it has no valid host
            http://h/a b    | Illegal character in path
            http://u:p w@h/ | Illegal character in authority
            """)
    void aUrlThatCannotBeCalledIsRefused(String url, String problem) {
        assertThatThrownBy(() -> calls.connect(url))
                .isInstanceOf(DecodeException.class) // which is the condition Accepted=False InvalidSpec
                .hasMessageStartingWith("spec.hooks.sync.webhook.url: invalid webhook URL \"")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("p w");
    }

    /** Its URL is composed of fields, none of which is a URL. */
    @Test
    void theWebhookOfAServiceWithoutAValidUrlIsNamed() {
        assertThatThrownBy(() -> calls.connect(
                        "", "\"service\":{\"name\":\"h\",\"namespace\":\"n\",\"protocol\":\"ftp\"}", "\"path\":\"/x\""))
                .hasMessage(
                        "spec.hooks.sync.webhook: invalid webhook URL \"ftp://h.n:80/x\": expected http:// or https://"
                                + " at its start");
    }

    @Test
    void secretsAreNeverPartOfToString() {
        ResolvedCredentials resolved = new ResolvedCredentials(
                Optional.of("Bearer hidden"),
                new TlsMaterial(Optional.empty(), Optional.of(new TlsMaterial.Identity("cert", "hidden"))));
        assertThat(resolved.toString()).doesNotContain("hidden");
    }

    private void assertRefused(String field, String message) {
        assertThatThrownBy(() -> calls.connect(server.url("/"), field))
                .isInstanceOf(CredentialException.class)
                .hasMessage(message);
    }

    private String header() {
        return server.received().getFirst().header("authorization");
    }

    private static String authorization(String type) {
        return "\"authorization\":{\"type\":\"" + type
                + "\",\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\",\"key\":\"token\"}}";
    }

    private static String basic(String keys) {
        return "\"basicAuth\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\"}" + keys + "}";
    }

    private static String ca(String ref, String key) {
        return "\"caBundle\":{\"" + ref + "\":{\"namespace\":\"ns\",\"name\":\"s\"" + key + "}}";
    }

    private static String tls() {
        return "\"clientTLS\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\"}}";
    }

    @Test
    void aTokenBeyondAsciiIsSentInUtf8() throws Exception {
        calls.cluster.secret("s", Map.of("token", "tök\u0080用"));
        Calls.call(calls.connect(server.url("/"), authorization("")));
        assertThat(header().getBytes(StandardCharsets.ISO_8859_1))
                .isEqualTo("Bearer tök\u0080用".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTokenThatIsNotTextIsRefused() {
        ObjectNode data = Json.NODES.objectNode();
        for (String key : List.of("token", "username", "password")) {
            data.put(key, Base64.getEncoder().encodeToString(new byte[] {'t', (byte) 0xff}));
        }
        calls.cluster.put("Secret", "s", "data", data);
        assertRefused(authorization(""), "authorization: Secret ns/s: key \"token\" is not UTF-8 text");
        assertRefused(basic(""), "basicAuth: Secret ns/s: key \"username\" is not UTF-8 text");
    }
}
