package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.server.worker.PythonHelpers;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The helpers for Python hooks have the results of those for Java hooks. */
class PythonHelpersTest {

    private static final JsonBinding BINDING = new JsonBinding(PythonHelpersTest.class.getClassLoader());

    private static final String NOW = "2026-01-02T03:04:05Z";

    @TempDir
    private Path folder;

    /** Evaluates an expression for each element of a list, called {@code x}. */
    private List<JsonNode> python(String expression, ArrayNode inputs) throws Exception {
        Files.writeString(folder.resolve("hookline.py"), PythonHelpers.source());
        String program = "import hookline, json, sys\n" + "print(json.dumps([" + expression
                + " for x in json.load(sys.stdin)]))\n";
        ProcessBuilder builder = new ProcessBuilder("python3", "-B", "-c", program).directory(folder.toFile());
        builder.environment().put("HOOKLINE_NOW", NOW);
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        Process process = builder.redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(GoJson.bytes(inputs));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return Json.parse(printed.getBytes(StandardCharsets.UTF_8))
                .valueStream()
                .toList();
    }

    private static ArrayNode list(String json) {
        return (ArrayNode) Json.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTextHasTheSameHash() throws Exception {
        ArrayNode texts = Json.NODES.arrayNode();
        List.of("", "abc", "grün \ud83d\ude00", "a\u0000b\n", "<&>\u2028", "0", "x".repeat(100_000))
                .forEach(texts::add);

        List<JsonNode> hashes = python("[hookline.full_hash(x), hookline.short_hash(x)]", texts);

        for (int i = 0; i < texts.size(); i++) {
            Hash hash = Hash.of(texts.get(i).textValue());
            assertThat(hashes.get(i).path(0).textValue()).isEqualTo(hash.hex());
            assertThat(hashes.get(i).path(1).textValue()).isEqualTo(hash.text());
        }
    }

    @Test
    void jsonHasTheSameHash() throws Exception {
        ArrayNode values = list("""
                [{"b": 1, "a": [true, false, null, {}], "c": []}, {"a": [true, false, null, {}], "c": [], "b": 1},
                 [0, 0.0, 1.0, 1.5, -2.50, 100, 1e2, 1e20, 1e21, 1.5e21, 123456789012345680000, 1e-6, 1.5e-7, 1e-9,
                  5e-324, 1.7976931348623157e308, 0.1, 3.14, 12345678901234567890, 9223372036854775807,
                  -9223372036854775808, -9223372036854775809],
                 {"\\u20ac": 1, "\\ud83d\\ude00": 2, "z": 3, "\\uffee": 4, "Z": 5, "": 6},
                 {"text": "\\"quoted\\" \\\\ / \\b\\f\\n\\r\\t\\u0001\\u001f\\u007f <a href=x>&amp; \\u2028\\u2029 grün"},
                 true, null, 7]
                """);

        List<JsonNode> hashes = python("hookline.full_hash(x)", values);

        for (int i = 0; i < values.size(); i++) {
            assertThat(hashes.get(i).textValue())
                    .as("%s", values.get(i))
                    .isEqualTo(Hash.of(values.get(i)).hex());
        }
        assertThat(hashes.get(0)).isEqualTo(hashes.get(1));
    }

    @Test
    void aNumberOfEachSizeHasTheSameHash() throws Exception {
        ArrayNode numbers = Json.NODES.arrayNode();
        for (int exponent = -30; exponent <= 30; exponent++) {
            for (String digits : List.of("1", "1.25", "-9.999", "1.2345678901234567")) {
                numbers.add(Double.parseDouble(digits + "e" + exponent));
            }
        }

        List<JsonNode> hashes = python("hookline.full_hash({'n': x})", numbers);

        for (int i = 0; i < numbers.size(); i++) {
            assertThat(hashes.get(i).textValue())
                    .as("%s", numbers.get(i))
                    .isEqualTo(BINDING.hash(Map.of("n", numbers.get(i))).hex());
        }
    }

    @Test
    void partsHaveTheSameName() throws Exception {
        ArrayNode parts = Json.NODES.arrayNode();
        for (String[] name : new String[][] {
            {"shop", "web"},
            {"a".repeat(63)},
            {"a".repeat(64)},
            {"a".repeat(62), "x"},
            {"a".repeat(51) + ".-.", "b".repeat(20)},
            {"b".repeat(253)},
            {"b".repeat(300), "c"},
            {"c".repeat(240) + ".-.", "d".repeat(30)}
        }) {
            ArrayNode one = parts.addArray();
            List.of(name).forEach(one::add);
        }

        List<JsonNode> names = python("[hookline.label_name(*x), hookline.subdomain_name(*x)]", parts);

        for (int i = 0; i < parts.size(); i++) {
            String[] name = parts.get(i).valueStream().map(JsonNode::textValue).toArray(String[]::new);
            assertThat(names.get(i).path(0).textValue()).isEqualTo(Names.label(name));
            assertThat(names.get(i).path(1).textValue()).isEqualTo(Names.subdomain(name));
        }
    }

    /** The same calls in both languages. */
    private record Case(String python, UnaryOperator<Conditions> java) {}

    private static final List<Case> CASES = List.of(
            new Case(".set('Ready', True, 'New', 'new')", in -> in.set("Ready", true, "New", "new")),
            new Case(".set('Ready', False, 'New', '')", in -> in.set("Ready", false, "New", "")),
            new Case(".unknown('Ready', 'NoAnswer', '')", in -> in.unknown("Ready", "NoAnswer", "")),
            new Case(
                    ".set('Ready', False, 'A', '').set('example.com/Up', True, 'B', '').set('Ready', True, 'C', '')",
                    in -> in.set("Ready", false, "A", "")
                            .set("example.com/Up", true, "B", "")
                            .set("Ready", true, "C", "")),
            new Case(
                    ".set('Up', True, 'A', '').remove('Ready').keep_others()",
                    in -> in.set("Up", true, "A", "").remove("Ready").keepOthers()),
            new Case(".set('Up', True, 'A', 'm' * 40000)", in -> in.set("Up", true, "A", "m".repeat(40_000))),
            new Case("", in -> in));

    @Test
    void conditionsAreTheSame() throws Exception {
        ArrayNode parents = list("""
                [{"kind": "App", "apiVersion": "e.com/v1", "metadata": {"name": "a", "namespace": "b", "generation": 7}},
                 {"kind": "App", "apiVersion": "e.com/v1", "metadata": {"name": "a", "namespace": "b", "generation": 1}, "status": {"conditions": null}},
                 {"kind": "App", "apiVersion": "e.com/v1", "metadata": {"name": "a", "namespace": "b", "generation": 7},
                  "status": {"conditions": [
                   {"type": "Ready", "status": "True", "reason": "Old", "message": "old", "observedGeneration": 6,
                    "lastTransitionTime": "2025-01-01T00:00:00Z"},
                   {"type": "Ready", "status": "False", "reason": "Twice", "lastTransitionTime": "2025-02-02T00:00:00Z"},
                   {"status": "True", "reason": "NoType"},
                   {"type": "Backup", "status": "False", "reason": "None", "message": "",
                    "lastTransitionTime": "2025-05-05T00:00:00Z", "lastProbeTime": "2025-06-06T00:00:00Z"}]}}]
                """);
        for (Case one : CASES) {
            List<JsonNode> lists = python("hookline.Conditions({'parent': x})" + one.python() + ".list()", parents);

            for (int i = 0; i < parents.size(); i++) {
                Sync<ObjectNode> in = Sync.of((ObjectNode) parents.get(i))
                        .now(Instant.parse(NOW))
                        .build();
                JsonNode expected = new ObjectMapper()
                        .valueToTree(one.java().apply(Conditions.of(in)).list());
                assertThat(lists.get(i))
                        .as("%s of %s", one.python(), parents.get(i))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void whatKubernetesWouldRefuseIsRefused() throws Exception {
        ArrayNode wrong = list("""
                [["set", "", true, "Reason", ""], ["set", "Ready", true, "", ""], ["set", "Ready", true, "no reason", ""],
                 ["set", "-Ready", true, "Reason", ""], ["set", "Ready", "True", "Reason", ""],
                 ["set", "Ready", true, "Reason", null], ["set", "Ready", true, "Reason\\n", ""]]
                """);
        Files.writeString(folder.resolve("refused.py"), """
                import hookline

                def by(call):
                    conditions = hookline.Conditions({"object": {"metadata": {}}})
                    try:
                        getattr(conditions, call[0])(*call[1:])
                    except ValueError as e:
                        return str(e)
                """);

        assertThat(python("__import__('refused').by(x)", wrong))
                .allSatisfy(error -> assertThat(error.textValue()).contains("condition "));
    }

    @Test
    void theSameObjectsAreFoundByType() throws Exception {
        ArrayNode parents = Json.NODES.arrayNode();
        parents.add(Json.parse("""
                {"metadata": {}, "status": {"conditions": [{"type": "Up", "status": "True"}]}}
                """.getBytes(StandardCharsets.UTF_8)));

        assertThat(python(
                                "(lambda c: [c.is_true('Up'), c.is_true('No'), c.find('No')])(hookline.Conditions({'object': x}))",
                                parents)
                        .toString())
                .isEqualTo("[[true,false,null]]");
    }
}
