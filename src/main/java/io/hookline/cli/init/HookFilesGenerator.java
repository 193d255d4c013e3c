package io.hookline.cli.init;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the hook of a project as an executable. */
final class HookFilesGenerator {

    private final ProjectPlan plan;
    private final Expressions expressions;

    HookFilesGenerator(ProjectPlan plan) {
        this.plan = plan;
        this.expressions = new Expressions(plan);
    }

    /** The hook's folder. */
    static String folder(ProjectPlan plan) {
        return "hooks/" + plan.name() + "/";
    }

    /** The hook's program. */
    GeneratedFile program() {
        String extension = plan.language().extension();
        String text = Template.fill(template(plan.decorator() ? "decorator" : "composite"), values());
        if (plan.language() == Language.GO) {
            return new GeneratedFile(GoFiles.HOOK, "the hook", text);
        }
        return new GeneratedFile(folder(plan) + "sync." + extension, "the hook", text);
    }

    private String template(String name) {
        return plan.language().name().toLowerCase(Locale.ROOT) + "/" + name + "."
                + plan.language().extension();
    }

    private Map<String, String> values() {
        Map<String, String> values = new HashMap<>();
        values.put("name", plan.name());
        values.put("kind", plan.parent().kind());
        values.put(
                "calls",
                plan.language().list(plan.children().stream().map(this::call).toList()));
        values.put("primaryGroup", plan.primary().requestGroup());
        if (plan.language() == Language.GO) {
            values.putAll(GoFiles.types(plan));
        }
        values.put("status", Template.fill(template(status(plan)), values));
        List<String> functions = plan.children().stream().map(this::function).toList();
        values.put("functions", String.join(plan.language().betweenFunctions(), functions));
        return values;
    }

    /** The template that computes the status. */
    static String status(ProjectPlan plan) {
        return plan.decorator() ? "attached" : plan.countsReplicas() ? "replicas" : "exists";
    }

    private String call(ProjectKind child) {
        String function = plan.language().function(child.kind());
        return plan.language() == Language.BASH ? function : function + "(" + expressions.argument() + ")";
    }

    private String function(ProjectKind child) {
        Language language = plan.language();
        String literal = new Literal(language.syntax(), expressions::of)
                .broken(child.body().tree(), 0);
        return Template.fill(
                        template("function"),
                        Map.of(
                                "function", language.function(child.kind()),
                                "argument", expressions.argument(),
                                "type", GoFiles.parentType(plan),
                                "comment", comment(language, child),
                                "literal", language == Language.GO ? GoFormat.tabs(literal) : literal))
                .strip();
    }

    /** What is missing in a body that has metadata only. */
    static String comment(Language language, ProjectKind child) {
        String start = language == Language.PYTHON || language == Language.BASH ? "# " : "// ";
        return child.body().complete()
                ? ""
                : start + "Add the fields that " + Words.withArticle(child.kind()) + " needs.";
    }
}
