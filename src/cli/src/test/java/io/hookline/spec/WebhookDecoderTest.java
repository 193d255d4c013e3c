package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.spec.ControllerDecoder.Decoded;
import io.hookline.spec.Credentials.Authorization;
import io.hookline.spec.Credentials.BasicAuth;
import io.hookline.spec.Credentials.CaBundle;
import io.hookline.spec.Credentials.ClientTls;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.spec.Hooks.Webhook.Etag;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookDecoderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"url\":\"https://h:1/x?y\"}|https://h:1/x?y",
                "{\"service\":{\"name\":\"n\",\"namespace\":\"ns\"},\"path\":\"/sync\"}|http://n.ns:80/sync",
                "{\"service\":{\"name\":\"n\",\"namespace\":\"ns\",\"port\":8443,\"protocol\":\"https\"},\"path\":\"/a\"}"
                        + "|https://n.ns:8443/a",
                "{\"service\":{\"name\":\"n\",\"namespace\":\"ns\"},\"path\":\"\"}|http://n.ns:80",
                "{\"url\":\"http://u\",\"service\":{\"name\":\"n\",\"namespace\":\"ns\"},\"path\":\"/sync\"}|http://u",
                "{\"url\":\"http://u\",\"service\":{\"name\":\"\"}}|http://u",
            })
    void theUrlIsGivenOrPutTogether(String webhook, String url) {
        assertThat(ControllerFixtures.webhook(ControllerFixtures.withSync("{\"webhook\":" + webhook + "}"))
                        .url())
                .isEqualTo(url);
    }

    @Test
    void aWebhookOfAUrlOnlyGetsTheDefaults() {
        assertThat(ControllerFixtures.webhook(ControllerFixtures.withWebhook("")))
                .isEqualTo(new Webhook(
                        "http://h/", Duration.ofSeconds(10), Optional.empty(), false, false, Optional.empty()));
    }

    @Test
    void aHookMayLackAWebhook() {
        assertThat(ControllerFixtures.withSync("{}").value().hooks().sync())
                .contains(new Hooks.Hook(1, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "{},1,false",
                "{\"version\":null},1,false",
                "{\"version\":\"\"},1,false",
                "{\"version\":\"v1\"},1,false",
                "{\"version\":\"v2\"},2,true",
            })
    void theVersionDecidesHowStrictAnswersAreRead(String hook, int version, boolean strict) {
        String webhook = "\"webhook\":{\"url\":\"http://h\"}";
        String fields = hook.equals("{}") ? webhook : hook.substring(1, hook.length() - 1) + "," + webhook;
        Decoded<CompositeController> decoded = ControllerFixtures.withSync("{" + fields + "}");
        assertThat(decoded.value().hooks().sync().orElseThrow().version()).isEqualTo(version);
        assertThat(ControllerFixtures.webhook(decoded).strict()).isEqualTo(strict);
    }

    @ParameterizedTest
    @CsvSource({"v1,strict,true", "v1,loose,false", "v2,loose,false", "v2,strict,true"})
    void theModeOfReadingCanBeChosen(String version, String mode, boolean strict) {
        Decoded<CompositeController> decoded = ControllerFixtures.withSync("{\"version\":\"" + version
                + "\",\"webhook\":{\"url\":\"http://h\",\"responseUnMarshallMode\":\"" + mode + "\"}}");
        assertThat(ControllerFixtures.webhook(decoded).strict()).isEqualTo(strict);
    }

    @ParameterizedTest
    @CsvSource({"500ms,PT0.5S,0", "1m30s,PT1M30S,0", "0s,PT10S,1", "-1s,PT10S,1", "0,PT10S,1"})
    void aTimeoutThatIsNotPositiveIsTheDefaultWithAWarning(String text, Duration timeout, int warnings) {
        Decoded<CompositeController> decoded = ControllerFixtures.withWebhook("\"timeout\":\"" + text + "\"");
        assertThat(ControllerFixtures.webhook(decoded).timeout()).isEqualTo(timeout);
        assertThat(decoded.warnings())
                .hasSize(warnings)
                .allMatch(w -> w.startsWith("spec.hooks.sync.webhook.timeout:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"enabled\":false,\"cacheTimeoutSeconds\":5}"})
    void etagsAreOffUnlessEnabled(String etag) {
        assertThat(ControllerFixtures.webhook(ControllerFixtures.withWebhook("\"etag\":" + etag))
                        .etag())
                .isEmpty();
    }

    @Test
    void etagsKeepTheirTimes() {
        assertThat(ControllerFixtures.webhook(ControllerFixtures.withWebhook("\"etag\":{\"enabled\":true}"))
                        .etag())
                .contains(new Etag(Optional.empty(), Optional.empty()));
        assertThat(ControllerFixtures.webhook(ControllerFixtures.withWebhook(
                                "\"etag\":{\"enabled\":true,\"cacheTimeoutSeconds\":60,\"cacheCleanupSeconds\":0}"))
                        .etag())
                .contains(new Etag(Optional.of(Duration.ofMinutes(1)), Optional.empty()));
    }

    @Test
    void credentialsAreReadWithTheirDefaults() {
        assertThat(credentials("\"caBundle\":{\"inline\":\"PEM\"}").caBundle()).contains(new CaBundle.Inline("PEM"));
        assertThat(credentials("\"caBundle\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"}}")
                        .caBundle())
                .contains(new CaBundle.FromSecret("ns", "n", "ca.crt"));
        assertThat(credentials("\"caBundle\":{\"configMapRef\":{\"name\":\"n\",\"namespace\":\"ns\",\"key\":\"k\"}}")
                        .caBundle())
                .contains(new CaBundle.FromConfigMap("ns", "n", "k"));
        assertThat(credentials("\"clientTLS\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"}}")
                        .clientTls())
                .contains(new ClientTls("ns", "n", "tls.crt", "tls.key"));
        assertThat(credentials("\"clientTLS\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"},"
                                + "\"certKey\":\"c\",\"privateKeyKey\":\"k\"}")
                        .clientTls())
                .contains(new ClientTls("ns", "n", "c", "k"));
        assertThat(credentials("\"authorization\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\",\"key\":\"t\"}}")
                        .authorization())
                .contains(new Authorization("Bearer", "ns", "n", "t"));
        assertThat(credentials("\"authorization\":{\"type\":\" Token \",\"secretRef\":"
                                + "{\"name\":\"n\",\"namespace\":\"ns\",\"key\":\"t\"}}")
                        .authorization())
                .contains(new Authorization("Token", "ns", "n", "t"));
        assertThat(credentials(
                                "\"basicAuth\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"},\"usernameKey\":\"u\"}")
                        .basicAuth())
                .contains(new BasicAuth("ns", "n", "u", "password"));
    }

    private static Credentials credentials(String fields) {
        return ControllerFixtures.webhook(ControllerFixtures.withWebhook(fields))
                .credentials()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"timeout\":\"1 day\"|.timeout: time: unknown unit \" day\" in duration \"1 day\"",
                "\"timeout\":5|.timeout: expected a string, was a number",
                "\"responseUnMarshallMode\":\"Strict\"|.responseUnMarshallMode: expected loose or strict, was \"Strict\"",
                "\"etag\":{\"enabled\":true,\"cacheTimeoutSeconds\":\"1\"}"
                        + "|.etag.cacheTimeoutSeconds: expected a 32-bit integer, was a string",
                "\"caBundle\":{}|.caBundle: expected exactly one of inline, secretRef and configMapRef, was 0",
                "\"caBundle\":{\"inline\":\"x\",\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"}}"
                        + "|.caBundle: expected exactly one of inline, secretRef and configMapRef, was 2",
                "\"caBundle\":{\"inline\":\"\"}|.caBundle.inline: must not be empty",
                "\"caBundle\":{\"secretRef\":{\"name\":\"n\"}}"
                        + "|.caBundle.secretRef.namespace: expected a string, was missing",
                "\"clientTLS\":{}|.clientTLS.secretRef: expected an object, was missing",
                "\"authorization\":{\"type\":\" BASIC \",\"secretRef\":{}}"
                        + "|.authorization.type: must not be \"BASIC\": use basicAuth instead",
                "\"authorization\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"}}"
                        + "|.authorization.secretRef.key: expected a string, was missing",
                "\"basicAuth\":{}|.basicAuth.secretRef: expected an object, was missing",
                "\"authorization\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\",\"key\":\"k\"}},"
                        + "\"basicAuth\":{\"secretRef\":{\"name\":\"n\",\"namespace\":\"ns\"}}"
                        + "|: authorization and basicAuth are mutually exclusive",
            })
    void aWrongFieldIsRefusedWithItsPlace(String fields, String problem) {
        assertThatThrownBy(() -> ControllerFixtures.withWebhook(fields))
                .isInstanceOf(DecodeException.class)
                .hasMessage("spec.hooks.sync.webhook" + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{}|.webhook.url: expected a url, or service and path",
                "{\"path\":\"/x\"}|.webhook.url: expected a url, or service and path",
                "{\"service\":{\"name\":\"n\",\"namespace\":\"ns\"}}|.webhook.url: expected a url, or service and path",
                "{\"service\":{\"name\":\"\",\"namespace\":\"ns\"},\"path\":\"/\"}"
                        + "|.webhook.service.name: must not be empty",
                "{\"service\":{\"name\":\"n\"},\"path\":\"/\"}"
                        + "|.webhook.service.namespace: expected a string, was missing",
            })
    void aWebhookWithoutAUrlIsRefused(String webhook, String problem) {
        assertThatThrownBy(() -> ControllerFixtures.withSync("{\"webhook\":" + webhook + "}"))
                .isInstanceOf(DecodeException.class)
                .hasMessage("spec.hooks.sync" + problem);
    }

    @Test
    void anUnknownVersionIsRefused() {
        assertThatThrownBy(() -> ControllerFixtures.withSync("{\"version\":\"v3\"}"))
                .hasMessage("spec.hooks.sync.version: expected v1 or v2, was \"v3\"");
    }
}
