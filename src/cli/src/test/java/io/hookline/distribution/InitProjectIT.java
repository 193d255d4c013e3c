package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.cli.Kubectl;
import io.hookline.cli.check.CheckRun;
import io.hookline.cli.init.InitRun;
import io.hookline.manifests.Manifests;
import io.hookline.object.KubeObject;
import io.hookline.testing.FixtureReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users do with a project of {@code hookline init}, in a folder of their own: start it, edit it, test it, deploy it. */
class InitProjectIT {

    @TempDir
    private static Path shared;

    /** One of each language and type, which no test changes. */
    private static final Map<GeneratedProject, Path> PROJECTS = new LinkedHashMap<>();

    @TempDir
    private Path root;

    @BeforeAll
    static void write() throws Exception {
        for (GeneratedProject project : GeneratedProject.all().toList()) {
            PROJECTS.put(project, project.in(shared));
        }
    }

    @ParameterizedTest
    @MethodSource("io.hookline.distribution.GeneratedProject#all")
    void everyProjectPassesItsTestsWithoutAWarning(GeneratedProject project) throws Exception {
        Path folder = PROJECTS.get(project);

        CheckRun run = CheckRun.test(folder);

        assertThat(run.exit()).as(run.out()).isZero();
        assertThat(run.out())
                .containsPattern("PASS +check +1 example, no findings")
                .containsPattern("PASS +fixtures +" + project + ": 1 case")
                .containsPattern("PASS +scenario +" + project)
                .contains("3 passed, 0 failed");
    }

    @ParameterizedTest
    @MethodSource("mountedProjects")
    @Tag("real")
    void theHookServerOfTheDeploymentGetsAWorkingHook(GeneratedProject project) throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        Path folder = PROJECTS.get(project);

        KubeObject files = Manifests.only(Manifests.rendered(folder.resolve("deploy")), "ConfigMap", "hook-" + project);
        Path mounted = Files.createDirectory(root.resolve("mounted"));
        for (var file : files.tree().path("data").properties()) {
            Files.writeString(mounted.resolve(file.getKey()), file.getValue().textValue());
        }

        FixtureReport report = InitRun.test(mounted, project.fixtures(folder));
        assertThat(report.cases()).hasSize(1);
        assertThat(report.passed()).as(report.toString()).isTrue();
    }

    /** As the README of each project says, and then the deployments of all projects, on the API server of {@code dev}. */
    @Test
    @Tag("real")
    void devCreatesTheFirstChildAppliesAnEditAndAcceptsTheDeploymentsOfAllProjects() throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        GeneratedProject project = new GeneratedProject("python-app", "python", false);
        Path folder = project.in(root);
        try (DevProcess dev = new DevProcess(folder)) {
            startAndEdit(project, folder, dev, "\"replicas\": parent[\"spec\"][\"replicas\"]", "\"replicas\": 7");

            Path kubeconfig = folder.resolve(".hookline/kubeconfig");
            for (GeneratedProject each : GeneratedProject.all().toList()) {
                Path deploy = PROJECTS.get(each).resolve("deploy");
                if (PROJECTS.keySet().iterator().next().equals(each)) {
                    String created = GeneratedProject.run(
                                    deploy, "kubectl", "--kubeconfig", kubeconfig.toString(), "create", "-k", "setup")
                            .printed();
                    assertThat(created).contains("deployment.apps/watcher created");
                    assertThat(created.lines()) // dev has the CRDs
                            .allMatch(line -> line.endsWith(" created") || line.endsWith(" already exists"));
                }
                assertThat(Kubectl.run(kubeconfig, "apply", "--dry-run=server", "-k", deploy.toString()))
                        .contains("deployment.apps/" + each + "-hooks created (server dry run)")
                        .contains(each.isMounted() ? "configmap/hook-" + each + " created (server dry run)" : "");
            }
        }
    }

    /** So that projects on one cluster do not call each other's hooks. */
    @Test
    @Tag("real")
    void theServiceOfAProjectSelectsItsOwnHookServerOnly() throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        Path folder = PROJECTS.get(new GeneratedProject("bash-app", "bash", false));
        List<KubeObject> objects = Manifests.rendered(folder.resolve("deploy"));

        KubeObject server = Manifests.only(objects, "Deployment", "bash-app-hooks");
        KubeObject service = Manifests.only(objects, "Service", "bash-app-hooks");
        KubeObject controller = Manifests.only(objects, "CompositeController", "bash-app");

        assertThat(service.tree()
                        .at("/spec/selector/app.kubernetes.io~1component")
                        .asText())
                .isEqualTo("bash-app-hooks");
        assertThat(server.tree().at("/spec/selector/matchLabels"))
                .isEqualTo(service.tree().at("/spec/selector"));
        assertThat(server.tree().at("/spec/template/metadata/labels").properties())
                .containsAll(service.tree().at("/spec/selector").properties());
        assertThat(controller.tree().at("/spec/hooks/sync/webhook/service/name").asText())
                .isEqualTo(service.name());
    }

    @Test
    void devOfAJavaProjectNeedsNoMavenAndAppliesAnEdit() throws Exception {
        GeneratedProject project = new GeneratedProject("java-app", "java", false);
        Path folder = project.in(root);
        try (DevProcess dev = new DevProcess(folder)) {
            startAndEdit(project, folder, dev, "withReplicas(parent.spec().replicas())", "withReplicas(7)");
        }
        assertThat(folder.resolve("target/classes")).doesNotExist();
    }

    private static void startAndEdit(GeneratedProject project, Path folder, DevProcess dev, String before, String after)
            throws IOException {
        dev.start();
        dev.awaitPrinted("created " + project.firstChild());
        dev.awaitPrinted("every sample has its children and first status");
        String hook = Files.readString(folder.resolve(project.hook()));
        assertThat(hook).contains(before);

        dev.write(project.hook(), hook.replace(before, after));

        dev.awaitPrinted("updated " + project.firstChild());
        assertThat(dev.printed()).contains("spec.replicas: 2 → 7");
    }

    static Stream<GeneratedProject> mountedProjects() {
        return GeneratedProject.all().filter(GeneratedProject::isMounted);
    }

    /** It depends on the type of the controller, not on the language. */
    @Test
    void theRoleOfTheProjectIsTheOneThatRbacPrints() throws Exception {
        for (GeneratedProject project : List.of(
                new GeneratedProject("java-app", "java", false), new GeneratedProject("bash-notes", "bash", true))) {
            Path folder = PROJECTS.get(project);

            String printed = GeneratedProject.run(
                            folder, Distribution.HOOKLINE, "rbac", "-f", "controller", "--name", "hookline-" + project)
                    .succeeded();

            assertThat(folder.resolve("deploy/watcher-role.yaml")).hasContent(printed);
        }
    }
}
