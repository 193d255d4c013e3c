package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.init.ProjectGenerator.GeneratedFile;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/**
 * A hook in Java: a Maven project with its JUnit test, and the record of a parent, of which {@code hookline crd} makes
 * the CRD.
 */
final class JavaFiles extends LanguageFiles {

    private static final Style STYLE = new Style(
            "java",
            "java",
            new Literal.Syntax("Map.of(", ")", ", ", "List.of(", ")", 8, Set.of(Literal.Trait.CALL)),
            "//",
            false,
            Style.words("""
                    abstract assert boolean break byte case catch char class const continue default do double else enum
                    extends false final finally float for goto if implements import instanceof int interface long native new
                    null package private protected public return short static strictfp super switch synchronized this throw
                    throws transient true try void volatile while
                    labels status sync decorate attachmentName"""));

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
    private static final String MAIN = "src/main";

    /** Classes that a hook or its test imports. */
    private static final Set<String> HOOKS_OF_SDK = Set.of("DecorateHook", "JavaHook");

    /** All classes that generated sources import or contain, besides those of {@code java.lang} and of children. */
    private static final Set<String> USED_CLASSES = Set.of(
            "Answer",
            "CrdField",
            "DecorateHook",
            "Decoration",
            "FixtureReport",
            "FixtureRunner",
            "Group",
            "InstantSource",
            "JavaHook",
            "Kind",
            "KubeObject",
            "List",
            "Map",
            "ObjectMeta",
            "Parent",
            "Path",
            "Spec",
            "Status",
            "Sync",
            "SyncHook",
            "Test",
            "Version",
            "YamlObjects");

    /** The keywords of a schema as attributes of {@code @CrdField}; their order is that of the attributes. */
    private static final List<Map.Entry<String, String>> ATTRIBUTES = List.of(
            Map.entry("default", "defaultValue"),
            Map.entry("minimum", "minimum"),
            Map.entry("maximum", "maximum"),
            Map.entry("minLength", "minSize"));

    private final Map<String, String> values = new HashMap<>();
    private final Set<String> imports = new TreeSet<>(Set.of("java.util.Map", HOOK + "Sync"));

    /** Prepares the files. */
    JavaFiles(ProjectPlan plan, String version) {
        super(plan, STYLE);
        values.put("version", version);
        values.put("name", plan.name());
        values.put("package", packageName());
        values.put("kind", plan.parent().kind());
        values.put("type", type());
        values.put("aKind", Words.withArticle(plan.parent().kind()));
        values.put("parentType", plan.decorator() ? plan.parent().kind() : type());
        values.put("argument", argument());
        values.put("primaryKind", plan.primary().kind());
        values.put("primaryApiVersion", plan.primary().apiVersion());
    }

    /** The first part of the names of its classes. */
    private String type() {
        if (!plan.decorator()) {
            return recordName();
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
    private List<String> hookSources() {
        String hook = sources() + type() + "Hook.java";
        return plan.decorator() ? List.of(hook) : List.of(sources() + type() + ".java", hook);
    }

    @Override
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
                    parentRecord(type())));
        }
        files.add(new GeneratedFile(MAIN + "/" + sources() + type() + "Hook.java", "the hook", hook()));
        files.add(new GeneratedFile("src/test/" + sources() + type() + "HookTest.java", "its JUnit test", test()));
        files.addAll(new TestFiles(plan).fixtures(""));
        files.add(kustomization(MAIN, hookSources()));
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
        return MAIN + "/" + sources() + type() + ".java";
    }

    @Override
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
        values.put("calls", calls());
        values.put("functions", plan.children().stream().map(this::function).collect(Collectors.joining("\n\n")));
        values.put("status", Template.fill("java/" + plan.statusTemplate() + ".java", values));
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

    @Override
    String function(ProjectKind child) {
        String builder = "java/" + child.kind() + ".java";
        if (child.complete() && Template.find(builder).isPresent()) {
            imports.addAll(List.of(model(child), model(child) + "Builder"));
            return Template.fill(builder, withExpressions()).strip();
        }
        return super.function(child);
    }

    @Override
    String literal(ProjectKind child) {
        String literal = super.literal(child);
        if (literal.contains("List.of(")) {
            imports.add("java.util.List");
        }
        return literal;
    }

    @Override
    Map<String, String> values() {
        return values;
    }

    /** The values, with the expressions for all references. */
    private Map<String, String> withExpressions() {
        Map<String, String> all = new HashMap<>(values);
        List.of("name", "labels", "selector").forEach(name -> all.put("$" + name, expression(name)));
        Arrays.stream(ProjectPlan.SpecField.values())
                .forEach(field -> all.put("$" + field.text(), expression(field.text())));
        return all;
    }

    @Override
    String name() {
        return plan.decorator() ? "attachmentName(target)" : "parent.name()";
    }

    @Override
    String selectorOfTarget() {
        return "target.getSpec().getSelector().getMatchLabels()";
    }

    @Override
    String labelsOfTarget() {
        return "target.getMetadata().getLabels()";
    }

    @Override
    String field(String field) {
        return "parent.spec()." + field + "()";
    }

    @Override
    String flatList(String calls) {
        return "(" + calls + ")";
    }

    @Override
    String brokenList(List<String> calls) {
        return "(\n        " + String.join(",\n        ", calls) + ")";
    }

    @Override
    String hookPath() {
        return MAIN + "/" + hookSources().getLast();
    }

    @Override
    Optional<String> mountedFolder() {
        return Optional.of(MAIN);
    }

    /** {@code hookline crd} writes the file of the record, without comments. */
    @Override
    String crd(String commented) {
        return YamlWriter.write(Yaml.documents(commented).getFirst().tree());
    }

    @Override
    Optional<String> onceStep() {
        return Optional.of("  hookline sdk install             once, for Maven and your IDE");
    }

    @Override
    String kubeconfig() {
        return "target/hookline.kubeconfig";
    }

    /** The name of the record; {@code GroupResource} for the kind Group, with an annotation that names the kind. */
    private String recordName() {
        String kind = plan.parent().kind();
        return isUsed(kind) || isUsed(kind + "Hook") || isOfChild(kind) ? kind + "Resource" : kind;
    }

    private static boolean isUsed(String name) {
        return USED_CLASSES.contains(name) || isInJavaLang(name);
    }

    private static boolean isInJavaLang(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException | LinkageError _) {
            return false;
        }
    }

    /** Such as DeploymentBuilder. */
    private boolean isOfChild(String kind) {
        return plan.children().stream()
                .anyMatch(child -> kind.equals(child.kind() + "Builder") || kind.equals(child.kind() + "Status"));
    }

    /**
     * The source of the record.
     *
     * @param type its name; if that is not the kind, an annotation has the kind
     */
    private String parentRecord(String type) {
        boolean isKind = type.equals(plan.parent().kind());
        Map<String, String> spec = new LinkedHashMap<>();
        plan.fields().forEach(field -> spec.put(field.text(), description(schema(field.text()))));
        Map<String, String> status = new LinkedHashMap<>();
        status.put("ready", plan.readyDescription());
        if (plan.countsReplicas()) {
            status.put("readyReplicas", description(schema("readyReplicas")));
        }
        return Template.fill(
                "java/Parent.java",
                Map.ofEntries(
                        Map.entry("package", packageName()),
                        Map.entry("description", plan.description()),
                        Map.entry("group", plan.group()),
                        Map.entry("type", type),
                        Map.entry("kindImport", isKind ? "" : "import io.fabric8.kubernetes.model.annotation.Kind;\n"),
                        Map.entry(
                                "kindAnnotation",
                                isKind ? "" : "@Kind(\"" + plan.parent().kind() + "\")\n"),
                        Map.entry("specComment", javadoc("The desired state, which users write.", spec)),
                        Map.entry(
                                "components",
                                plan.fields().stream().map(JavaFiles::component).collect(Collectors.joining(","))),
                        Map.entry("statusComment", javadoc("The observed state, as the hook returned it.", status)),
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

    private static String javadoc(String description, Map<String, String> params) {
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

    private static String component(ProjectPlan.SpecField field) {
        JsonNode schema = schema(field.text());
        List<String> limits = new ArrayList<>();
        if (field.required()) {
            limits.add("required = true");
        }
        ATTRIBUTES.forEach(attribute -> {
            JsonNode value = schema.path(attribute.getKey());
            if (!value.isMissingNode()) {
                boolean isText = attribute.getKey().equals("default");
                limits.add(attribute.getValue() + " = " + (isText ? '"' + value.asText() + '"' : value));
            }
        });
        limits.add("column = \"" + field.column() + '"');
        return "\n        @CrdField(" + String.join(", ", limits) + ") " + field.javaType() + " " + field.text();
    }
}
