package io.hookline.cli.init;

import io.hookline.cli.init.Literal.Trait;
import io.hookline.cli.init.ProjectGenerator.GeneratedFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A hook in Go: a module with its program, its test, and its image. Formatted as {@code gofmt} does. */
final class GoFiles extends LanguageFiles {

    private static final Style STYLE = new Style(
            "go",
            "go",
            new Literal.Syntax("object{", "}", ": ", "list{", "}", 4, Set.of(Trait.TRAILING_COMMA, Trait.ALIGNED)),
            "//",
            false,
            Style.words("""
                    any append bool break byte cap case chan clear close complex const continue copy default defer delete
                    else error fallthrough false float for func go goto if import init int interface iota len list main make
                    map max metadata min new nil object observed package panic parent print println range real recover respond
                    request return rune select spec string struct switch true type uint var
                    answer attachmentName decorated labels read decode selector status sync target in
                    filepath json log os reflect strings testing"""));

    private static final int TAB = 4;

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

    /** @param version of Hookline */
    GoFiles(ProjectPlan plan, String version) {
        super(plan, STYLE);
        this.values = Map.of(
                "observed",
                plan.decorator() ? "attachments" : "children",
                "name",
                plan.name(),
                "version",
                version,
                "module",
                plan.decorator() ? "example.com" : plan.group());
    }

    @Override
    String name() {
        return plan.decorator() ? "attachmentName(target)" : "parent.Metadata.Name";
    }

    @Override
    String selectorOfTarget() {
        return "target.Spec.Selector.MatchLabels";
    }

    @Override
    String labelsOfTarget() {
        return "target.Metadata.Labels";
    }

    @Override
    String field(String field) {
        return "parent.Spec." + Words.kind(field);
    }

    @Override
    String flatList(String calls) {
        return "[]object{" + calls + "}";
    }

    @Override
    String brokenList(List<String> calls) {
        return "[]object{\n\t" + String.join(",\n\t", calls) + ",\n}";
    }

    @Override
    String literal(ProjectKind child) {
        return tabs(super.literal(child));
    }

    @Override
    String hookPath() {
        return "hook.go";
    }

    @Override
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

    @Override
    Optional<String> mountedFolder() {
        return Optional.empty();
    }

    /** The executable that is built. */
    private String program() {
        return folder() + "sync";
    }

    @Override
    Optional<String> build() {
        return Optional.of("go build -o " + program() + " .");
    }

    @Override
    String ignored() {
        return "/" + program() + "\n";
    }

    @Override
    String readme() {
        return Template.fill("project/README-go.md", values);
    }

    /** The type of the argument of functions. */
    private String parentType() {
        return plan.decorator() ? "decorated" : plan.parent().kind();
    }

    @Override
    Map<String, String> values() {
        Map<String, String> all = new HashMap<>(types());
        all.put("type", parentType());
        return all;
    }

    /** The types of what the hook reads. */
    private Map<String, String> types() {
        if (plan.decorator()) {
            boolean selects = plan.selected() == ProjectPlan.Selected.ITS_SELECTOR
                    && plan.children().stream()
                            .anyMatch(child -> child.references().contains("selector"));
            return Map.of("spec", selects ? "Spec     spec     `json:\"spec\"`" : "", "types", selects ? SELECTOR : "");
        }
        List<List<String>> request =
                List.of(List.of("Parent", parentType(), "parent"), List.of("Children", "observed", "children"));
        return Map.of(
                "requestFields",
                structFields(request),
                "child",
                plan.countsReplicas() ? REPLICAS : "struct{}",
                "spec",
                spec());
    }

    private String spec() {
        List<List<String>> fields = plan.fields().stream()
                .map(field -> List.of(
                        Words.kind(field.text()), field.type().equals("integer") ? "int" : "string", field.text()))
                .toList();
        return fields.isEmpty()
                ? "struct{}"
                : "struct {\n\t" + structFields(fields).replace("\n", "\n\t") + "\n}";
    }

    /** The fields of a struct in one column each: name, type and tag. */
    private static String structFields(List<List<String>> fields) {
        int names =
                fields.stream().mapToInt(field -> field.get(0).length()).max().orElse(0);
        int types =
                fields.stream().mapToInt(field -> field.get(1).length()).max().orElse(0);
        return fields.stream()
                .map(field ->
                        padded(field.get(0), names) + padded(field.get(1), types) + "`json:\"" + field.get(2) + "\"`")
                .collect(Collectors.joining("\n"));
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length() + 1);
    }

    /** Indents with tabs instead of four spaces. */
    private static String tabs(String text) {
        return text.lines()
                .map(line -> {
                    int spaces = line.length() - line.stripLeading().length();
                    return "\t".repeat(spaces / TAB) + line.stripLeading();
                })
                .collect(Collectors.joining("\n"));
    }
}
