package io.hookline.cli.init;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Generates all files of a project but the role of the watcher, which depends on them. Pure. */
final class ProjectGenerator {

    private static final String NEW_SOURCES =
            "* New source files of the hook belong into the `kustomization.yaml` beside them.";

    private final ProjectPlan plan;
    private final String version;

    /**
     * Creates a generator.
     *
     * @param version of Hookline
     */
    ProjectGenerator(ProjectPlan plan, String version) {
        this.plan = plan;
        this.version = version;
    }

    /** The files, in the order in which a reader needs them. */
    List<GeneratedFile> files() {
        ControllerFolder controller = new ControllerFolder(plan);
        List<String> installed = new ArrayList<>(controller.manifests().stream()
                .map(ControllerFolder.PATH::concat)
                .toList());
        installed.add("sample.yaml");
        List<GeneratedFile> files = new ArrayList<>();
        files.add(readme());
        files.addAll(controller.files());
        files.add(SampleFile.file(plan));
        files.addAll(hook());
        files.add(ExpectFile.file(plan, installed));
        files.addAll(new DeployFiles(plan, version).files());
        files.add(new GeneratedFile(".gitignore", "files of the tools", ignored()));
        return files;
    }

    private String ignored() {
        String program = plan.language() == Language.GO ? "/" + GoFiles.program(plan) + "\n" : "";
        return "/.hookline/\n/target/\n__pycache__/\n" + program;
    }

    private List<GeneratedFile> hook() {
        List<GeneratedFile> files = new ArrayList<>();
        DeployFiles deploy = new DeployFiles(plan, version);
        if (plan.language() == Language.JAVA) {
            JavaFiles java = new JavaFiles(plan, version);
            files.addAll(java.files());
            files.addAll(new FixtureFiles(plan).in(""));
            files.add(deploy.hookKustomization(java.hookSources()));
            return files;
        }
        GeneratedFile program = new HookFilesGenerator(plan).program();
        files.add(program);
        files.addAll(new FixtureFiles(plan).in(HookFilesGenerator.folder(plan)));
        if (plan.language() == Language.GO) {
            files.addAll(new GoFiles(plan, version).others());
            return files;
        }
        files.add(deploy.hookKustomization(List.of(program.path().substring("hooks/".length()))));
        return files;
    }

    private GeneratedFile readme() {
        Map<String, String> values = new HashMap<>();
        values.put("name", plan.name());
        values.put("kind", kind());
        values.put("what", what());
        values.put(
                "hookPath",
                plan.language() == Language.JAVA
                        ? "src/main/"
                                + new JavaFiles(plan, version).hookSources().getLast()
                        : new HookFilesGenerator(plan).program().path());
        values.put("kubectlKind", plan.parent().kind().toLowerCase(Locale.ROOT));
        values.put(
                "kubeconfig", plan.language() == Language.JAVA ? "target/hookline.kubeconfig" : ".hookline/kubeconfig");
        values.put(
                "build", plan.language() == Language.GO ? "| `" + GoFiles.build(plan) + "` | builds the hook |" : "");
        values.put("language", language());
        values.put("newSources", plan.language() == Language.GO ? "" : NEW_SOURCES);
        values.put("role", "hookline rbac -f controller --name hookline-" + plan.name());
        values.put("version", version);
        values.put("grant", plan.decorator() ? "Then the role" : "Then the kind `" + kind() + "`, and the role");
        values.put(
                "applyGrant",
                "kubectl apply"
                        + (plan.decorator() ? "" : " -f " + ControllerFolder.PATH + "crd.yaml")
                        + " -f " + DeployFiles.ROLE);
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

    /** The section of the README about the language. */
    private String language() {
        return switch (plan.language()) {
            case JAVA -> new JavaFiles(plan, version).readme();
            case GO -> new GoFiles(plan, version).readme();
            case PYTHON -> Template.fill("project/README-python.md", Map.of());
            case JAVASCRIPT, BASH -> "";
        };
    }

    private String kind() {
        return plan.parent().kind();
    }

    private String what() {
        String children = Words.list(plan.children().stream()
                .map(child -> Words.withArticle(child.kind()))
                .toList());
        return plan.decorator()
                ? "A decorator: each " + plan.parent().kind() + " with the label `" + plan.name() + ": enabled` gets "
                        + children + "."
                : "A controller: each `" + plan.parent().kind() + "` gets " + children + ".";
    }
}
