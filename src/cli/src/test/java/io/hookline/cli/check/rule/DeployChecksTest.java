package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.rbac.RoleNames;
import io.hookline.hook.RelatedRule;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A role that no longer fits the controllers and hooks of its project. */
class DeployChecksTest {

    @TempDir
    private Path folder;

    private final Map<String, String> files = GoodProject.files();

    private List<String> findings() throws Exception {
        return GoodProject.findings(folder, files);
    }

    /** The role for the project as it is now. */
    private String role(RoleNames names) {
        ControllerFiles controllers = ControllerFiles.read(List.of(folder), false, InputStream.nullInputStream());
        return LeastRole.of(controllers, List.of(), LeastRole.Options.of(folder.resolve("hooks")))
                .yaml(names);
    }

    private void generateRole(RoleNames names) throws Exception {
        findings();
        files.put("deploy/watcher-role.yaml", role(names));
        assertThat(findings()).isEmpty();
    }

    private void edit(String file, String before, String after) {
        assertThat(files.get(file)).contains(before);
        files.computeIfPresent(file, (_, text) -> text.replace(before, after));
    }

    @Test
    void aRoleThatLacksANewChildKindIsNamedWithTheCommandThatWritesItAgain() throws Exception {
        generateRole(new RoleNames("hookline-webapp", "hookline", "hookline"));

        edit("controller.yaml", "  hooks:", "  - {apiVersion: networking.k8s.io/v1, resource: ingresses}\n  hooks:");

        assertThat(findings())
                .containsExactly("warning deploy/watcher-role.yaml:8: ClusterRole hookline-webapp lacks create, delete,"
                        + " get, list, patch, watch on ingresses (networking.k8s.io), which CompositeController webapp"
                        + " needs; write it again with `hookline rbac -f " + folder
                        + " --name hookline-webapp >deploy/watcher-role.yaml`");
    }

    @Test
    void aRoleThatLacksAVerbIsNamed() throws Exception {
        generateRole(new RoleNames("watcher", "robot", "operators"));

        edit("controller.yaml", "resource: services}", "resource: services, updateStrategy: {method: Recreate}}");
        edit(
                "deploy/watcher-role.yaml",
                "resources: [services]\n    verbs: [",
                "resources: [services]\n    verbs: [get]  # [");

        assertThat(findings())
                .singleElement()
                .asString()
                .contains("ClusterRole watcher lacks create, delete, list, patch, update, watch on services, which")
                .contains(" --name watcher --service-account robot --namespace operators >");
    }

    @Test
    void aRoleThatLacksWhatACustomizeHookWasSeenToRequestIsNamed() throws Exception {
        generateRole(RoleNames.DEFAULTS);
        edit("controller.yaml", "  hooks:\n", """
              hooks:
                customize: {webhook: {service: {name: hooks, namespace: hookline}, path: /webapp/sync}}
            """);

        assertThat(findings()).singleElement().asString().contains("no fixture of it shows");
        assertThat(GoodProject.findings(
                        folder,
                        files,
                        Map.of(
                                "webapp",
                                List.of(RelatedRule.of("batch/v1", "jobs").named("import")))))
                .singleElement()
                .asString()
                .contains(
                        "ClusterRole hookline lacks list, watch on jobs (batch), which CompositeController webapp needs")
                .contains(" --related batch/v1/jobs >");
        assertThat(GoodProject.findings(folder, files, Map.of("webapp", List.of())))
                .isEmpty();
    }

    @Test
    void aRoleWithMoreRightsThanNeededIsFine() throws Exception {
        generateRole(RoleNames.DEFAULTS);
        edit("controller.yaml", "  - {apiVersion: v1, resource: services}\n", "");
        edit("fixtures/first.answer.json", """
                ,
                    {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "shop"}, "spec": {"ports": [{"port": 80}]}}
                """, "\n");

        assertThat(findings()).isEmpty();
    }

    @Test
    void aPatternThatNoApiServerAcceptsIsOneFinding() throws Exception {
        generateRole(RoleNames.DEFAULTS);
        edit("crd.yaml", "image: {type: string}", "image: {type: string, pattern: '^[a-z'}");

        assertThat(findings()).singleElement().asString().contains("crd.yaml:21", "must be a valid regular expression");
    }
}
