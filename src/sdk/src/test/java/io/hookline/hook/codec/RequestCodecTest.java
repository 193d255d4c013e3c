package io.hookline.hook.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Table;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.DecodeException;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RequestCodecTest {

    @TestFactory
    Stream<DynamicTest> requests() {
        return Table.tests("requests.json", row -> {
            HookRequest request = request(row);
            HookBody body = RequestCodec.encode(request);

            String want = row.get("want").textValue();
            assertThat(new String(body.bytes(), StandardCharsets.UTF_8)).isEqualTo(want);
            assertThat(body.length()).isEqualTo(want.getBytes(StandardCharsets.UTF_8).length);

            HookRequest again = RequestCodec.decode(body.bytes());
            assertThat(again.type()).isEqualTo(request.type());
            assertThat(again.finalizing()).isEqualTo(request.finalizing());
            if (request.type() != HookType.CUSTOMIZE) {
                assertThat(again.controllerType()).isEqualTo(request.controllerType());
                assertThat(RequestCodec.encode(again).bytes()).isEqualTo(body.bytes());
            }
        });
    }

    @Test
    void aRequestOfADecoratorForCustomizeIsKnownByItsController() {
        HookRequest request = RequestCodec.decode(
                utf8("{\"controller\":{\"kind\":\"DecoratorController\"},\"parent\":{\"metadata\":{\"name\":\"a\"}}}"));

        assertThat(request.type()).isEqualTo(HookType.CUSTOMIZE);
        assertThat(request.controllerType()).isEqualTo(ControllerType.DECORATOR);
    }

    @Test
    void fieldsOfNewerWatchersAreIgnored() {
        HookRequest request = RequestCodec.decode(
                utf8("{\"controller\":{},\"parent\":{},\"children\":null,\"new\":[1],\"finalizing\":null}"));

        assertThat(request.type()).isEqualTo(HookType.SYNC);
        assertThat(request.children()).isEqualTo(ObjectGroups.NONE);
    }

    @Test
    void aWrongRequestNamesThePlace() {
        assertRefused("", "document: request body is empty");
        assertRefused("[]", "document: request body is not a JSON object, but a list");
        assertRefused("<html>", "document: request body is not valid JSON: unexpected '<' at byte 0");
        assertRefused("{}", "controller: expected an object, was missing");
        assertRefused("{\"controller\":{}}", "parent: expected an object, was missing");
        assertRefused("{\"controller\":{},\"attachments\":{}}", "object: expected an object, was missing");
        assertRefused("{\"controller\":[]}", "controller: expected an object, was a list");
        assertRefused("{\"children\":[]}", "children: expected an object, was a list");
        assertRefused("{\"children\":{\"Pod\":{}}}", "children.Pod: expected a key like Pod.v1 or Deployment.apps/v1");
        assertRefused("{\"children\":{\"Pod.v1\":{\"a\":1}}}", "children.Pod.v1.a: expected an object, was a number");
        assertRefused(
                "{\"related\":{\"Pod.v1\":{\"a\":{\"metadata\":{\"name\":1}}}}}",
                "related.Pod.v1.a.metadata.name: expected a string, was a number");
        assertRefused("{\"finalizing\":\"no\"}", "finalizing: expected a boolean, was a string");
        assertRefused("{\"controller\":{}", "document: request body is not valid JSON: unexpected end of JSON");
    }

    private static void assertRefused(String json, String message) {
        assertThatThrownBy(() -> RequestCodec.decode(utf8(json)))
                .isInstanceOf(DecodeException.class)
                .hasMessage(message);
    }

    private static HookRequest request(JsonNode row) {
        return new HookRequest(
                HookType.valueOf(row.get("type").textValue()),
                HookVersion.valueOf(row.get("version").textValue()),
                ControllerType.valueOf(row.get("controller").textValue()),
                KubeObject.of("{}"),
                KubeObject.of((ObjectNode) row.get("parent")),
                groups(row.get("children")),
                groups(row.get("related")),
                row.path("finalizing").asBoolean());
    }

    private static ObjectGroups groups(JsonNode json) {
        Map<GroupVersionKind, List<KubeObject>> groups = new HashMap<>();
        for (Map.Entry<String, JsonNode> group : json.properties()) {
            int dot = group.getKey().indexOf('.');
            List<KubeObject> objects = new ArrayList<>();
            group.getValue().forEach(object -> objects.add(KubeObject.of((ObjectNode) object)));
            groups.put(
                    GroupVersionKind.of(
                            group.getKey().substring(dot + 1), group.getKey().substring(0, dot)),
                    objects);
        }
        return ObjectGroups.of(groups);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
