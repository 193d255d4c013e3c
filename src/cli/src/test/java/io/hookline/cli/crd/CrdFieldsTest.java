package io.hookline.cli.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
    void theSchemaHasTheJsonTypesThatJacksonReadsAndWrites() throws IOException {
        Path source = run.write("Pond.java", """
                import com.fasterxml.jackson.annotation.*;
                import java.math.*;
                import java.net.*;
                import java.time.*;
                import java.util.*;
                import java.util.concurrent.atomic.*;
                record Pond(Spec spec) {
                    record Name(@JsonValue String value) { @JsonCreator(mode = JsonCreator.Mode.DELEGATING) Name {} }
                    record Depth(@JsonValue int value) { @JsonCreator(mode = JsonCreator.Mode.DELEGATING) Depth {} }
                    record Spec(LocalDateTime ldt, LocalTime lt, OffsetTime ot, YearMonth ym, MonthDay md, Year year, ZoneId zone,
                            ZoneOffset offset, Locale locale, Currency currency, TimeZone tz, InetAddress inet,
                            java.nio.file.Path path, java.nio.charset.Charset charset, java.util.regex.Pattern pattern,
                            StringBuilder sb, Calendar cal, Name name, AtomicInteger ai, AtomicLong al, AtomicBoolean ab, Depth depth,
                            List<Name> names, Map<String, Locale> locales) {}
                }
                """);

        assertThat(run.run(source, "--group=e.com")).as(run.error()).isZero();
        JsonNode fields = spec().path("properties");
        for (String text : List.of(
                "ldt",
                "lt",
                "ot",
                "ym",
                "md",
                "year",
                "zone",
                "offset",
                "locale",
                "currency",
                "tz",
                "inet",
                "path",
                "charset",
                "pattern",
                "sb",
                "cal",
                "name")) {
            assertThat(fields.path(text).path("type").asText()).as(text).isEqualTo("string");
            assertThat(fields.path(text).has("properties")).as(text).isFalse();
        }
        assertThat(fields.path("ai").path("type").asText()).isEqualTo("integer");
        assertThat(fields.path("al").path("type").asText()).isEqualTo("integer");
        assertThat(fields.path("ab").path("type").asText()).isEqualTo("boolean");
        assertThat(fields.path("depth").path("type").asText()).isEqualTo("integer");
        assertThat(fields.at("/names/items/type").asText()).isEqualTo("string");
        assertThat(fields.at("/locales/additionalProperties/type").asText()).isEqualTo("string");
    }

    @Test
    void aClassOfTheJdkWithoutAKnownJsonIsRefusedWithItsComponent() throws IOException {
        Path source = run.write("Pond.java", "record Pond(Spec spec) { record Spec(java.util.Random dice) {} }");

        assertThat(run.run(source, "--group=e.com")).isNotZero();
        assertThat(run.error()).contains("spec.dice: the JSON of a java.util.Random is not known");
    }

    @Test
    void aRecordWithoutComponentsHasNoFields() throws IOException {
        Path source = run.write("Pond.java", "record Pond(Spec spec) { record Spec() {} }");

        assertThat(run.run(source, "--group=e.com")).as(run.error()).isZero();
        assertThat(spec().path("type").asText()).isEqualTo("object");
        assertThat(spec().fieldNames()).toIterable().containsExactly("description", "type");
    }
}
