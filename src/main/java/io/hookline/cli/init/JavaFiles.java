package io.hookline.cli.init;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/** Writes the hook of a project as a Maven project. */
final class JavaFiles {

    /** The packages of the Kubernetes model by apiVersion, below {@link #MODEL}. */
    private static final Map<String, String> PACKAGES = Map.of(
            "v1", "",
            "apps/v1", "apps.",
            "autoscaling/v2", "autoscaling.v2.",
            "batch/v1", "batch.v1.",
            "networking.k8s.io/v1", "networking.v1.",
            "policy/v1", "policy.v1.");

    private static final String MODEL = "io.fabric8.kubernetes.api.model.";
    private static final String HOOK = "io.hookline.hook.";

    /** Classes that a hook or its test imports. */
    private static final Set<String> HOOKS_OF_SDK = Set.of("DecorateHook", "JavaHook");

    private final ProjectPlan plan;
    private final Expressions expressions;
    private final Map<String, String> values = new HashMap<>();
    private final Set<String> imports = new TreeSet<>(Set.of("java.util.Map", HOOK + "Sync"));

    /** Prepares the files. */
    JavaFiles(ProjectPlan plan, String version) {
        this.plan = plan;
        this.expressions = new Expressions(plan);
        values.put("version", version);
        values.put("name", plan.name());
        values.put("package", packageName());
        values.put("kind", plan.parent().kind());
        values.put("type", type());
        values.put("aKind", Words.withArticle(plan.parent().kind()));
        values.put("parentType", plan.decorator() ? plan.parent().kind() : type());
        values.put("argument", expressions.argument());
        values.put("primaryKind", plan.primary().kind());
        values.put("primaryApiVersion", plan.primary().apiVersion());
    }

    /** The first part of the names of its classes. */
    private String type() {
        if (!plan.decorator()) {
            return JavaNames.ofRecord(plan);
        }
        String type = Words.kind(plan.name());
        return HOOKS_OF_SDK.contains(type + "Hook") ? type + "Decorator" : type;
    }

    /** The group in reverse: {@code com.example}. */
    private String packageName() {
        List<String> steps = new ArrayList<>();
        for (String label : (plan.decorator() ? "example.com" : plan.group()).split("\\.", -1)) {
            String step = label.replace('-', '_');
            boolean valid = SourceVersion.isName(step);
            steps.addFirst(valid ? step : Character.isDigit(step.charAt(0)) ? "_" + step : step + "_");
        }
        return String.join(".", steps);
    }

    /** The folder of the sources. */
    private String sources() {
        return "java/" + packageName().replace('.', '/') + "/";
    }

    /** The sources of the hook, relative to {@code src/main}. */
    List<String> hookSources() {
        String hook = sources() + type() + "Hook.java";
        return plan.decorator() ? List.of(hook) : List.of(sources() + type() + ".java", hook);
    }

    /** All files but the fixtures. */
    List<GeneratedFile> files() {
        List<GeneratedFile> files = new ArrayList<>();
        values.put(
                "profiles",
                plan.decorator() ? "" : "\n" + Template.fill("java/profiles.xml", Map.of("parentFile", parentFile())));
        files.add(new GeneratedFile("pom.xml", "for Maven and IDEs", Template.fill("java/pom.xml", values)));
        if (!plan.decorator()) {
            files.add(new GeneratedFile(
                    parentFile(),
                    "the fields of " + Words.withArticle(type()) + " that the hook reads",
                    new ParentRecord(plan).source(packageName(), type())));
        }
        files.add(new GeneratedFile("src/main/" + sources() + type() + "Hook.java", "the hook", hook()));
        files.add(new GeneratedFile("src/test/" + sources() + type() + "HookTest.java", "its JUnit test", test()));
        return files;
    }

    private String test() {
        if (!plan.decorator()) {
            return Template.fill("java/CompositeTest.java", values);
        }
        values.put("parentModel", model(plan.parent()));
        return Template.fill("java/DecoratorTest.java", values);
    }

    /** The file of the parent's record. */
    private String parentFile() {
        return "src/main/" + sources() + type() + ".java";
    }

    /** The section of the README about the sources. */
    String readme() {
        String crd = plan.decorator()
                ? ""
                : Template.fill(
                        "project/README-crd.md", Map.of("kind", plan.parent().kind(), "parentFile", parentFile()));
        return Template.fill("project/README-java.md", Map.of("name", plan.name(), "crd", crd));
    }

    private String hook() {
        imports.addAll(
                plan.decorator()
                        ? List.of(HOOK + "DecorateHook", HOOK + "Decoration", model(plan.parent()))
                        : List.of(HOOK + "Answer", HOOK + "SyncHook"));
        values.put(
                "calls",
                Language.JAVA.list(plan.children().stream()
                        .map(child -> Language.JAVA.function(child.kind()) + "(" + expressions.argument() + ")")
                        .toList()));
        values.put("functions", plan.children().stream().map(this::function).collect(Collectors.joining("\n\n")));
        values.put("status", Template.fill("java/" + HookFilesGenerator.status(plan) + ".java", values));
        if (plan.countsReplicas()) {
            imports.addAll(List.of(model(plan.primary()), model(plan.primary()) + "Status"));
        }
        values.put(
                "imports", imports.stream().map(name -> "import " + name + ";").collect(Collectors.joining("\n")));
        return Template.fill(plan.decorator() ? "java/DecoratorHook.java" : "java/CompositeHook.java", values);
    }

    private static String model(ProjectKind kind) {
        return MODEL + PACKAGES.get(kind.apiVersion()) + kind.kind();
    }

    private String function(ProjectKind child) {
        String builder = "java/" + child.kind() + ".java";
        if (child.body().complete() && Template.find(builder).isPresent()) {
            imports.addAll(List.of(model(child), model(child) + "Builder"));
            return Template.fill(builder, withExpressions()).strip();
        }
        String literal = new Literal(Literal.Syntax.JAVA, expressions::of)
                .broken(child.body().tree(), 0);
        if (literal.contains("List.of(")) {
            imports.add("java.util.List");
        }
        Map<String, String> all = withExpressions();
        all.put("function", Language.JAVA.function(child.kind()));
        all.put("comment", HookFilesGenerator.comment(Language.JAVA, child));
        all.put("literal", literal);
        return Template.fill("java/function.java", all).strip();
    }

    /** The values, with the expressions for all references. */
    private Map<String, String> withExpressions() {
        Map<String, String> all = new HashMap<>(values);
        List.of("name", "labels", "selector").forEach(name -> all.put("$" + name, expressions.of(name)));
        Arrays.stream(SpecField.values()).forEach(field -> all.put("$" + field.text(), expressions.of(field.text())));
        return all;
    }
}
