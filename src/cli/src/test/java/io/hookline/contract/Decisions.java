package io.hookline.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.contract.RawApi.Answer;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a server decided about a table of inputs, and what a real one decides about them. The decisions of a run are
 * written to a file, which becomes the expectation when they are those of the real server.
 */
final class Decisions {

    private final String table;
    private final World.Kind world;
    private final Map<String, String> decided = new LinkedHashMap<>();
    private final Map<String, String> limits = new HashMap<>();

    Decisions(String table, World world) {
        this(table, world.kind());
    }

    Decisions(String table, World.Kind world) {
        this.table = table;
        this.world = world;
    }

    /** The inputs. */
    JsonNode cases() {
        return Yaml.first(resource(table + ".yaml").getBytes(StandardCharsets.UTF_8))
                .tree();
    }

    static String resource(String name) {
        try (InputStream in = Decisions.class.getResourceAsStream("/fixtures/contract/decisions/" + name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The code, the reason and the fields of the causes. */
    static String of(Answer answer) {
        JsonNode status = answer.json();
        if (answer.code() < 300) {
            return Integer.toString(answer.code());
        }
        TreeSet<String> fields = new TreeSet<>();
        status.at("/details/causes")
                .forEach(cause -> fields.add(cause.path("field").asText()));
        return (answer.code() + " " + status.path("reason").asText() + " " + String.join(" ", fields)).strip();
    }

    void add(String input, String decision) {
        decided.put(input, decision);
    }

    /** A known limit of the server in memory: it must be there, and not in the real one. */
    void limit(String input, String decision) {
        if (world != World.Kind.REAL) {
            limits.put(input, decision);
        }
    }

    /** The decisions that are not those of the real server. */
    List<String> differences() throws IOException {
        return differences(decision -> decision);
    }

    /** The same about a part of each decision. */
    List<String> differences(UnaryOperator<String> part) throws IOException {
        Path file = Path.of("target", "decisions", table + "-" + world + ".txt");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                decided.entrySet().stream()
                        .map(one -> one.getKey() + " => " + one.getValue() + "\n")
                        .collect(Collectors.joining()));
        Map<String, String> expected = resource(table + ".txt")
                .lines()
                .map(line -> line.split(" => ", 2))
                .filter(line -> line.length == 2)
                .collect(Collectors.toMap(line -> line[0], line -> line[1]));
        List<String> differences = new ArrayList<>();
        decided.forEach((input, decision) -> {
            String other = limits.get(input.replaceFirst("^[0-9]+ ", ""));
            String wanted = expected.getOrDefault(input, "");
            boolean same = other == null
                    ? part.apply(decision).equals(part.apply(wanted))
                    : (decision + " ").startsWith(other + " ");
            if (!same) {
                differences.add(input + ": " + decision + ", and not " + expected.get(input));
            }
        });
        return differences;
    }

    /** A value with the fields in order. */
    static String sorted(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(field -> "\"" + field.getKey() + "\":" + sorted(field.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value.isArray()) {
            return value.valueStream().map(Decisions::sorted).collect(Collectors.joining(",", "[", "]"));
        }
        return value.toString();
    }

    /** Merges a change into a tree, as a merge patch does. */
    static void merge(JsonNode target, JsonNode change) {
        ObjectNode tree = (ObjectNode) target;
        change.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                tree.remove(field.getKey());
            } else if (field.getValue().isObject() && tree.path(field.getKey()).isObject()) {
                merge(tree.get(field.getKey()), field.getValue());
            } else {
                tree.set(field.getKey(), field.getValue());
            }
        });
    }
}
