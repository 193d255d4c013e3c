package io.hookline.cli.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which fields of a record are in its CRD. */
class CrdFieldsTest {

    @TempDir
    private Path folder;

    private CrdRun run;

    @BeforeEach
    void start() {
        run = new CrdRun(folder);
    }

    private JsonNode spec() {
        return run.printed().at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
    }

    @Test
    void theSchemaHasTheFieldsThatTheHookReads() throws IOException {
        Path source = run.write("Pond.java", """
                import com.fasterxml.jackson.annotation.*;
                record Pond(Spec spec) {
                    record Spec(@JsonProperty("max-depth") Integer depth, @JsonIgnore String secret, Shore shore, Boat boat) {}
                    @JsonIgnoreProperties("cache")
                    record Shore(String side, int cache) {}
                    static final class Boat {
                        @JsonCreator Boat(@JsonProperty("oars") int count) {}
                        public void setSail(String sail) {}
                    }
                }
                """);

        assertThat(run.run(source, "--group=e.com")).as(run.error()).isZero();
        JsonNode fields = spec().path("properties");
        assertThat(fields.fieldNames()).toIterable().containsExactly("max-depth", "shore", "boat");
        assertThat(fields.path("shore"))
                .isEqualTo(KubeObject.of("{\"type\":\"object\",\"properties\":{\"side\":{\"type\":\"string\"}}}")
                        .tree());
        assertThat(fields.at("/boat/properties").fieldNames()).toIterable().containsExactlyInAnyOrder("oars", "sail");
    }

    @Test
    void aRecordWithoutComponentsHasNoFields() throws IOException {
        Path source = run.write("Pond.java", "record Pond(Spec spec) { record Spec() {} }");

        assertThat(run.run(source, "--group=e.com")).as(run.error()).isZero();
        assertThat(spec().path("type").asText()).isEqualTo("object");
        assertThat(spec().fieldNames()).toIterable().containsExactly("description", "type");
    }
}
