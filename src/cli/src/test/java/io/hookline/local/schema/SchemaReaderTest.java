package io.hookline.local.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
}
