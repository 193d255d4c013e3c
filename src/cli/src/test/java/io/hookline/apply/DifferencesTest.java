package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.SecretValues;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DifferencesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"spec\":{\"replicas\":2}}|{\"spec\":{\"replicas\":3}}|spec.replicas: 2 → 3",
                "{}|{\"a\":\"x\"}|a: absent → \"x\"",
                "{\"a\":{\"b\":1}}|{}|a: {\"b\":1} → absent",
                "{\"l\":[1,{\"x\":1}]}|{\"l\":[1,{\"x\":2},3]}|l[1].x: 1 → 2; l[2]: absent → 3",
                "{\"a\":1,\"b\":null}|{\"a\":1.0}|only the last-applied annotation differs",
                "{\"a\":1}|{\"a\":{\"b\":null}}|a: 1 → {\"b\":null}",
            })
    void differencesNamePlacesAndValues(String before, String after, String words) {
        assertThat(Differences.between(json(before), json(after), 3)).hasToString(words);
    }

    @Test
    void onlyTheFirstDifferencesAreShown() {
        Differences few = Differences.between(json("{\"a\":1,\"b\":1,\"c\":1}"), json("{\"a\":2,\"b\":2,\"c\":2}"), 2);
        assertThat(few).hasToString("a: 1 → 2; b: 1 → 2; ...");
        assertThat(few.more()).isTrue();
    }

    @Test
    void whatTheServerDidNotStoreIsNoDifference() {
        ObjectNode before = json("{\"spec\":{\"replicas\":2}}");
        Differences planned = Differences.between(before, json("{\"spec\":{\"replicas\":3,\"replicaz\":3}}"), 9);

        assertThat(planned.made(Differences.between(before, json("{\"spec\":{\"replicas\":3}}"), 9)))
                .hasToString("spec.replicas: 2 → 3");
        assertThat(planned.made(Differences.between(before, before, 9)))
                .hasToString("only the last-applied annotation differs");
        // A value that is stored in another form, and a default that came with it.
        assertThat(planned.made(Differences.between(before, json("{\"spec\":{\"replicas\":4,\"mode\":\"a\"}}"), 9)))
                .hasToString("spec.replicas: 2 → 4; spec.mode: absent → \"a\"");
        assertThat(planned.made(planned)).isEqualTo(planned);
    }

    @Test
    void longValuesAreCut() {
        String words = Differences.between(json("{}"), json("{\"a\":\"" + "x".repeat(500) + "\"}"), 2)
                .toString();
        assertThat(words).startsWith("a: absent → \"xxx").endsWith("...").hasSizeLessThan(100);
    }

    @Test
    void theFirstDifferenceOfTwoLongValuesIsShown() {
        String same = "x".repeat(100);
        assertThat(Differences.between(
                        json("{\"a\":\"" + same + "old" + same + "\"}"),
                        json("{\"a\":\"" + same + "new" + same + "\"}"),
                        2))
                .hasToString("a: ..." + "x".repeat(20) + "old" + "x".repeat(37) + "... → ..." + "x".repeat(20) + "new"
                        + "x".repeat(37) + "...");
    }

    @Test
    void theReasonToRecreateAnObjectIsNoDefaultThatTheNewOneGetsAgain() {
        Differences some = Differences.between(json("{\"default\":1,\"port\":80}"), json("{\"port\":81}"), 9);
        Differences onlyRemoved = Differences.between(json("{\"default\":1}"), json("{}"), 9);

        assertThat(some.toRecreate(3)).hasToString("port: 80 → 81; ...");
        assertThat(onlyRemoved.toRecreate(3)).hasToString("default: 1 → absent");
    }

    @Test
    void valuesOfSecretsAreNotShown() {
        String secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"type\":\"T\",\"data\":{\"password\":\"%s\"}}";
        assertThat(Differences.between(json(secret.formatted("old")), json(secret.formatted("new")), 2))
                .hasToString("data.password: (hidden) → (hidden)");
        assertThat(Differences.between(json(secret.formatted("old")), json("{}"), 9)
                        .toString())
                .doesNotContain("old");
    }

    @Test
    void aRecordOfTheValuesOfASecretIsNotShown() {
        String secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{%s},\"type\":\"%s\"}";
        String record = "\"annotations\":{\"%s/last-applied-configuration\":\"{\\\"data\\\":{\\\"a\\\":\\\"%s\\\"}}\"}";
        for (String owner : List.of("kubectl.kubernetes.io", "metacontroller.k8s.io")) {
            ObjectNode before = json(secret.formatted(record.formatted(owner, "old"), "A"));
            ObjectNode after = json(secret.formatted(record.formatted(owner, "new"), "B"));

            assertThat(Differences.between(before, after, 9))
                    .hasToString("metadata.annotations." + owner
                            + "/last-applied-configuration: (hidden) → (hidden); type: \"A\" → \"B\"");
            assertThat(Differences.between(before, json(secret.formatted("", "A")), 9))
                    .as("as a part of a larger value")
                    .hasToString("metadata.annotations: (hidden) → absent");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\\\"apiVersion\\\":\\\"v1\\\",\\\"data\\\":{\\\"password\\\":\\\"hunter2\\\"}}",
                "{\\\"stringData\\\" : {\\\"password\\\":\\\"hunter2\\\"}}",
                "[\\\"{\\\\\\\"data\\\\\\\":{\\\\\\\"password\\\\\\\":\\\\\\\"hunter2\\\\\\\"}}\\\"]",
                "kind: Secret\\ndata:\\n  password: hunter2\\n"
            })
    void noAnnotationOfASecretIsShown(String copy) {
        String secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"annotations\":{%s}}}";
        String with = secret.formatted("\"example.com/backup\":\"" + copy + "\",\"note\":\"mydata: 2\"");
        ObjectNode before = json(secret.formatted("\"note\":\"mydata: 1\""));
        assertThat(Differences.between(before, json(with), 3))
                .hasToString("metadata.annotations.note: (hidden) → (hidden);"
                        + " metadata.annotations.example.com/backup: absent → (hidden)");
        assertThat(Differences.between(json(with), before, 3).toString()).doesNotContain("hunter2");
        ObjectNode none = json("{\"apiVersion\":\"v1\",\"kind\":\"Secret\"}");
        assertThat(Differences.between(none, json(with), 3))
                .asString()
                .startsWith("metadata: absent → {\"annotations\":{\"example.com/backup\":\"(hidden)\",\"note\":\"(hid");
        assertThat(SecretValues.replaced(json(with), _ -> SecretValues.HIDDEN).toString())
                .contains("mydata: 2")
                .doesNotContain("hunter2");
        assertThat(SecretValues.hidden(json(with)).toString()).contains("note").doesNotContain("hunter2", "mydata");
    }

    @Test
    void anAnnotationOfASecretThatIsAPartOfAnotherObjectIsNotShown() {
        String parent = "{\"kind\":\"Thing\",\"metadata\":{\"annotations\":{\"own\":\"%1$s\"}},\"spec\":{\"template\":"
                + "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"a\":\"planted-%1$s\"}}}}}";
        assertThat(Differences.between(json(parent.formatted("1")), json(parent.formatted("2")), 9))
                .hasToString(
                        "metadata.annotations.own: \"1\" → \"2\"; spec.template.metadata.annotations.a: (hidden) → (hidden)");
        assertThat(Differences.between(json("{\"spec\":{}}"), json(parent.formatted("2")), 9)
                        .toString())
                .contains("spec.template: absent → ")
                .doesNotContain("planted");
    }

    @Test
    void theRecordOfAnObjectThatContainsASecretIsHiddenAndThatOfOthersIsNot() {
        String parent =
                "{\"kind\":\"Thing\",\"metadata\":{\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":"
                        + "\"{\\\"spec\\\":{\\\"template\\\":{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"%s\\\","
                        + "\\\"data\\\":{\\\"a\\\":\\\"planted\\\"}}}}\"}}}";
        assertThat(SecretValues.replaced(json(parent.formatted("Secret")), _ -> SecretValues.HIDDEN)
                        .toString())
                .contains("last-applied-configuration\":\"(hidden)\"");
        assertThat(SecretValues.replaced(json(parent.formatted("ConfigMap")), _ -> SecretValues.HIDDEN)
                        .toString())
                .contains("planted");
    }

    @Test
    void valuesOfASecretThatIsAPartOfAnotherObjectAreNotShown() {
        String manifest =
                "{\"kind\":\"Object\",\"spec\":{\"manifests\":[{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"%s\":{\"a\":\"%s\"}}]}}";
        for (String field : List.of("data", "stringData")) {
            assertThat(Differences.between(
                            json(manifest.formatted(field, "old")), json(manifest.formatted(field, "new")), 9))
                    .hasToString("spec.manifests[0]." + field + ".a: (hidden) → (hidden)");
            assertThat(Differences.between(json("{\"spec\":{}}"), json(manifest.formatted(field, "new")), 9)
                            .toString())
                    .contains("spec.manifests: absent → [{")
                    .doesNotContain("new");
        }
    }

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
