package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeObjectTest {

    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{
              "name":"web-0","namespace":"shop","uid":"u1","resourceVersion":"17","generation":3,
              "deletionTimestamp":"2026-01-01T00:00:00Z",
              "labels":{"app":"web","tier":null},
              "annotations":{"a\\/b":"c\\n","number":1,"empty":""},
              "finalizers":["x/one","x/two"],
              "ownerReferences":[
                {"apiVersion":"v1","kind":"ConfigMap","name":"other","uid":"u0"},
                {"apiVersion":"apps/v1","kind":"StatefulSet","name":"web","uid":"u2","controller":true,"blockOwnerDeletion":true}]},
             "spec":{"name":"not-me","metadata":{"name":"nor-me"}},"status":{"phase":"Running"},"nothing":null}
            """;

    @Test
    void readsTheHeader() {
        KubeObject pod = KubeObject.of(POD);
        assertThat(pod.gvk()).isEqualTo(new GroupVersionKind("", "v1", "Pod"));
        assertThat(pod.key()).isEqualTo(new ObjectKey("shop", "web-0"));
        assertThat(pod.uid()).isEqualTo("u1");
        assertThat(pod.resourceVersion()).isEqualTo("17");
        assertThat(pod.generation()).isEqualTo(3);
        assertThat(pod.isBeingDeleted()).isTrue();
        assertThat(pod.labels()).containsEntry("app", "web").containsEntry("tier", "");
        assertThat(pod.finalizers()).containsExactly("x/one", "x/two");
        assertThat(pod.hasFinalizer("x/two")).isTrue();
        assertThat(pod.controllerOwner())
                .contains(new OwnerReference("apps/v1", "StatefulSet", "web", "u2", true, true));
        assertThat(pod.controllerUid()).isEqualTo("u2");
    }

    @Test
    void absentFieldsAreEmpty() {
        KubeObject object = KubeObject.of("{\"metadata\":null,\"kind\":null}");
        assertThat(object.kind()).isEmpty();
        assertThat(object.name()).isEmpty();
        assertThat(object.isBeingDeleted()).isFalse();
        assertThat(object.deletionTimestamp()).isNull();
        assertThat(object.labels()).isEmpty();
        assertThat(object.annotations()).isEmpty();
        assertThat(object.annotation("a")).isNull();
        assertThat(object.controllerOwner()).isEmpty();
        assertThat(object.controllerUid()).isEmpty();
    }

    @Test
    void findsAnnotations() {
        KubeObject pod = KubeObject.of(POD);
        assertThat(pod.annotations())
                .containsEntry("a/b", "c\n")
                .containsEntry("empty", "")
                .hasSize(2);
        assertThat(pod.annotation("a/b")).isEqualTo("c\n");
        assertThat(pod.annotation("number")).isNull();
        assertThat(pod.annotation("missing")).isNull();
    }

    @Test
    void findsTopLevelFields() {
        KubeObject pod = KubeObject.of(POD);
        assertThat(pod.field("status")).isEqualTo("{\"phase\":\"Running\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(pod.field("nothing")).isNull();
        assertThat(pod.field("missing")).isNull();
    }

    @Test
    void callersCannotChangeItsBytes() {
        KubeObject pod = KubeObject.of(POD);
        pod.bytes()[0] = 'x';
        pod.tree().removeAll();
        assertThat(pod.json()).isEqualTo(POD);
        assertThat(pod.sameBytes(KubeObject.of(POD))).isTrue();
        assertThat(pod.size()).isEqualTo(POD.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void copiesARangeOut() {
        byte[] page = "[{\"kind\":\"A\"},{\"kind\":\"B\"}]".getBytes(StandardCharsets.UTF_8);
        KubeObject second = KubeObject.copyOf(page, 14, 12);
        page[16] = '!';
        assertThat(second.kind()).isEqualTo("B");
        assertThat(second.json()).isEqualTo("{\"kind\":\"B\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|document: expected an object, was a list",
                "{\"metadata\":[]}|metadata: expected an object, was a list",
                "{\"metadata\":{\"name\":1}}|metadata.name: expected a string, was a number",
                "{\"metadata\":{\"generation\":\"1\"}}|metadata.generation: expected an integer, was a string",
                "{\"metadata\":{\"generation\":1.5}}|metadata.generation: expected an integer, was a number",
                "{\"metadata\":{\"labels\":{\"a\":true}}}|metadata.labels.a: expected a string, was a boolean",
                "{\"metadata\":{\"finalizers\":[1]}}|metadata.finalizers[0]: expected a string, was a number",
                "{\"metadata\":{\"ownerReferences\":{}}}|metadata.ownerReferences: expected a list, was an object",
                "{\"metadata\":{\"ownerReferences\":[1]}}|metadata.ownerReferences[0]: expected an object, was a number",
                "{\"kind\":{}}|kind: expected a string, was an object",
            })
    void aWrongTypeIsNamedWithItsPlace(String json, String problem) {
        assertThatThrownBy(() -> KubeObject.of(json))
                .isInstanceOf(DecodeException.class)
                .hasMessage(problem);
    }

    @Test
    void textAfterTheObjectIsRejected() {
        assertThatThrownBy(() -> KubeObject.of("{} {}")).isInstanceOf(DecodeException.class);
    }

    @Test
    void labelsAndAnnotationsKeepTheirOrder() {
        List<String> keys =
                IntStream.range(0, 20).mapToObj(i -> "k" + i * 7 % 20).toList();
        String texts = keys.stream().map(key -> "\"" + key + "\":\"v\"").collect(Collectors.joining(",", "{", "}"));
        KubeObject object =
                KubeObject.of("{\"metadata\":{\"name\":\"a\",\"labels\":" + texts + ",\"annotations\":" + texts + "}}");

        assertThat(object.labels().keySet()).containsExactlyElementsOf(keys);
        assertThat(object.sharing(new Interner()).labels().keySet()).containsExactlyElementsOf(keys);
        assertThat(object.annotations().keySet()).containsExactlyElementsOf(keys);
    }

    @Test
    void labelsAreAnOrdinaryMapThatDoesNotChange() {
        Map<String, String> labels = KubeObject.of("{\"metadata\":{\"labels\":{\"b\":\"1\",\"a\":\"2\",\"b\":\"3\"}}}")
                .labels();

        assertThat(labels).isEqualTo(Map.of("a", "2", "b", "3")).hasSameHashCodeAs(Map.of("a", "2", "b", "3"));
        assertThat(labels.get("a")).isEqualTo("2");
        assertThat(labels.get("c")).isNull();
        assertThat(labels.containsKey("b")).isTrue();
        assertThat(labels.containsKey("c")).isFalse();
        assertThatThrownBy(() -> labels.put("a", "4")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> labels.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> labels.entrySet().iterator().next().setValue("4"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
