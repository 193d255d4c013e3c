package io.hookline.cli.init;

import io.hookline.cli.init.ProjectGenerator.GeneratedFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What in a project depends on the language of its hook. One subclass for each language. What this class does suits an
 * executable of one file, {@code hooks/NAME/sync.EXTENSION}, which is mounted into the hook server; templates are in a
 * folder of the language.
 *
 * <p>The functions of a hook return the bodies of the children. For the references in them it writes expressions, or
 * constants where a decorated object has no such field.
 */
abstract class LanguageFiles {

    /** The languages in which hooks are generated. */
    enum Language {
        JAVA,
        PYTHON,
        JAVASCRIPT,
        BASH,
        GO;

        /** All of them, as users write them. */
        static final String NAMES = "java, python, javascript, bash or go";

        /** The language of a name, such as {@code python}. */
        static Optional<Language> named(String name) {
            return Arrays.stream(values())
                    .filter(language -> language.name().equalsIgnoreCase(name))
                    .findFirst();
        }

        /**
         * What a project has in this language.
         *
         * @param version of Hookline
         */
        LanguageFiles files(ProjectPlan plan, String version) {
            return switch (this) {
                case JAVA -> new JavaFiles(plan, version);
                case PYTHON -> new PythonFiles(plan);
                case JAVASCRIPT -> new JavaScriptFiles(plan);
                case BASH -> new BashFiles(plan);
                case GO -> new GoFiles(plan, version);
            };
        }
    }

    /**
     * How a language is written.
     *
     * @param folder of its templates
     * @param extension of its files
     * @param syntax of objects and lists
     * @param comment how a comment begins
     * @param snakeCase whether functions are named {@code config_map} and not {@code configMap}
     * @param taken names that a hook cannot use for the function of a child: words of the language, and what the hook
     *     uses itself
     */
    record Style(
            String folder,
            String extension,
            Literal.Syntax syntax,
            String comment,
            boolean snakeCase,
            Set<String> taken) {

        /** The words of a text. */
        static Set<String> words(String text) {
            return Set.of(text.strip().split("\\s+"));
        }
    }

    private static final int LONGEST_LIST = 70;

    final ProjectPlan plan;
    private final Style style;

    /** Prepares the files. */
    LanguageFiles(ProjectPlan plan, Style style) {
        this.plan = plan;
        this.style = style;
    }

    // Expressions, which depend on the language

    /** The name of the parent, or of what is attached to a decorated object. */
    abstract String name();

    /** The labels that select Pods in the spec of a decorated object. */
    abstract String selectorOfTarget();

    /** The labels of a decorated object. */
    abstract String labelsOfTarget();

    /** A field of the parent's spec. */
    abstract String field(String field);

    /** The list of the objects that some calls return, over several lines. */
    abstract String brokenList(List<String> calls);

    /** The same list on one line. */
    String flatList(String calls) {
        return "[" + calls + "]";
    }

    /** The labels of children. */
    String labels() {
        return "labels(" + argument() + ")";
    }

    /** The name of the argument of functions. */
    String argument() {
        return plan.decorator() ? "target" : "parent";
    }

    /** A call of a function with the argument. */
    String call(String function) {
        return function + "(" + argument() + ")";
    }

    /** Further values for the templates of the hook. */
    Map<String, String> values() {
        return Map.of();
    }

    // What a project has

    /** All files of the hook with its fixtures, in the order in which a reader needs them. */
    List<GeneratedFile> files() {
        List<GeneratedFile> files = new ArrayList<>();
        files.add(new GeneratedFile(hookPath(), "the hook", hook()));
        files.addAll(new TestFiles(plan).fixtures(folder()));
        files.addAll(others());
        return files;
    }

    /** The path of the hook's source. */
    String hookPath() {
        return folder() + "sync." + style.extension();
    }

    /** The hook's folder. */
    final String folder() {
        return "hooks/" + plan.name() + "/";
    }

    /** What a hook needs beside its source and fixtures. */
    List<GeneratedFile> others() {
        return List.of(kustomization("hooks", List.of(plan.name() + "/sync." + style.extension())));
    }

    /**
     * A kustomization with the files of the hook.
     *
     * @param files relative to the folder
     */
    final GeneratedFile kustomization(String folder, List<String> files) {
        return new GeneratedFile(
                folder + "/kustomization.yaml",
                "the hook as a ConfigMap, for deploy/",
                Template.fill(
                        "project/hook-kustomization.yaml",
                        Map.of("name", plan.name(), "files", "- " + String.join("\n- ", files))));
    }

    /**
     * The folder whose kustomization has the sources of the hook as a ConfigMap; none for a program, which is in an
     * image.
     */
    Optional<String> mountedFolder() {
        return Optional.of("hooks");
    }

    /** The CRD of the project, of one with comments. */
    String crd(String commented) {
        return commented;
    }

    /** The section of the README about the language. */
    String readme() {
        return Template.fill("project/README-scripts.md", Map.of("name", plan.name(), "hook", hookPath()));
    }

    /** The command that builds the hook, now and after each edit. */
    Optional<String> build() {
        return Optional.empty();
    }

    /** What a user does once, beside {@code hookline dev} and {@code hookline test}: a command and its purpose. */
    Optional<String> onceStep() {
        return Optional.empty();
    }

    /** The kubeconfig of {@code hookline dev}. */
    String kubeconfig() {
        return ".hookline/kubeconfig";
    }

    /** Further lines of {@code .gitignore}. */
    String ignored() {
        return "";
    }

    // The hook

    private String hook() {
        Map<String, String> values = new HashMap<>(values());
        values.put("name", plan.name());
        values.put("kind", plan.parent().kind());
        values.put("calls", calls());
        values.put("primaryGroup", plan.primary().requestGroup());
        values.put("status", Template.fill(template(plan.statusTemplate()), values));
        List<String> functions = plan.children().stream().map(this::function).toList();
        values.put("functions", String.join(betweenFunctions(), functions));
        return Template.fill(template(plan.decorator() ? "decorator" : "composite"), values);
    }

    /** What separates two functions. */
    String betweenFunctions() {
        return "\n\n";
    }

    private String template(String name) {
        return style.folder() + "/" + name + "." + style.extension();
    }

    /** The list of all children: on one line if it fits. */
    final String calls() {
        List<String> calls = plan.children().stream()
                .map(child -> call(functionName(child.kind())))
                .toList();
        String flat = String.join(", ", calls);
        return flat.length() <= LONGEST_LIST ? flatList(flat) : brokenList(calls);
    }

    /** The function that returns the child of a kind. */
    String function(ProjectKind child) {
        Map<String, String> values = new HashMap<>(values());
        values.put("function", functionName(child.kind()));
        values.put("argument", argument());
        values.put("comment", comment(child));
        values.put("literal", literal(child));
        return Template.fill(template("function"), values).strip();
    }

    /** The body of a child in this language. */
    String literal(ProjectKind child) {
        return new Literal(style.syntax(), this::expression).broken(child.body(), 0);
    }

    /** What is missing in a body that has metadata only. */
    private String comment(ProjectKind child) {
        return child.complete()
                ? ""
                : style.comment() + " Add the fields that " + Words.withArticle(child.kind()) + " needs.";
    }

    /** The name of the function that returns an object of a kind. */
    private String functionName(String kind) {
        String name = style.snakeCase() ? Words.joined(kind, "_") : Words.camel(kind);
        if (!style.taken().contains(name)) {
            return name;
        }
        return style.snakeCase() ? "desired_" + name : "desired" + kind;
    }

    /** The expression for a reference. */
    final String expression(String reference) {
        return switch (reference) {
            case "name" -> name();
            case "labels" -> labels();
            case "selector" ->
                switch (plan.selected()) {
                    case LABELS_OF_CHILDREN -> labels();
                    case ITS_SELECTOR -> selectorOfTarget();
                    case ITS_LABELS -> labelsOfTarget();
                };
            default -> plan.decorator() ? ProjectPlan.SpecField.named(reference).sampleText() : field(reference);
        };
    }
}
