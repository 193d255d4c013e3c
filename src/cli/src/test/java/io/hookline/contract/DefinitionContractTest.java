package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.contract.RawApi.Answer;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Which CustomResourceDefinitions are refused, with which code and reason, and which fields are named as causes. The
 * cases are in {@code definitions.yaml}; the schema of a field is put at several places. What a real server says is in
 * {@code definitions.txt}, and is checked with it.
 */
@Worlds(World.Kind.HTTP)
class DefinitionContractTest extends ClusterFixture {

    private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";

    private static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"odds.odd.example.com"},
            "spec":{"group":"odd.example.com","scope":"Namespaced","names":{"kind":"Odd","plural":"odds"},
            "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},"schema":{"openAPIV3Schema":
            {"type":"object","properties":{"spec":{"type":"object","properties":{"x":{"type":"string"}}},
            "status":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}]}}""";

    /** The places where the schema of a field is put: into the object of the properties of spec. */
    private static final Map<String, BiConsumer<ObjectNode, JsonNode>> PLACES = places();

    private static Map<String, BiConsumer<ObjectNode, JsonNode>> places() {
        Map<String, BiConsumer<ObjectNode, JsonNode>> places = new LinkedHashMap<>();
        places.put("field", (fields, schema) -> fields.set("x", schema));
        places.put(
                "items",
                (fields, schema) ->
                        typed(fields, "l", "array").put("maxItems", 3).set("items", schema));
        places.put("values", (fields, schema) -> typed(fields, "m", "object").set("additionalProperties", schema));
        places.put(
                "deep",
                (fields, schema) -> typed(fields, "o", "object")
                        .withObjectProperty("properties")
                        .set("x", schema));
        places.put(
                "embedded",
                (fields, schema) -> typed(fields, "e", "object")
                        .put("x-kubernetes-embedded-resource", true)
                        .withObjectProperty("properties")
                        .set("x", schema));
        places.put(
                "nested",
                (fields, schema) -> typed(fields, "n", "object")
                        .putArray("allOf")
                        .addObject()
                        .withObjectProperty("properties")
                        .set("x", schema));
        return places;
    }

    private static ObjectNode typed(ObjectNode fields, String name, String type) {
        return fields.putObject(name).put("type", type);
    }

    private static ObjectNode version(ObjectNode crd) {
        return (ObjectNode) crd.at("/spec/versions/0");
    }

    /** The definitions of a case, by the name of the variant. */
    private static Map<String, ObjectNode> variants(JsonNode wrong) {
        Map<String, ObjectNode> variants = new LinkedHashMap<>();
        if (!wrong.has("x")) {
            variants.put("", changed(wrong, (_, _) -> {}));
            return variants;
        }
        PLACES.forEach((place, put) -> variants.put(place, changed(wrong, put)));
        ObjectNode two = changed(wrong, PLACES.get("field"));
        ObjectNode second = version(two).deepCopy().put("name", "v2").put("storage", false);
        version(two).withObjectProperty("schema").putObject("openAPIV3Schema").put("type", "object");
        ((com.fasterxml.jackson.databind.node.ArrayNode) two.at("/spec/versions")).add(second);
        variants.put("second", two);
        return variants;
    }

    private static ObjectNode changed(JsonNode wrong, BiConsumer<ObjectNode, JsonNode> put) {
        ObjectNode crd = Json.object(DEFINITION.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        ObjectNode schema = (ObjectNode) version(crd).at("/schema/openAPIV3Schema");
        Decisions.merge(schema.at("/properties/spec/properties"), wrong.path("spec"));
        if (wrong.has("x")) {
            put.accept((ObjectNode) schema.at("/properties/spec/properties"), wrong.get("x"));
        }
        Decisions.merge(schema, wrong.path("root"));
        Decisions.merge(version(crd), wrong.path("version"));
        Decisions.merge(crd, wrong.path("crd"));
        return crd;
    }

    @Test
    void decidesAsARealServer() throws IOException {
        Decisions decisions = new Decisions("definitions", world);
        for (Map.Entry<String, JsonNode> wrong : decisions.cases().properties()) {
            variants(wrong.getValue()).forEach((variant, crd) -> {
                Answer answer = world.server().orElseThrow().send("POST", PATH, "application/json", GoJson.text(crd));
                decisions.add((wrong.getKey() + " " + variant).strip(), Decisions.of(answer));
            });
        }

        assertThat(decisions.differences()).isEmpty();
    }
}
