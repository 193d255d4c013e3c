package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes {@code expect.yaml}: what must happen with the sample. */
final class ExpectFile {

    private final ProjectPlan plan;

    private ExpectFile(ProjectPlan plan) {
        this.plan = plan;
    }

    /**
     * The file.
     *
     * @param install the manifests to install before
     */
    static GeneratedFile file(ProjectPlan plan, List<String> install) {
        return new GeneratedFile(
                "expect.yaml", "the test: what must happen with it", new ExpectFile(plan).text(install));
    }

    private String text(List<String> install) {
        Map<String, String> values = values(plan.primary());
        values.put("install", String.join(", ", install));
        values.put("first", plan.children().getFirst().kind());
        values.put("created", eachChild(this::created));
        values.put("ready", Template.fill("expect/" + HookFilesGenerator.status(plan) + ".yaml", values));
        values.put("changed", changed().orElse(""));
        values.put("deleted", eachChild(child -> Template.fill("expect/deleted.yaml", values(child))));
        return Template.fill("expect/expect.yaml", values).replace("\n\n\n", "\n\n");
    }

    private String eachChild(Function<ProjectKind, String> step) {
        return plan.children().stream().map(step).collect(Collectors.joining("\n"));
    }

    private Map<String, String> values(ProjectKind child) {
        Map<String, String> values = new HashMap<>();
        values.put("name", plan.name());
        values.put("kind", plan.parent().kind());
        values.put("sample", ProjectPlan.SAMPLE);
        values.put("primary", plan.primary().kind());
        values.put("childKind", child.kind());
        values.put("aChild", Words.withArticle(child.kind()));
        values.put("child", plan.childName());
        return values;
    }

    private String created(ProjectKind child) {
        Map<String, String> values = values(child);
        String expected = plan.fields().stream()
                .flatMap(field -> expected(child, field, field.sample()).stream())
                .collect(Collectors.joining("\n  "));
        values.put("where", expected.isEmpty() ? "" : "where:\n  " + expected);
        return Template.fill("expect/created.yaml", values);
    }

    /** The field of a child that has the value of a field of the parent; none for the values of a Secret, which are encoded. */
    private static Optional<String> expected(ProjectKind child, SpecField field, JsonNode value) {
        return child.body()
                .pathOf(field.text())
                .filter(path -> !path.startsWith("stringData"))
                .map(path -> path + ": " + (value.isTextual() ? value.textValue() : GoJson.text(value)));
    }

    /** A user changes the first field that a child shows. */
    private Optional<String> changed() {
        for (SpecField field : plan.fields()) {
            for (ProjectKind child : plan.children()) {
                Optional<String> path =
                        child.body().pathOf(field.text()).filter(found -> !found.startsWith("stringData"));
                if (path.isPresent()) {
                    Map<String, String> values = values(child);
                    values.put("field", field.text());
                    values.put("value", GoJson.text(field.changed()));
                    values.put("path", path.get());
                    return Optional.of(Template.fill("expect/changed.yaml", values));
                }
            }
        }
        return Optional.empty();
    }
}
