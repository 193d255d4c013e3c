package io.hookline.cli.init;

import io.hookline.spec.HookServers;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the folder {@code controller/}: the CRD and the controller. */
final class ControllerFolder {

    /** Its path. */
    static final String PATH = "controller/";

    private final ProjectPlan plan;

    ControllerFolder(ProjectPlan plan) {
        this.plan = plan;
    }

    /** Its manifests. */
    List<String> manifests() {
        return plan.decorator() ? List.of("controller.yaml") : List.of("crd.yaml", "controller.yaml");
    }

    /** Its files. */
    List<GeneratedFile> files() {
        GeneratedFile kustomization = new GeneratedFile(
                PATH + "kustomization.yaml",
                "for deploy/",
                Template.fill(
                        "project/controller-kustomization.yaml",
                        Map.of(
                                "what",
                                plan.decorator()
                                        ? "the decorator"
                                        : "the controller of " + plan.parent().kind(),
                                "crd",
                                plan.decorator()
                                        ? ""
                                        : "\n# The CRD is apart: deleting it deletes all objects of its kind.")));
        return plan.decorator() ? List.of(controller(), kustomization) : List.of(crd(), controller(), kustomization);
    }

    private GeneratedFile controller() {
        String template = plan.decorator() ? "project/decorator.yaml" : "project/controller.yaml";
        String purpose = plan.decorator()
                ? "which objects are decorated, what is attached, and the hook"
                : "which kinds the children have, and the hook";
        Map<String, String> values = Map.of(
                "name", plan.name(),
                "service", HookServers.serviceOf(plan.name()),
                "apiVersion", plan.parent().apiVersion(),
                "plural", plan.parent().plural(),
                "childRules",
                        plan.children().stream().map(ControllerFolder::rule).collect(Collectors.joining("\n")));
        return new GeneratedFile(PATH + "controller.yaml", purpose, Template.fill(template, values));
    }

    private static String rule(ProjectKind child) {
        return "- apiVersion: " + child.apiVersion() + "\n  resource: " + child.plural()
                + "\n  updateStrategy:\n    method: " + child.updateMethod();
    }

    private GeneratedFile crd() {
        List<SpecField> fields = plan.fields();
        String required =
                fields.stream().filter(SpecField::required).map(SpecField::text).collect(Collectors.joining(", "));
        String properties = fields.stream()
                .map(field -> "  " + field.schema().replace("\n", "\n  "))
                .collect(Collectors.joining("\n"));
        Map<String, String> values = new HashMap<>();
        values.put("kind", plan.parent().kind());
        values.put("description", description(plan));
        values.put("plural", plan.parent().plural());
        values.put("singular", plan.parent().kind().toLowerCase(Locale.ROOT));
        values.put("group", plan.group());
        values.put("columns", fields.stream().map(ControllerFolder::columnEntry).collect(Collectors.joining("\n")));
        values.put("required", required.isEmpty() ? "" : "required: [" + required + "]");
        values.put("properties", fields.isEmpty() ? "" : "properties:\n" + properties);
        values.put("readyDescription", readyDescription(plan));
        values.put(
                "readyReplicas",
                plan.countsReplicas()
                        ? Template.read("fields/readyReplicas.yaml").strip()
                        : "");
        String text = Template.fill("project/crd.yaml", values);
        boolean hasRecord = plan.language() == Language.JAVA; // then "hookline crd" writes the file, without comments
        return new GeneratedFile(
                PATH + "crd.yaml",
                "the kind " + plan.parent().kind() + ": its fields and their types",
                hasRecord ? YamlWriter.write(Yaml.documents(text).getFirst().tree()) : text);
    }

    /** What the parent's kind is. */
    static String description(ProjectPlan plan) {
        String children = Words.list(plan.children().stream()
                .map(child -> Words.withArticle(child.kind()))
                .toList());
        return upper(Words.withArticle(plan.parent().kind())) + ", with " + children + " of the same name.";
    }

    /** What {@code ready} in the status of the parent says. */
    static String readyDescription(ProjectPlan plan) {
        return plan.countsReplicas()
                ? "Whether all Pods are ready."
                : "Whether the " + plan.primary().kind() + " exists.";
    }

    /** The title of a field's column. */
    static String column(SpecField field) {
        return upper(field.text());
    }

    private static String columnEntry(SpecField field) {
        return "- name: " + column(field) + "\n  type: " + field.type() + "\n  jsonPath: .spec." + field.text();
    }

    private static String upper(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
