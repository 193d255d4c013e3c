package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** Makes dynamic tests of a JSON list of cases, each with a name. */
public final class Table {
    private Table() {}

    public static Stream<DynamicTest> tests(String resource, ThrowingConsumer<JsonNode> test) {
        try (InputStream in = Table.class.getResourceAsStream("/fixtures/hook/" + resource)) {
            JsonNode cases = Json.parse(in.readAllBytes());
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(row -> DynamicTest.dynamicTest(row.get("name").textValue(), () -> test.accept(row)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
