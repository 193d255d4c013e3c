package io.hookline.cli.init;

import io.hookline.spec.HookServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes the folder {@code deploy/}: what a cluster needs to run the controller, in parts that are installed and deleted apart. */
final class DeployFiles {

    /** Its path. */
    static final String PATH = "deploy/";

    /** The file with the least role of the watcher, which is computed from the other files of the project. */
    static final String ROLE = PATH + "watcher-role.yaml";

    private static final String CRDS = "/io/hookline/testing/embedded/crds/";
    private static final String MANIFESTS = "/io/hookline/cli/init/manifests/";

    private final ProjectPlan plan;
    private final String version;

    DeployFiles(ProjectPlan plan, String version) {
        this.plan = plan;
        this.version = version;
    }

    /** A ConfigMap has the sources of the hook; a program is in an image. */
    private boolean isMounted() {
        return plan.language() != Language.GO;
    }

    /** The folder whose kustomization has the files of the hook. */
    private String hookFolder() {
        return plan.language() == Language.JAVA ? "src/main" : "hooks";
    }

    /**
     * A kustomization with the files of the hook.
     *
     * @param files relative to the folder
     */
    GeneratedFile hookKustomization(List<String> files) {
        return new GeneratedFile(
                hookFolder() + "/kustomization.yaml",
                "the hook as a ConfigMap, for deploy/",
                Template.fill(
                        "project/hook-kustomization.yaml",
                        Map.of("name", plan.name(), "files", "- " + String.join("\n- ", files))));
    }

    /** All its files but the role. */
    List<GeneratedFile> files() {
        Map<String, String> named = Map.of("name", plan.name());
        Map<String, String> values = Map.of(
                "name", plan.name(),
                "service", HookServers.serviceOf(plan.name()),
                "version", version,
                "hookFolder", hookFolder(),
                "hookResource", isMounted() ? "- ../" + hookFolder() : "",
                "hook", Template.fill("deploy/hook-server/" + (isMounted() ? "mounted" : "image") + ".txt", named));
        List<GeneratedFile> files = new ArrayList<>();
        files.add(filled("kustomization.yaml", "kubectl apply -k deploy", values));
        files.add(filled("hook-server/kustomization.yaml", "the hook server of this project", values));
        if (isMounted()) {
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
        return new GeneratedFile(PATH + path, purpose, Template.fill("deploy/" + path, values));
    }

    private static GeneratedFile copied(String resource, String path) {
        String text = Template.resource(resource)
                .orElseThrow(() -> new IllegalStateException(resource + " is missing in the jar"));
        return new GeneratedFile(PATH + path, "", text);
    }
}
