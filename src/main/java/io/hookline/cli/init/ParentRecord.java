package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the record of a parent. {@code hookline crd} makes the CRD of the project of it. */
final class ParentRecord {

    /** The keywords of a schema as attributes of {@code @CrdField}. */
    private static final Map<String, String> ATTRIBUTES = attributes();

    private final ProjectPlan plan;

    ParentRecord(ProjectPlan plan) {
        this.plan = plan;
    }

    private static Map<String, String> attributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("default", "defaultValue");
        attributes.put("minimum", "minimum");
        attributes.put("maximum", "maximum");
        attributes.put("minLength", "minSize");
        return attributes;
    }

    /**
     * The source of the record.
     *
     * @param type its name; if that is not the kind, an annotation has the kind
     */
    String source(String packageName, String type) {
        boolean isKind = type.equals(plan.parent().kind());
        Map<String, String> spec = new LinkedHashMap<>();
        plan.fields().forEach(field -> spec.put(field.text(), description(schema(field.text()))));
        Map<String, String> status = new LinkedHashMap<>();
        status.put("ready", ControllerFolder.readyDescription(plan));
        if (plan.countsReplicas()) {
            status.put("readyReplicas", description(schema("readyReplicas")));
        }
        return Template.fill(
                "java/Parent.java",
                Map.ofEntries(
                        Map.entry("package", packageName),
                        Map.entry("description", ControllerFolder.description(plan)),
                        Map.entry("group", plan.group()),
                        Map.entry("type", type),
                        Map.entry("kindImport", isKind ? "" : "import io.fabric8.kubernetes.model.annotation.Kind;\n"),
                        Map.entry(
                                "kindAnnotation",
                                isKind ? "" : "@Kind(\"" + plan.parent().kind() + "\")\n"),
                        Map.entry("specComment", comment("The desired state, which users write.", spec)),
                        Map.entry(
                                "components",
                                plan.fields().stream()
                                        .map(ParentRecord::component)
                                        .collect(Collectors.joining(","))),
                        Map.entry("statusComment", comment("The observed state, as the hook returned it.", status)),
                        Map.entry("readyReplicas", plan.countsReplicas() ? ", int readyReplicas" : "")));
    }

    private static JsonNode schema(String field) {
        return Yaml.documents(Template.read("fields/" + field + ".yaml"))
                .getFirst()
                .tree()
                .path(field);
    }

    private static String description(JsonNode schema) {
        return schema.path("description").asText();
    }

    private static String comment(String description, Map<String, String> params) {
        if (params.isEmpty()) {
            return "/** " + description + " */";
        }
        return params.entrySet().stream()
                .map(param -> " * @param " + param.getKey() + " " + phrase(param.getValue()) + "\n")
                .collect(Collectors.joining("", "/**\n * " + description + "\n *\n", " */"));
    }

    /** A sentence as the text of a tag, which begins with a small letter and has no full stop. */
    private static String phrase(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1, sentence.length() - 1);
    }

    private static String component(SpecField field) {
        JsonNode schema = schema(field.text());
        List<String> limits = new ArrayList<>();
        if (field.required()) {
            limits.add("required = true");
        }
        ATTRIBUTES.forEach((keyword, attribute) -> {
            JsonNode value = schema.path(keyword);
            if (!value.isMissingNode()) {
                limits.add(attribute + " = " + (keyword.equals("default") ? '"' + value.asText() + '"' : value));
            }
        });
        limits.add("column = \"" + ControllerFolder.column(field) + '"');
        return "\n        @CrdField(" + String.join(", ", limits) + ") " + field.javaType() + " " + field.text();
    }
}
