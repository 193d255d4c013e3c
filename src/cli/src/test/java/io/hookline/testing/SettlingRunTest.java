package io.hookline.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A hook is called with its own results until it settles. */
class SettlingRunTest {

    private static final String REQUEST = """
            {"controller":{"kind":"CompositeController","spec":{"childResources":[
               {"apiVersion":"v1","resource":"configmaps","updateStrategy":{"method":"InPlace"}},
               {"apiVersion":"v1","resource":"pods"}]}},
             "parent":{"metadata":{"name":"p","namespace":"default","generation":3},"spec":{}},
             "children":{"ConfigMap.v1":{},"Pod.v1":{}},"related":{},"finalizing":false}
            """;

    private final List<JsonNode> seen = new ArrayList<>();

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String child(String kind, String data) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"x\"},\"data\":{\"t\":\""
                + data + "\",\"fixed\":\"1\"}}";
    }

    private Optional<String> unsettled(Function<ObjectNode, String> hook) throws InterruptedException {
        return unsettled(ControllerType.COMPOSITE, REQUEST, hook);
    }

    private Optional<String> unsettled(ControllerType type, String request, Function<ObjectNode, String> hook)
            throws InterruptedException {
        ObjectNode first = json(request);
        ObjectNode unchanged = first.deepCopy();
        Optional<String> result = new SettlingRun(type, next -> {
                    seen.add(next.deepCopy());
                    return json(hook.apply(next));
                })
                .unsettled(first, json(hook.apply(first)));
        assertThat(first).isEqualTo(unchanged);
        return result;
    }

    private static String stored(ObjectNode request, String kind) {
        return request.at("/children/" + kind + ".v1/x/data/t").asText();
    }

    @Test
    void aChildThatChangesWithEachCallIsNamedWithItsField() throws Exception {
        assertThat(unsettled(
                        request -> "{\"children\":[" + child("ConfigMap", stored(request, "ConfigMap") + "+") + "]}"))
                .contains("ConfigMap x data.t: \"+++\" → \"++++\"");
        assertThat(seen).hasSize(3);
    }

    @Test
    void aChildThatGetsAnotherNameWithEachCallIsNamed() throws Exception {
        assertThat(unsettled(
                        _ -> "{\"children\":[" + child("ConfigMap", "").replace("\"x\"", "\"x" + seen.size() + "\"")
                                + "," + child("Pod", "") + "]}"))
                .contains("ConfigMap metadata.name: x2 → x3");
    }

    /** They are deleted one after the other, and each of them was there before. */
    @Test
    void oldChildrenThatGetOtherNamesInTurnSettle() throws Exception {
        assertThat(unsettled(_ -> "{\"children\":["
                        + IntStream.range(0, 9)
                                .mapToObj(i -> child("ConfigMap", "")
                                        .replace("\"x\"", "\"" + (i < seen.size() ? "new" : "old") + i + "\""))
                                .collect(Collectors.joining(","))
                        + "]}"))
                .isEmpty();
    }

    @Test
    void theHookSeesWhatAClusterWouldShow() throws Exception {
        assertThat(unsettled(_ -> "{\"status\":{\"n\":1},\"children\":[" + child("ConfigMap", "a") + ","
                        + child("Secret", "undeclared") + "]}"))
                .isEmpty();
        JsonNode request = seen.getFirst();
        assertThat(request.at("/parent/status")).isEqualTo(json("{\"n\":1,\"observedGeneration\":3}"));
        assertThat(request.at("/children/ConfigMap.v1/x/metadata/namespace").asText())
                .isEqualTo("default");
        assertThat(request.at("/children/ConfigMap.v1/x/metadata/uid").asText()).isNotEmpty();
        assertThat(request.path("children").has("Secret.v1")).isFalse();
    }

    @Test
    void aHookThatTakesSomeCallsSettles() throws Exception {
        assertThat(unsettled(request -> {
                    String now = stored(request, "ConfigMap");
                    return "{\"children\":[" + child("ConfigMap", now.length() < 2 ? now + "+" : now) + "]}";
                }))
                .isEmpty();
    }

    @Test
    void aChildThatIsNotUpdatedEndsTheLoop() throws Exception {
        assertThat(unsettled(request -> "{\"children\":[" + child("Pod", stored(request, "Pod") + "+") + "]}"))
                .isEmpty();
    }

    @Test
    void aChildThatIsCreatedAndDeletedAgainIsNamed() throws Exception {
        assertThat(unsettled(request -> request.at("/children/ConfigMap.v1").isEmpty()
                        ? "{\"children\":[" + child("ConfigMap", "") + "]}"
                        : "{\"children\":[]}"))
                .contains("ConfigMap x is created and deleted again and again");
    }

    @Test
    void aStatusThatChangesWithEachCallIsNamed() throws Exception {
        assertThat(unsettled(request -> "{\"children\":[],\"status\":{\"n\":"
                        + (request.at("/parent/status/n").asInt() + 1) + "}}"))
                .contains("status.n: 3 → 4");
    }

    @Test
    void theLabelsOfADecoratedObjectAreNamed() throws Exception {
        assertThat(unsettled(
                        ControllerType.DECORATOR,
                        REQUEST.replace("\"parent\"", "\"object\"").replace("\"children\"", "\"attachments\""),
                        request -> "{\"attachments\":[],\"labels\":{\"n\":\""
                                + request.at("/object/metadata/labels/n").asText() + "+\"}}"))
                .contains("labels.n: \"+++\" → \"++++\"");
    }

    @Test
    void aHookThatAsksToBeCalledLaterIsNotCalledAgain() throws Exception {
        assertThat(unsettled(request -> stored(request, "ConfigMap").isEmpty()
                        ? "{\"children\":[" + child("ConfigMap", "a") + "]}"
                        : "{\"retryAfterSeconds\":5}"))
                .isEmpty();
        assertThat(seen).hasSize(1);
    }

    @Test
    void valuesOfASecretAreNotShown() throws Exception {
        String secrets = REQUEST.replace("\"Pod.v1\"", "\"Secret.v1\"");
        assertThat(unsettled(
                                ControllerType.COMPOSITE,
                                secrets,
                                request -> "{\"children\":[" + child("Secret", stored(request, "Secret") + "+") + "]}")
                        .orElseThrow())
                .startsWith("Secret x data")
                .doesNotContain("+");
    }
}
