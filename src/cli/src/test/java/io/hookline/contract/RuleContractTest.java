package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.WriteOptions;
import io.hookline.contract.RawApi.Answer;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Which objects break the rules in CEL of their kind. Each rule of {@code rules.yaml} is one of a field; what a real
 * server says about its values, and about changes of them, is in {@code rules.txt}.
 */
@Worlds(World.Kind.HTTP)
class RuleContractTest extends ClusterFixture {

    private static final String GROUP = "rules.example.com";

    private static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"ruleds.rules.example.com"},
            "spec":{"group":"rules.example.com","scope":"Namespaced","names":{"kind":"Ruled","plural":"ruleds"},
            "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
            {"type":"object","properties":{"spec":{"type":"object","properties":{}}}}}}]}}""";

    private String path() {
        return "/apis/" + GROUP + "/v1/namespaces/" + namespace() + "/ruleds";
    }

    private void define(JsonNode cases) {
        ObjectNode crd = Json.object(DEFINITION.getBytes(StandardCharsets.UTF_8));
        ObjectNode properties =
                (ObjectNode) crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties");
        cases.properties()
                .forEach(one -> properties.set(one.getKey(), one.getValue().path("schema")));
        ApiResource definitions = cluster()
                .discover()
                .find(new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"))
                .orElseThrow();
        cluster().create(definitions, KubeObject.of(crd), WriteOptions.PLAIN);
        Awaitility.await("the kind is served")
                .atMost(Duration.ofSeconds(60))
                .until(() -> send("POST", "?dryRun=All", object("probe", "size", Json.NODES.textNode("long enough")))
                                .code()
                        == 201);
    }

    private static ObjectNode object(String name, String field, JsonNode value) {
        ObjectNode object =
                Json.NODES.objectNode().put("apiVersion", GROUP + "/v1").put("kind", "Ruled");
        object.putObject("metadata").put("name", name);
        object.putObject("spec").set(field, value);
        return object;
    }

    private Answer send(String method, String options, ObjectNode object) {
        return world.server().orElseThrow().send(method, path() + options, "application/json", GoJson.text(object));
    }

    /**
     * A value of a table, which has other words for values that are too long: {@code $text: 3} is {@code aaa},
     * {@code $list: 3} is {@code [0, 1, 2]}, and with {@code of: x} it is {@code [x, x, x]}.
     */
    private static JsonNode value(JsonNode value) {
        if (value.has("$text")) {
            return Json.NODES.textNode("a".repeat(value.path("$text").asInt()));
        }
        if (value.has("$list")) {
            ArrayNode list = Json.NODES.arrayNode();
            for (int i = 0; i < value.path("$list").asInt(); i++) {
                list.add(value.has("of") ? value(value.path("of")) : Json.NODES.numberNode(i));
            }
            return list;
        }
        if (value.isObject()) {
            ObjectNode object = Json.NODES.objectNode();
            value.properties().forEach(field -> object.set(field.getKey(), value(field.getValue())));
            return object;
        }
        return value;
    }

    /** The decision, and what the rule says. */
    private static String decision(Answer answer) {
        StringBuilder decision = new StringBuilder(Decisions.of(answer));
        answer.json().at("/details/causes").forEach(cause -> {
            String message = cause.path("message").asText();
            if (message.endsWith(": m")) {
                message = "m";
            }
            decision.append(" | ").append(message.contains(" evaluating rule: ") ? "error" : message);
        });
        return decision.toString();
    }

    private String change(String name, String field, JsonNode before, JsonNode after) {
        Answer created = send("POST", "", object(name, field, value(before)));
        assertThat(created.code()).as(name).isEqualTo(201);
        ObjectNode changed = object(name, field, value(after));
        changed.withObjectProperty("metadata")
                .set("resourceVersion", created.json().at("/metadata/resourceVersion"));
        return decision(send("PUT", "/" + name + "?dryRun=All", changed));
    }

    @Test
    void decidesAsARealServer() throws IOException {
        Decisions decisions = new Decisions("rules", world);
        for (String power : List.of("1e999999999", "1e99999999999")) { // see the limitations
            decisions.limit("quantity-exponent \"" + power + "\"", "422 Invalid spec.quantity-exponent");
        }
        define(decisions.cases());
        for (Map.Entry<String, JsonNode> one : decisions.cases().properties()) {
            String field = one.getKey();
            for (JsonNode value : one.getValue().path("values")) {
                Answer answer = send("POST", "?dryRun=All", object("a", field, value(value)));
                decisions.add(field + " " + value, decision(answer));
            }
            JsonNode changes = one.getValue().path("changes");
            for (int i = 0; i < changes.size(); i++) {
                JsonNode change = changes.get(i);
                decisions.add(
                        field + " " + change.get(0) + " to " + change.get(1),
                        change(field + "-" + i, field, change.get(0), change.get(1)));
            }
        }

        assertThat(decisions.differences()).isEmpty();
    }
}
