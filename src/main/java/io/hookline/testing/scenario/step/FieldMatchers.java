package io.hookline.testing.scenario.step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The conditions of {@code where}: paths with their expected values, in the order of the file. Immutable. */
record FieldMatchers(Map<ValuePath, ValueMatcher> byPath) {

    FieldMatchers {
        byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }

    static FieldMatchers read(StepYaml yaml) {
        return new FieldMatchers(yaml.fields().where("where"));
    }

    /** The values that differ; values of a Secret are redacted. */
    List<String> differences(KubeObject object, Variables variables) {
        ObjectNode tree = object.tree();
        List<String> wrong = new ArrayList<>();
        byPath.forEach((path, matcher) -> {
            JsonNode value = path.read(tree);
            if (!matcher.accepts(value, variables.all())) {
                wrong.add(path + " = " + ValueMatcher.show(path.read(ObjectYaml.redacted(object))));
            }
        });
        return wrong;
    }

    /** The text of a single condition, to follow the object's name. */
    String inline() {
        return byPath.size() == 1 ? " with " + lines().getFirst() : "";
    }

    /** The text of several conditions, one line each. */
    String block() {
        return byPath.size() > 1
                ? ", with\n" + String.join("\n", lines()).indent(2).stripTrailing()
                : "";
    }

    private List<String> lines() {
        return byPath.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .toList();
    }
}
