package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UnknownFieldsTest {

    private static final JsonNode SCHEMA = json("""
            {"type":"object","properties":{
              "spec":{"type":"object","properties":{
                "size":{"type":"integer"},
                "labels":{"type":"object","additionalProperties":{"type":"string"}},
                "list":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}},
                "free":{"type":"object","x-kubernetes-preserve-unknown-fields":true,
                        "properties":{"known":{"type":"object","properties":{"x":{"type":"string"}}}}},
                "template":{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"data":{"type":"object"}}}
              }}}}
            """);

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static java.util.List<String> unknown(String object) {
        return UnknownFields.of(json(object), SCHEMA).stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void fieldsThatWouldBePrunedAreNamedByTheirPath() {
        assertThat(unknown("""
                        {"apiVersion":"v","kind":"K","metadata":{"name":"x","nmae":"y"},"extra":1,
                         "spec":{"size":1,"sise":2,"list":[{"a":"1"},{"b":"2"}],"free":{"any":1,"known":{"y":1}}}}
                        """))
                .containsExactly("metadata.nmae", "extra", "spec.sise", "spec.list[1].b", "spec.free.known.y");
    }

    @Test
    void mapsFreePartsAndEmbeddedObjectsMayHoldAnything() {
        assertThat(unknown("""
                        {"spec":{"labels":{"any":"thing"},"free":{"any":{"deep":1}},
                                 "template":{"apiVersion":"v1","kind":"X","metadata":{"name":"t"}}}}
                        """)).isEmpty();
    }
}
