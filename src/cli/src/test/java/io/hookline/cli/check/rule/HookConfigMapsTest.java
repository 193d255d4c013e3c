package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.dev.DevProject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated ConfigMaps that no longer fit the files of their hooks. */
class HookConfigMapsTest {

    private static final String KUSTOMIZATION = """
            apiVersion: kustomize.config.k8s.io/v1beta1
            kind: Kustomization
            configMapGenerator:
            - name: hook-webapp
              files:
              - webapp/sync.py
            """;

    @TempDir
    private Path folder;

    private final Map<String, String> files = GoodProject.files();

    private List<String> findings() throws Exception {
        return GoodProject.findings(folder, files);
    }

    private List<String> fix() {
        DevProject project = new DevProject(folder, List.of(), Optional.empty(), Optional.empty());
        return HookConfigMaps.fix(project.hooks()).stream()
                .map(change -> change.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void aSourceThatTheKustomizationOfTheHookLacksIsNamed() throws Exception {
        files.put("hooks/kustomization.yaml", KUSTOMIZATION);
        files.put("hooks/webapp/sync.py", "");
        assertThat(findings()).isEmpty();

        files.put("hooks/webapp/names.py", "");
        files.put("hooks/webapp/service.yaml", "");
        files.put("hooks/webapp/test_names.py", "");
        files.put("hooks/webapp/fixtures/helper.py", "");
        files.put("hooks/webapp/lib/gson.jar", "");

        assertThat(findings())
                .containsExactly(
                        "warning hooks/kustomization.yaml:5: the ConfigMap lacks webapp/lib/gson.jar of hook webapp; deploy"
                                + " a hook with libraries in an image",
                        "warning hooks/kustomization.yaml:5: the ConfigMap lacks webapp/names.py of hook webapp; add it to"
                                + " files or run `hookline check --fix`, otherwise the deployed hook does not have it",
                        "warning hooks/kustomization.yaml:5: the ConfigMap lacks webapp/service.yaml of hook webapp; add it"
                                + " to files or run `hookline check --fix`, otherwise the deployed hook does not have it");
    }

    /** A mounted ConfigMap is one folder, so that {@code require("./util/names")} fails there. */
    @Test
    void sourcesInSubFoldersAndPackagesNeedAnImage() throws Exception {
        files.put("hooks/kustomization.yaml", KUSTOMIZATION.replace("sync.py", "sync.js"));
        for (String source : List.of(
                "sync.js", "lib/names.js", "util/names.py", "node_modules/yaml/a.js", "node_modules/yaml/b.js")) {
            files.put("hooks/webapp/" + source, "");
        }

        assertThat(findings())
                .containsExactly(
                        "warning hooks/kustomization.yaml:5: the ConfigMap lacks webapp/lib/names.js of hook webapp; a"
                                + " ConfigMap has no folders, so move the file to hooks/webapp, or deploy the hook in an image",
                        "warning hooks/kustomization.yaml:5: the ConfigMap lacks webapp/node_modules of hook webapp; deploy"
                                + " a hook with libraries in an image",
                        "warning hooks/kustomization.yaml:5: the ConfigMap lacks webapp/util/names.py of hook webapp; a"
                                + " ConfigMap has no folders, so move the file to hooks/webapp, or deploy the hook in an image");
        assertThat(fix()).isEmpty();
    }

    @Test
    void aFileThatTheKustomizationOfTheHookListsButIsMissingIsNamed() throws Exception {
        files.put("hooks/kustomization.yaml", KUSTOMIZATION + "  - main.py=webapp/old.py\n");
        files.put("hooks/webapp/sync.py", "");

        assertThat(findings())
                .containsExactly(
                        "warning hooks/kustomization.yaml:7: main.py=webapp/old.py: no such file, so `kubectl apply"
                                + " -k` fails; remove the line, or run `hookline check --fix`");
    }

    @Test
    void theSourcesOfAMavenProjectAreComparedToo() throws Exception {
        files.put("pom.xml", "<project/>");
        files.put("src/main/java/com/example/WebApp.java", "");
        files.put("src/main/java/com/example/WebAppHook.java", "");
        files.put("src/main/resources/service.yaml", "");
        files.put(
                "src/main/kustomization.yaml", KUSTOMIZATION.replace("webapp/sync.py", "java/com/example/WebApp.java"));

        assertThat(findings())
                .containsExactly(
                        "warning src/main/kustomization.yaml:5: the ConfigMap lacks java/com/example/WebAppHook.java of hook"
                                + " webapp; add it to files or run `hookline check --fix`, otherwise the deployed hook does"
                                + " not have it",
                        "warning src/main/kustomization.yaml:5: the ConfigMap lacks resources/service.yaml of hook webapp;"
                                + " add it to files or run `hookline check --fix`, otherwise the deployed hook does not have"
                                + " it");
    }

    @Test
    void otherGeneratedConfigMapsAreIgnored() throws Exception {
        files.put("kustomization.yaml", KUSTOMIZATION.replace("webapp/sync.py", "nginx.conf"));
        files.put("sync.py", "");

        assertThat(findings()).isEmpty();
    }

    @Test
    void aFixListsTheSourcesAndKeepsTheRestOfTheFile() throws Exception {
        files.put(
                "hooks/kustomization.yaml",
                "# Mine.\n" + KUSTOMIZATION + "  - webapp/old.py\n  - data.json=webapp/fixtures/data.json # kept\n"
                        + "- name: other\n  files: [other.conf]\n");
        files.put("hooks/other.conf", "");
        files.put("hooks/webapp/fixtures/data.json", "");
        for (String source : List.of("sync.py", "names.py", "service.yaml", "test_names.py", "lib/gson.jar")) {
            files.put("hooks/webapp/" + source, "");
        }
        findings();

        assertThat(fix())
                .containsExactly(
                        "hooks/kustomization.yaml: added webapp/names.py",
                        "hooks/kustomization.yaml: added webapp/service.yaml",
                        "hooks/kustomization.yaml: removed webapp/old.py");

        assertThat(Files.readString(folder.resolve("hooks/kustomization.yaml")))
                .isEqualTo("# Mine.\n" + KUSTOMIZATION + "  - data.json=webapp/fixtures/data.json # kept\n"
                        + "  - webapp/names.py\n  - webapp/service.yaml\n"
                        + "- name: other\n  files: [other.conf]\n");
        assertThat(fix()).isEmpty();
    }

    @Test
    void aListInOneLineIsLeftToItsAuthor() throws Exception {
        files.put(
                "hooks/kustomization.yaml",
                KUSTOMIZATION.replace("files:\n  - webapp/sync.py", "files: [webapp/sync.py]"));
        files.put("hooks/webapp/sync.py", "");
        files.put("hooks/webapp/names.py", "");
        assertThat(findings()).hasSize(1);

        assertThat(fix()).isEmpty();
        assertThat(findings()).hasSize(1);
    }
}
