package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.spec.WellKnown;
import io.hookline.testing.Tries;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChildUpdateTest {

    @Test
    void fieldsThatTheServerOwnsKeepTheirObservedValues() {
        ObjectNode observed = json("""
                {"metadata":{"name":"a","uid":"u","resourceVersion":"5","generation":2,"creationTimestamp":"t",
                  "managedFields":[{"manager":"x"}],"labels":{"theirs":"1"}},"status":{"ready":true}}
                """);
        ObjectNode desired = json("""
                {"metadata":{"name":"a","uid":"other","resourceVersion":"1","generation":9,"creationTimestamp":null,
                  "selfLink":"/x","deletionTimestamp":"now","deletionGracePeriodSeconds":0,"managedFields":[],
                  "labels":{"ours":"2"}},"status":{"ready":false}}
                """);
        ObjectNode merged =
                LastApplied.without(ChildUpdate.of(observed, desired).merged());
        assertThat(GoJson.text(merged)).isEqualTo(GoJson.text(json("""
                                        {"metadata":{"name":"a","uid":"u","resourceVersion":"5","generation":2,"creationTimestamp":"t",
                                          "managedFields":[{"manager":"x"}],"labels":{"theirs":"1","ours":"2"},
                                          "annotations":{}},"status":{"ready":true}}
                                        """)));
    }

    @Test
    void whatTheServerSetsIsNotRecorded() {
        String owners =
                "\"ownerReferences\":[{\"uid\":\"p\",\"name\":\"p\",\"controller\":true},{\"uid\":\"o\",\"name\":\"o\"}]";
        ObjectNode observed = json("{\"metadata\":{\"name\":\"a\",\"uid\":\"u\",\"resourceVersion\":\"5\"," + owners
                + "},\"data\":{\"a\":\"1\"},\"status\":{\"ready\":true}}");

        ChildUpdate first = ChildUpdate.of(observed, observed);

        assertThat(record(first))
                .isEqualTo(
                        "{\"data\":{\"a\":\"1\"},\"metadata\":{\"name\":\"a\",\"ownerReferences\":[{\"name\":\"o\",\"uid\":\"o\"}]}}");
        ObjectNode written = first.merged().deepCopy();
        written.withObject("/metadata").put("resourceVersion", "6");
        assertThat(ChildUpdate.of(written, written).differs()).isFalse();
    }

    @Test
    void aRecordOfWhatTheServerSetsNeedsNoWriteAndTheControllerStaysTheOwner() {
        String metadata = "\"name\":\"a\",\"ownerReferences\":[{\"uid\":\"p\",\"name\":\"p\",\"controller\":true}]";
        ObjectNode former = json(
                "{\"metadata\":{" + metadata + ",\"resourceVersion\":\"4\"},\"data\":{\"a\":\"1\"},\"status\":{}}");
        ObjectNode observed =
                LastApplied.with(json("{\"metadata\":{" + metadata + "},\"data\":{\"a\":\"1\"}}"), GoJson.text(former));
        ObjectNode desired = json("{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"1\"}}");

        ChildUpdate update = ChildUpdate.of(observed, desired);

        assertThat(update.differs()).isFalse();
        assertThat(update.merged().at("/metadata/ownerReferences")).hasSize(1);
    }

    @Test
    void aStatusThatIsNotThereIsNotAdded() {
        ObjectNode merged = ChildUpdate.of(json("{\"metadata\":{}}"), json("{\"metadata\":{},\"status\":{\"a\":1}}"))
                .merged();
        assertThat(merged.has("status")).isFalse();
    }

    @Test
    void theMergedChildRemembersExactlyWhatGoWouldWrite() {
        ObjectNode desired =
                json("{\"spec\":{\"b\":1.0,\"a\":\"<&>\"},\"metadata\":{\"name\":\"x\"},\"kind\":\"K\",\"big\":1e21}");
        assertThat(record(ChildUpdate.of(json("{\"metadata\":{\"name\":\"x\"}}"), desired)))
                .isEqualTo("{\"big\":1e+21,\"kind\":\"K\",\"metadata\":{\"name\":\"x\"},"
                        + "\"spec\":{\"a\":\"\\u003c\\u0026\\u003e\",\"b\":1}}");
    }

    @Test
    void anAnnotationThatTheHookSendsIsNotTaken() {
        ObjectNode desired = LastApplied.with(json("{\"metadata\":{\"annotations\":{\"a\":\"1\"}}}"), "{\"evil\":1}");
        assertThat(record(ChildUpdate.of(json("{\"metadata\":{}}"), desired)))
                .isEqualTo("{\"metadata\":{\"annotations\":{\"a\":\"1\"}}}");
    }

    @Test
    void annotationsThatAreNotThereStayOutOfTheRecord() {
        assertThat(record(ChildUpdate.of(json("{\"metadata\":{}}"), json("{\"metadata\":{\"name\":\"a\"}}"))))
                .isEqualTo("{\"metadata\":{\"name\":\"a\"}}");
    }

    @Test
    void anUpdateOnceWrittenNeedsNoOther() {
        ObjectNode observed = applied("{\"metadata\":{\"name\":\"a\"},\"spec\":{\"x\":1,\"y\":2},\"theirs\":1}", "{}");
        ObjectNode desired = json("{\"metadata\":{\"name\":\"a\"},\"spec\":{\"x\":2.0,\"z\":null}}");
        ChildUpdate first = ChildUpdate.of(observed, desired);
        assertThat(first.differs()).isTrue();
        assertThat(ChildUpdate.of(first.merged(), desired).differs()).isFalse();
    }

    @ParameterizedTest(name = "{0} with record {1}, desired {2}: differs {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"a\":1}|{\"a\":1}|{\"a\":1}|false",
                "{\"a\":1}|{\"a\":1.0}|{\"a\":1}|false",
                "{\"a\":1}|{\"a\":1}|{\"a\":1.0}|false",
                "{\"a\":1}|{ \"a\" : 1 }|{\"a\":1}|false",
                "{\"a\":1}|{\"a\":1}|{\"a\":1,\"b\":null}|false",
                "{\"a\":1}|{\"a\":1,\"b\":null}|{\"a\":1}|false",
                "{\"a\":1,\"b\":{}}|{\"a\":1}|{\"a\":1}|false",
                "{\"a\":1}|{\"a\":1}|{\"a\":2}|true",
                "{\"a\":2}|{\"a\":1}|{\"a\":1}|true",
                "{\"a\":1,\"b\":2}|{\"a\":1,\"b\":2}|{\"a\":1}|true",
                "{\"a\":1}|{\"a\":1}|{\"a\":\"1\"}|true",
                "{\"a\":1}|{\"a\":1}|{\"a\":null}|true",
                "{\"a\":1,\"b\":2}|{\"a\":1}|{\"a\":1,\"b\":2}|true",
                "{\"a\":1}|{\"a\":1,\"b\":2}|{\"a\":1}|true",
                "{\"a\":[1]}|{\"a\":[]}|{\"a\":[]}|true",
            })
    void differsByMeaningNotByNotation(String observed, String record, String desired, boolean differs) {
        assertThat(ChildUpdate.of(applied(observed, record), json(desired)).differs())
                .isEqualTo(differs);
    }

    @Test
    void aChildWithoutTheLastAppliedAnnotationDiffers() {
        assertThat(ChildUpdate.of(json("{\"a\":1}"), json("{\"a\":1}")).differs())
                .isTrue();
        assertThat(ChildUpdate.of(applied("{\"a\":1}", "null"), json("{\"a\":1}"))
                        .differs())
                .isTrue();
        assertThat(ChildUpdate.of(applied("{\"a\":1}", ""), json("{\"a\":1}")).differs())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "\"x\"", "1"})
    void anInvalidLastAppliedAnnotationIsAnError(String record) {
        assertThatThrownBy(() -> ChildUpdate.of(applied("{}", record), json("{}")))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("metadata.annotations.\"metacontroller.k8s.io/last-applied-configuration\": ");
    }

    @Test
    void anUpdateNeedsNoSecondUpdate() {
        Tries.of(500, 21).forAllSeeds(seed -> {
            RandomTrees random = new RandomTrees(seed);
            ObjectNode observed = random.object();
            observed.set("metadata", json("{\"name\":\"a\",\"resourceVersion\":\"1\"}"));
            ObjectNode desired = random.object();
            desired.set("metadata", json("{\"name\":\"a\"}"));
            String before = observed + " " + desired;
            ObjectNode written = ChildUpdate.of(observed, desired).merged();
            assertThat(observed + " " + desired).isEqualTo(before);
            assertThat(ChildUpdate.of(Json.object(GoJson.bytes(written)), desired)
                            .differs())
                    .isFalse();
        });
    }

    private static String record(ChildUpdate update) {
        return update.merged()
                .path("metadata")
                .path("annotations")
                .path(WellKnown.LAST_APPLIED)
                .asText();
    }

    private static ObjectNode applied(String object, String record) {
        return LastApplied.with(json(object), record);
    }

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
