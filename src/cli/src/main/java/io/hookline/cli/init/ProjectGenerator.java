package io.hookline.cli.init;

import io.hookline.spec.HookServers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Generates all files of a project but the role of the watcher, which depends on them. Pure. */
final class ProjectGenerator {

    /**
     * One file of a new project.
     *
     * @param path relative to the project's folder, with slashes
     * @param purpose what it is for, in a few words; empty for a file that users need not know
     */
    record GeneratedFile(String path, String purpose, String text) {

        /** Whether users can start it: it names its interpreter. */
        boolean isProgram() {
            return text.startsWith("#!");
        }
    }

    /** The folder with the CRD and the controller. */
    static final String CONTROLLER = "controller/";

    /** The file with the least role of the watcher, which is computed from the other files of the project. */
    static final String ROLE = "deploy/watcher-role.yaml";

    private static final String CRDS = "/io/hookline/testing/embedded/crds/";
    private static final String MANIFESTS = "/io/hookline/cli/init/manifests/";
    private static final String NEW_SOURCES =
            "* New source files of the hook belong into the `kustomization.yaml` beside them; `hookline check --fix` adds them.";

    private final ProjectPlan plan;
    private final LanguageFiles language;
    private final String version;

    /**
     * Creates a generator.
     *
     * @param version of Hookline
     */
    ProjectGenerator(ProjectPlan plan, LanguageFiles language, String version) {
        this.plan = plan;
        this.language = language;
        this.version = version;
    }

    /** The files, in the order in which a reader needs them. */
    List<GeneratedFile> files() {
        List<String> manifests = plan.decorator() ? List.of("controller.yaml") : List.of("crd.yaml", "controller.yaml");
        List<String> installed =
                new ArrayList<>(manifests.stream().map(CONTROLLER::concat).toList());
        installed.add("sample.yaml");
        TestFiles tests = new TestFiles(plan);
        List<GeneratedFile> files = new ArrayList<>();
        files.add(readme());
        files.addAll(controllerFolder());
        files.add(tests.sample());
        files.addAll(language.files());
        files.add(tests.expect(installed));
        files.addAll(deployFolder());
        files.add(new GeneratedFile(
                ".gitignore", "files of the tools", "/.hookline/\n/target/\n__pycache__/\n" + language.ignored()));
        return files;
    }

    private GeneratedFile readme() {
        Map<String, String> values = new HashMap<>();
        values.put("name", plan.name());
        values.put("kind", kind());
        values.put("what", what());
        values.put("hookPath", language.hookPath());
        values.put("kubectlKind", plan.parent().kind().toLowerCase(Locale.ROOT));
        values.put("kubeconfig", language.kubeconfig());
        values.put(
                "build",
                language.build()
                        .map(command -> "| `" + command + "` | builds the hook |")
                        .orElse(""));
        values.put("language", language.readme());
        values.put("newSources", language.mountedFolder().isPresent() ? NEW_SOURCES : "");
        values.put("role", "hookline rbac -f controller --name hookline-" + plan.name());
        values.put("version", version);
        values.put("grant", plan.decorator() ? "Then the role" : "Then the kind `" + kind() + "`, and the role");
        values.put(
                "applyGrant",
                "kubectl apply" + (plan.decorator() ? "" : " -f " + CONTROLLER + "crd.yaml") + " -f " + ROLE);
        values.put(
                "stay",
                plan.decorator() ? "What it attached stays." : "The `" + kind() + "` objects and their children stay.");
        values.put(
                "uninstallKind",
                plan.decorator() ? "" : Template.fill("project/README-uninstall.md", Map.of("kind", kind())));
        return new GeneratedFile(
                "README.md",
                "how to start, test and deploy it",
                Template.fill("project/README.md", values)
                                .replace("\n\n\n", "\n\n")
                                .stripTrailing() + "\n");
    }

    private String kind() {
        return plan.parent().kind();
    }

    private String what() {
        String children = plan.childrenInWords();
        return plan.decorator()
                ? "A decorator: each " + plan.parent().kind() + " with the label `" + plan.name() + ": enabled` gets "
                        + children + "."
                : "A controller: each `" + plan.parent().kind() + "` gets " + children + ".";
    }

    /** The CRD and the controller. */
    private List<GeneratedFile> controllerFolder() {
        GeneratedFile kustomization = new GeneratedFile(
                CONTROLLER + "kustomization.yaml",
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
                        plan.children().stream().map(ProjectGenerator::rule).collect(Collectors.joining("\n")));
        return new GeneratedFile(CONTROLLER + "controller.yaml", purpose, Template.fill(template, values));
    }

    private static String rule(ProjectKind child) {
        return "- apiVersion: " + child.apiVersion() + "\n  resource: " + child.plural()
                + "\n  updateStrategy:\n    method: " + child.updateMethod();
    }

    private GeneratedFile crd() {
        List<ProjectPlan.SpecField> fields = plan.fields();
        String required = fields.stream()
                .filter(ProjectPlan.SpecField::required)
                .map(ProjectPlan.SpecField::text)
                .collect(Collectors.joining(", "));
        String properties = fields.stream()
                .map(field -> "  " + field.schema().replace("\n", "\n  "))
                .collect(Collectors.joining("\n"));
        Map<String, String> values = new HashMap<>();
        values.put("kind", plan.parent().kind());
        values.put("description", plan.description());
        values.put("plural", plan.parent().plural());
        values.put("singular", plan.parent().kind().toLowerCase(Locale.ROOT));
        values.put("group", plan.group());
        values.put("columns", fields.stream().map(ProjectGenerator::columnEntry).collect(Collectors.joining("\n")));
        values.put("required", required.isEmpty() ? "" : "required: [" + required + "]");
        values.put("properties", fields.isEmpty() ? "" : "properties:\n" + properties);
        values.put("readyDescription", plan.readyDescription());
        values.put(
                "readyReplicas",
                plan.countsReplicas()
                        ? Template.read("fields/readyReplicas.yaml").strip()
                        : "");
        return new GeneratedFile(
                CONTROLLER + "crd.yaml",
                "the kind " + plan.parent().kind() + ": its fields and their types",
                language.crd(Template.fill("project/crd.yaml", values)));
    }

    private static String columnEntry(ProjectPlan.SpecField field) {
        return "- name: " + field.column() + "\n  type: " + field.type() + "\n  jsonPath: .spec." + field.text();
    }

    /** What a cluster needs to run the controller, in parts that are installed and deleted apart; without the role. */
    private List<GeneratedFile> deployFolder() {
        boolean isMounted =
                language.mountedFolder().isPresent(); // a ConfigMap has the sources; a program is in an image
        String hookFolder = language.mountedFolder().orElse("hooks");
        Map<String, String> named = Map.of("name", plan.name());
        Map<String, String> values = Map.of(
                "name",
                plan.name(),
                "service",
                HookServers.serviceOf(plan.name()),
                "version",
                version,
                "hookFolder",
                hookFolder,
                "hookResource",
                isMounted ? "- ../" + hookFolder : "",
                "hook",
                Template.fill("deploy/hook-server/" + (isMounted ? "mounted" : "image") + ".txt", named));
        List<GeneratedFile> files = new ArrayList<>();
        files.add(filled("kustomization.yaml", "kubectl apply -k deploy", values));
        files.add(filled("hook-server/kustomization.yaml", "the hook server of this project", values));
        if (isMounted) {
            files.add(filled("hook-server/mount.yaml", "gives it the hook", values));
        }
        files.add(copied(MANIFESTS + "hooks/deployment.yaml", "hook-server/deployment.yaml"));
        for (String file : List.of("service", "disruption-budget", "network-policy")) {
            files.add(copied(MANIFESTS + "hooks/" + file + ".yaml", "hook-server/" + file + ".yaml"));
        }
        files.add(filled("setup/kustomization.yaml", "Hookline itself, once for each cluster", values));
        files.add(copied(MANIFESTS + "watcher/service-account.yaml", "setup/service-account.yaml"));
        files.add(copied(MANIFESTS + "watcher/deployment.yaml", "setup/watcher.yaml"));
        files.add(copied(MANIFESTS + "watcher/namespace.yaml", "setup/namespace.yaml"));
        for (String crd : List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers")) {
            files.add(copied(CRDS + crd + ".yaml", "setup/" + crd + ".yaml"));
        }
        return files;
    }

    private static GeneratedFile filled(String path, String purpose, Map<String, String> values) {
        return new GeneratedFile("deploy/" + path, purpose, Template.fill("deploy/" + path, values));
    }

    private static GeneratedFile copied(String resource, String path) {
        String text = Template.resource(resource)
                .orElseThrow(() -> new IllegalStateException(resource + " is missing in the jar"));
        return new GeneratedFile("deploy/" + path, "", text);
    }
}
