package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How a value that does not fit its class is described. */
class BindingProblemTest {

    private record Credentials(Map<String, UUID> data, Map<String, UUID> spec) {}

    private static String problem(String json) {
        ObjectNode tree = Json.object(json.getBytes(StandardCharsets.UTF_8));
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode fields = tree.deepCopy().without(List.of("apiVersion", "kind"));
        return BindingProblem.of(
                tree,
                catchThrowableOfType(
                        JsonProcessingException.class, () -> mapper.treeToValue(fields, Credentials.class)));
    }

    @Test
    void aValueOfASecretIsNotQuoted() {
        assertThat(problem("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{\"a\":\"hunter2\"}}"))
                .isEqualTo("data.a: the value does not fit the class");
    }

    @Test
    void anotherValueIsQuoted() {
        assertThat(problem("{\"apiVersion\":\"e.com/v1\",\"kind\":\"Secret\",\"spec\":{\"a\":\"some text\"}}"))
                .startsWith("spec.a: ")
                .contains("some text");
    }
}
