package io.hookline.cli.init;

import java.util.List;
import java.util.Map;

/** Writes what a hook in Go needs beside {@link #HOOK}: a module, the program, its test, and its image. */
final class GoFiles {

    /** The file with the hook. */
    static final String HOOK = "hook.go";

    private static final String REPLICAS = """
            struct {
            \tStatus struct {
            \t\tReadyReplicas int `json:"readyReplicas"`
            \t} `json:"status"`
            }""";
    private static final String SELECTOR = """

            type spec struct {
            \tSelector selector `json:"selector"`
            }

            type selector struct {
            \tMatchLabels map[string]string `json:"matchLabels"`
            }""";

    private final Map<String, String> values;

    GoFiles(ProjectPlan plan, String version) {
        this.values = Map.of(
                "name", plan.name(), "version", version, "module", plan.decorator() ? "example.com" : plan.group());
    }

    /** The executable that is built. */
    static String program(ProjectPlan plan) {
        return HookFilesGenerator.folder(plan) + "sync";
    }

    /** The command that builds it. */
    static String build(ProjectPlan plan) {
        return "go build -o " + program(plan) + " .";
    }

    /** All files but the hook and its fixtures. */
    List<GeneratedFile> others() {
        return List.of(
                file("main.go", "reads the request, writes the answer"),
                file("hook_test.go", "the test of the hook"),
                file("go.mod", "the Go module"),
                file("Dockerfile", "the image of the hook"));
    }

    private GeneratedFile file(String name, String purpose) {
        return new GeneratedFile(name, purpose, Template.fill("go/" + name, values));
    }

    /** The section of the README about Go. */
    String readme() {
        return Template.fill("project/README-go.md", values);
    }

    /** The type of the argument of functions. */
    static String parentType(ProjectPlan plan) {
        return plan.decorator() ? "decorated" : plan.parent().kind();
    }

    /** The types of what the hook reads. */
    static Map<String, String> types(ProjectPlan plan) {
        if (plan.decorator()) {
            boolean selects = ProjectPlan.Selected.by(plan) == ProjectPlan.Selected.ITS_SELECTOR
                    && plan.children().stream()
                            .anyMatch(child -> child.body().references().contains("selector"));
            return Map.of("spec", selects ? "Spec     spec     `json:\"spec\"`" : "", "types", selects ? SELECTOR : "");
        }
        List<List<String>> request =
                List.of(List.of("Parent", parentType(plan), "parent"), List.of("Children", "observed", "children"));
        return Map.of(
                "requestFields",
                GoFormat.fields(request),
                "child",
                plan.countsReplicas() ? REPLICAS : "struct{}",
                "spec",
                spec(plan));
    }

    private static String spec(ProjectPlan plan) {
        List<List<String>> fields = plan.fields().stream()
                .map(field -> List.of(
                        Words.kind(field.text()), field.type().equals("integer") ? "int" : "string", field.text()))
                .toList();
        return fields.isEmpty()
                ? "struct{}"
                : "struct {\n\t" + GoFormat.fields(fields).replace("\n", "\n\t") + "\n}";
    }
}
