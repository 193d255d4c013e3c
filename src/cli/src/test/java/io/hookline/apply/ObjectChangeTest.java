package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What differs between two states of an object, and by whom. */
class ObjectChangeTest {

    private static KubeObject object(String kind, String managed, String rest) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"a\","
                + "\"managedFields\":[" + managed + "]}," + rest + "}");
    }

    private static String by(String manager, String time, String fields) {
        return "{\"manager\":\"" + manager + "\",\"operation\":\"Update\",\"time\":\"" + time + "\",\"fieldsV1\":"
                + fields + "}";
    }

    private static Optional<String> writer(String managed, String before, String now) {
        return ObjectChange.between(object("Pod", "", before), object("Pod", managed, now), 5)
                .by();
    }

    private static final String EARLY = "2026-01-01T00:00:00Z";
    private static final String LATE = "2026-01-02T00:00:00Z";

    @Test
    void anItemOfAListIsFoundByItsKeys() {
        String managed = by("one", LATE, "{\"f:spec\":{\"f:ports\":{\"k:{\\\"port\\\":1}\":{\".\":{},\"f:name\":{}}}}}")
                + ","
                + by("two", EARLY, "{\"f:spec\":{\"f:ports\":{\"k:{\\\"port\\\":2}\":{\".\":{},\"f:name\":{}}}}}");

        assertThat(writer(
                        managed,
                        "\"spec\":{\"ports\":[{\"port\":1,\"name\":\"x\"},{\"port\":2,\"name\":\"x\"}]}",
                        "\"spec\":{\"ports\":[{\"port\":1,\"name\":\"x\"},{\"port\":2,\"name\":\"y\"}]}"))
                .contains("two");
    }

    @Test
    void anItemOfASetIsFoundByItsValue() {
        String managed = by("one", EARLY, "{\"f:spec\":{\"f:names\":{\"v:\\\"b\\\"\":{}}}}") + ","
                + by("two", LATE, "{\"f:spec\":{\"f:names\":{\"v:\\\"a\\\"\":{}}}}");

        assertThat(writer(managed, "\"spec\":{\"names\":[\"a\"]}", "\"spec\":{\"names\":[\"a\",\"b\"]}"))
                .contains("one");
    }

    @Test
    void ofTwoOwnersTheLaterOneHasWrittenIt() {
        String managed =
                by("one", EARLY, "{\"f:spec\":{\"f:x\":{}}}") + "," + by("two", LATE, "{\"f:spec\":{\"f:x\":{}}}");

        assertThat(writer(managed, "\"spec\":{\"x\":1}", "\"spec\":{\"x\":2}")).contains("two");
    }

    @Test
    void whoRemovedAFieldIsNotKnown() {
        String managed = by("one", EARLY, "{\"f:spec\":{\"f:x\":{}}}");

        assertThat(writer(managed, "\"spec\":{\"x\":1,\"y\":1}", "\"spec\":{\"x\":1}"))
                .isEmpty();
        assertThat(writer("", "\"spec\":{\"x\":1}", "\"spec\":{\"x\":2}")).isEmpty();
    }

    @Test
    void aStatusIsNamedByItsOwnWriter() {
        String managed = by("kubectl", LATE, "{\"f:spec\":{\"f:x\":{}}}") + ","
                + by("kubelet", EARLY, "{\"f:status\":{\"f:phase\":{}}}");
        ObjectChange change = ObjectChange.between(
                object("Pod", "", "\"spec\":{\"x\":1},\"status\":{\"phase\":\"Pending\"}"),
                object("Pod", managed, "\"spec\":{\"x\":1},\"status\":{\"phase\":\"Running\"}"),
                5);

        assertThat(change.fields()).containsExactly("status: phase: \"Pending\" → \"Running\"");
        assertThat(change.by()).contains("kubelet");
    }

    @Test
    void whatOnlyTheServerChangesIsNoChange() {
        String managed = by("one", LATE, "{\"f:spec\":{}}");

        ObjectChange change =
                ObjectChange.between(object("Pod", "", "\"spec\":{}"), object("Pod", managed, "\"spec\":{}"), 5);

        assertThat(change).isEqualTo(new ObjectChange(List.of(), Optional.empty()));
    }

    @Test
    void ofASecretNoValueIsShown() {
        ObjectChange change = ObjectChange.between(
                KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\",\"annotations\":"
                        + "{\"x\":\"planted\"}},\"data\":{\"k\":\"planted\"}}"),
                KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\",\"annotations\":"
                        + "{\"x\":\"planted2\"}},\"data\":{\"k\":\"planted2\"}}"),
                5);

        assertThat(change.fields())
                .containsExactlyInAnyOrder(
                        "metadata.annotations.x: (hidden) → (hidden)", "data.k: (hidden) → (hidden)");
    }
}
