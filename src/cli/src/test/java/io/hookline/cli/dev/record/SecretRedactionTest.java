package io.hookline.cli.dev.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a recorded fixture shows of Secrets. */
class SecretRedactionTest {

    private static final String PASSWORD = "correct-horse";

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String request(String secretFields, String other) {
        return """
                {"controller":{},"parent":{"metadata":{"name":"shop"}},"finalizing":false,
                 "children":{"ConfigMap.v1":{"shop":%s}},
                 "related":{"Secret.v1":{"db":{"apiVersion":"v1","kind":"Secret","metadata":{"name":"db"%s}}}}}
                """.formatted(other, secretFields);
    }

    private static String redacted(String request) {
        return SecretRedaction.of(json(request)).orElseThrow().toString();
    }

    @Test
    void theRecordOfAReturnedSecretShowsNoValue() {
        String answer = SecretRedaction.ofAnswer(json("""
                        {"children":[{"apiVersion":"v1","kind":"Secret","metadata":{"name":"db","annotations":{
                          "a.example.com/last-applied-configuration":"{\\"data\\":{\\"a\\":\\"cGluMTI=\\"},\\"stringData\\":{\\"b\\":\\"pin3\\"}}"}}}]}
                        """)).toString();

        assertThat(answer).doesNotContain("cGluMTI=", "pin12", "pin3").contains("(redacted)");
    }

    @Test
    void aRequestWithoutSecretsStaysAsItIs() {
        assertThat(SecretRedaction.of(json("{\"parent\":{\"kind\":\"WebApp\",\"data\":{\"a\":\"b\"}}}")))
                .isEmpty();
    }

    @Test
    void valuesOfSecretsAreReplacedByTextsThatCanBeDecoded() {
        String text = redacted(request(
                "},\"data\":{\"password\":\"" + base64(PASSWORD) + "\",\"again\":\"" + base64(PASSWORD)
                        + "\",\"user\":\"" + base64("admin") + "\"},\"stringData\":{\"password\":\"" + PASSWORD + "\"",
                "{}"));

        assertThat(text)
                .contains(
                        "\"password\":\"" + base64("redacted-1") + "\"",
                        "\"again\":\"" + base64("redacted-1") + "\"",
                        "\"user\":\"" + base64("redacted-2") + "\"",
                        "\"stringData\":{\"password\":\"redacted-1\"}")
                .doesNotContain(PASSWORD, base64(PASSWORD), base64("admin"));
    }

    @Test
    void theAnnotationWithTheLastAppliedStateIsRedactedAndStaysJson() {
        String applied =
                "{\\\"data\\\":{\\\"password\\\":\\\"" + base64(PASSWORD) + "\\\"},\\\"kind\\\":\\\"Secret\\\"}";
        String text = redacted(request(
                ",\"annotations\":{\"metacontroller.k8s.io/last-applied-configuration\":\"" + applied
                        + "\",\"kubectl.kubernetes.io/last-applied-configuration\":\"" + PASSWORD
                        + "\"}},\"data\":{\"a\":\""
                        + base64(PASSWORD) + "\"",
                "{}"));

        assertThat(text)
                .contains("{\\\"data\\\":{\\\"password\\\":\\\"" + base64("redacted-1")
                        + "\\\"},\\\"kind\\\":\\\"Secret\\\"}")
                .contains("\"kubectl.kubernetes.io/last-applied-configuration\":\"{}\"")
                .doesNotContain(PASSWORD, base64(PASSWORD));
    }

    @Test
    void copiesOfAValueInOtherObjectsAreReplacedToo() {
        String text = redacted(request(
                "},\"data\":{\"password\":\"" + base64(PASSWORD) + "\"",
                "{\"metadata\":{\"name\":\"shop\"},\"data\":{\"url\":\"db://admin:" + PASSWORD + "@db\",\"raw\":\""
                        + base64(PASSWORD) + "\"}}"));

        assertThat(text)
                .contains("\"url\":\"db://admin:redacted-1@db\"", "\"raw\":\"" + base64("redacted-1") + "\"")
                .doesNotContain(PASSWORD, base64(PASSWORD));
    }

    static Stream<Arguments> conversions() {
        return Stream.of(
                arguments("correct-horse\n", "correct-horse"),
                arguments("correct-horse\n", base64(PASSWORD)),
                arguments("correct-horse\n", "db://bob:correct-horse@db"),
                arguments(PASSWORD, "Basic " + base64("bob:correct-horse")),
                arguments(PASSWORD, "{\"auth\":\"" + base64("bob:correct-horse") + "\"}"),
                arguments("correct\"horse\n", "--config={\"p\": \"correct\\\"horse\"}"),
                arguments("correct horse\\", "db://bob:correct%20horse%5C@db"),
                arguments("correct<horse", "{\"json\":\"{\\\"p\\\":\\\"correct\\\\u003chorse\\\"}\"}"),
                arguments("-----KEY-----\ncorrect-horse\n", PASSWORD),
                arguments("user=bob;pass=correct-horse", PASSWORD),
                arguments("db://bob:correct-horse@db/", PASSWORD),
                arguments("{\"pass\":\"correct-horse\"}", PASSWORD),
                arguments("h0rse5", "db://bob:h0rse5@db"),
                arguments("horse", "horse"),
                arguments("horse", "{\"data\":{\"p\": \"horse\"}}"));
    }

    /** A hook strips a value, reads a line or a field of it, writes it into JSON, a URL, or the header of a login. */
    @ParameterizedTest
    @MethodSource("conversions")
    void aValueThatAHookHasConvertedIsReplacedToo(String value, String converted) {
        ObjectNode asked = json(request("},\"data\":{\"password\":\"" + base64(value) + "\"", "{}"));
        ((ObjectNode) asked.at("/children/ConfigMap.v1/shop")).put("copy", converted);

        String copy = SecretRedaction.of(asked)
                .orElseThrow()
                .at("/children/ConfigMap.v1/shop/copy")
                .textValue();

        assertThat(copy)
                .doesNotContain("horse", "h0rse5", base64(PASSWORD), base64("bob:correct-horse"))
                .containsAnyOf("redacted-1", base64("bob:redacted-1"), base64("redacted-1"));
    }

    @Test
    void wordsOfAValueThatAreNoSecretsStay() {
        String text = redacted(request(
                "},\"data\":{\"a\":\"" + base64("true") + "\",\"b\":\"" + base64("{\"password\":\"x\"}") + "\"",
                "{\"env\":[{\"key\":\"password\",\"value\":\"true\"}]}"));

        assertThat(text).contains("{\"key\":\"password\",\"value\":\"true\"}");
    }

    /** Otherwise the hook would not find the object any more. */
    @Test
    void aValueThatIsAlsoPartOfANameIsReplacedInTheSecretOnly() {
        String text = redacted(request(
                "},\"data\":{\"user\":\"" + base64("postgres") + "\"",
                "{\"metadata\":{\"name\":\"postgres-0\"},\"data\":{\"host\":\"postgres-0\"}}"));

        assertThat(text).contains("\"name\":\"postgres-0\"", "\"host\":\"postgres-0\"", base64("redacted-1"));
    }

    @Test
    void aSecretInAnAnswerShowsOnlyWhatTheHookCopiedFromItsRedactedRequest() {
        String answer = SecretRedaction.ofAnswer(json("""
                        {"children":[{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},
                          "data":{"copied":"%s","made":"%s"},"stringData":{"copied":"redacted-1","made":"hunter2"}},
                         {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},"data":{"color":"blue"}}]}
                        """.formatted(base64("redacted-1"), base64("hunter2"))))
                .toString();

        assertThat(answer)
                .contains(
                        "\"data\":{\"copied\":\"" + base64("redacted-1") + "\",\"made\":\"(redacted)\"}",
                        "\"stringData\":{\"copied\":\"redacted-1\",\"made\":\"(redacted)\"}",
                        "\"color\":\"blue\"");
    }

    @Test
    void anAnswerDoesNotShowCopiesOfAValueThatTheHookMade() {
        String answer = SecretRedaction.ofAnswer(json("""
                        {"status":{"login":"%s"},"children":[
                         {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},
                          "data":{"url":"db://bob:made-by-hook@db","json":"{\\"a\\": \\"blue\\"}"}},
                         {"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"stringData":{"p":"made-by-hook"}}]}
                        """.formatted(base64("bob:made-by-hook"))))
                .toString();

        assertThat(answer)
                .contains(
                        "\"url\":\"db://bob:(redacted)@db\"",
                        "\"json\":\"{\\\"a\\\": \\\"blue\\\"}\"",
                        "\"login\":\"" + base64("bob:(redacted)") + "\"")
                .doesNotContain("made-by-hook", base64("bob:made-by-hook"));
    }
}
