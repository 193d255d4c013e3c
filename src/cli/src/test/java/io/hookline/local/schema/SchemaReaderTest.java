package io.hookline.local.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaReaderTest {

    @Test
    void propertiesKeepTheOrderInWhichTheirDefaultsAreAdded() {
        List<String> names =
                IntStream.range(0, 20).mapToObj(i -> "p" + i * 7 % 20).toList();
        ObjectNode json = Json.NODES.objectNode().put("type", "object");
        ObjectNode properties = json.putObject("properties");
        names.forEach(name -> properties.putObject(name).put("type", "string").put("default", "x"));

        assertThat(SchemaReader.read(json).properties().keySet()).containsExactlyElementsOf(names);
    }

    @Test
    void anElementThatKeepsItsKeysAndValuesIsNotCheckedAgain() {
        Schema schema = SchemaReader.read(json("""
                {"type":"object","properties":{
                  "keyed":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":
                    {"type":"object","properties":{"k":{"type":"string"},"v":{"type":"integer","maximum":5}}}},
                  "plain":{"type":"array","items":{"type":"integer","maximum":5}}}}"""));
        ObjectNode before = json("{\"keyed\":[{\"k\":\"a\",\"v\":9},{\"k\":\"b\",\"v\":1}],\"plain\":[9,1]}");

        assertThat(SchemaRules.onUpdate(
                        json("{\"keyed\":[{\"k\":\"b\",\"v\":2},{\"k\":\"a\",\"v\":9}],\"plain\":[9,1]}"),
                        before,
                        schema))
                .isEmpty();
        assertThat(SchemaRules.onUpdate(
                        json("{\"keyed\":[{\"k\":\"a\",\"v\":8},{\"k\":\"c\",\"v\":9}],\"plain\":[9,2]}"),
                        before,
                        schema))
                .extracting(FieldError::path)
                .containsExactly("keyed[0].v", "keyed[1].v", "plain[0]");
    }

    /** Both have no fields and no elements. */
    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "0", "null", "[]"})
    void anEmptyObjectInPlaceOfAnotherValueIsChecked(String before) {
        Schema schema =
                SchemaReader.read(json("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}"));

        assertThat(SchemaRules.onUpdate(json("{\"text\":{}}"), json("{\"text\":" + before + "}"), schema))
                .extracting(FieldError::path)
                .containsExactly("text");
    }

    @Test
    void aKeyedListInAnotherOrderIsNotCheckedAgain() {
        Schema schema = SchemaReader.read(json("""
                {"type":"object","properties":{"outer":{"type":"object","properties":{
                  "keyed":{"type":"array","maxItems":1,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":
                    {"type":"object","properties":{"k":{"type":"string"},"v":{"type":"integer","maximum":5}}}},
                  "plain":{"type":"array","maxItems":1,"items":{"type":"string"}}}}}}"""));
        ObjectNode before =
                json("{\"outer\":{\"keyed\":[{\"k\":\"a\",\"v\":9},{\"k\":\"b\"}],\"plain\":[\"a\",\"b\"]}}");

        assertThat(SchemaRules.onUpdate(
                        json("{\"outer\":{\"plain\":[\"a\",\"b\"],\"keyed\":[{\"k\":\"b\"},{\"k\":\"a\",\"v\":9}]}}"),
                        before,
                        schema))
                .isEmpty();
        assertThat(SchemaRules.onUpdate(
                        json(
                                "{\"outer\":{\"keyed\":[{\"k\":\"b\",\"v\":8},{\"k\":\"a\",\"v\":9}],\"plain\":[\"b\",\"a\"]}}"),
                        before,
                        schema))
                .extracting(FieldError::path)
                .containsExactly("outer.keyed[0].v", "outer.keyed", "outer.plain");
    }

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
