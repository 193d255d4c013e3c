package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.cli.Kubectl;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.manifests.Manifests;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Projects of {@code hookline init} on a real API server: their deployments are accepted, and work with the least role. */
@RealControlPlane
class RealInitIT {

    private static Path admin;

    @TempDir
    private Path root;

    @BeforeAll
    static void start(ControlPlane plane) {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        plane.startControllers();
        admin = plane.kubeconfig(ControlPlane.ADMIN);
    }

    private static String kubectl(String... args) throws Exception {
        return Kubectl.run(admin, args);
    }

    /** Removes what a test has left, and gives the other tests the CRDs of Hookline back. */
    @AfterEach
    void clean() throws Exception {
        setUp(new GeneratedProject("bash-notes", "bash", true).in(make("restored")));
        kubectl("delete", "compositecontrollers,decoratorcontrollers", "--all");
        kubectl("-n", "hookline", "delete", "deployments,services,serviceaccounts,configmaps", "--all");
    }

    /** Installs what the cluster does not have; this control plane has the CRDs. */
    private static GeneratedProject.Result setUp(Path folder) throws Exception {
        GeneratedProject.Result result = GeneratedProject.run(
                folder, "kubectl", "--kubeconfig", admin.toString(), "create", "-k", "deploy/setup");
        assertThat(result.printed().lines())
                .allMatch(line -> line.endsWith(" created") || line.endsWith(" already exists"));
        return result;
    }

    @Test
    void theServerAcceptsTheDeploymentsOfAllProjects() throws Exception {
        boolean installed = false;
        for (GeneratedProject project : GeneratedProject.all().toList()) {
            Path folder = project.in(root);
            if (!installed) {
                setUp(folder);
                installed = true;
            }

            grant(project, folder, "--dry-run=server");
            assertThat(kubectl(
                                    "apply",
                                    "--dry-run=server",
                                    "-k",
                                    folder.resolve("deploy").toString())
                            .lines())
                    .hasSizeGreaterThanOrEqualTo(5)
                    .allMatch(line -> line.endsWith(" (server dry run)"));
        }
    }

    /** As the README says: the kind, if the project has one, and the role. */
    private static String grant(GeneratedProject project, Path folder, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("apply"));
        command.addAll(List.of(options));
        if (!project.decorator()) {
            command.addAll(List.of("-f", folder.resolve("controller/crd.yaml").toString()));
        }
        command.addAll(List.of("-f", folder.resolve("deploy/watcher-role.yaml").toString()));
        return kubectl(command.toArray(new String[0]));
    }

    /** A project of an older version must not replace the watcher of all projects. */
    @Test
    void theSetupChangesNothingThatExists() throws Exception {
        GeneratedProject project = new GeneratedProject("bash-app", "bash", false);
        Path folder = project.in(root);
        setUp(folder);
        kubectl("-n", "hookline", "set", "image", "deployment/watcher", "watcher=hookline:newer");
        kubectl("-n", "hookline", "delete", "serviceaccount", "hookline");

        GeneratedProject.Result again = setUp(folder);

        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.printed())
                .contains("deployments.apps \"watcher\" already exists")
                .contains("serviceaccount/hookline created");
        grant(project, folder);
        kubectl("apply", "-k", folder.resolve("deploy").toString());
        String image = kubectl("-n", "hookline", "get", "deployment", "watcher", "-o", "jsonpath={..image}");
        uninstall(project, folder); // its role would give rights to the watcher of other tests
        assertThat(image).isEqualTo("hookline:newer");
    }

    /** A running project: its hook server and the watcher, as their manifests say. */
    private final class Running implements AutoCloseable {

        private final LocalContainer hooks;
        private final LocalContainer watcher;

        Running(GeneratedProject project, Path folder, ControlPlane plane) throws Exception {
            setUp(folder);
            grant(project, folder);
            kubectl("apply", "-k", folder.resolve("deploy").toString());
            List<KubeObject> objects = Manifests.rendered(folder.resolve("deploy"));
            hooks = new LocalContainer(
                    Manifests.only(objects, "Deployment", project + "-hooks"), objects, make("hooks"), Map.of());
            hooks.awaitReady();
            watcher = watcher(folder, plane, hooks);
        }

        private LocalContainer watcher(Path folder, ControlPlane plane, LocalContainer server) throws Exception {
            List<KubeObject> setup = Manifests.rendered(folder.resolve("deploy/setup"));
            // The Service has no address here: the hook server acts as the proxy to it.
            LocalContainer started = new LocalContainer(
                    Manifests.only(setup, "Deployment", "watcher"),
                    setup,
                    make("watcher"),
                    Map.of(
                            "KUBECONFIG",
                            plane.kubeconfig("hookline", "hookline").toString(),
                            "HTTP_PROXY",
                            server.uri("http").toString()));
            started.awaitReady();
            return started;
        }

        @Override
        public void close() {
            watcher.close();
            hooks.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"java-app, java, false", "javascript-notes, javascript, true"})
    void aDeployedProjectPassesItsTestWithTheLeastRole(
            String name, String language, boolean decorator, ControlPlane plane) throws Exception {
        GeneratedProject project = new GeneratedProject(name, language, decorator);
        Path folder = project.in(root);
        try (KubeCluster cluster = plane.connect("init");
                Running _ = new Running(project, folder, plane)) {
            ScenarioEnvironment world =
                    new ScenarioEnvironment(cluster, _ -> 0, _ -> 0, InstantSource.system(), new RealTime()).patient(4);

            assertThat(ScenarioRunner.run(Scenario.read(folder), world)).isInstanceOf(ScenarioResult.Passed.class);

            uninstall(project, folder);
        }
    }

    /** As the README says. */
    private static void uninstall(GeneratedProject project, Path folder) throws Exception {
        Instant begun = Instant.now();
        kubectl("delete", "-k", folder.resolve("deploy").toString());
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(30));
        if (!project.decorator()) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(finalizers(project)).isEmpty());
        }
        kubectl("delete", "-f", folder.resolve("deploy/watcher-role.yaml").toString());
        if (!project.decorator()) {
            kubectl("delete", "-f", folder.resolve("controller/crd.yaml").toString());
        }
    }

    private static String finalizers(GeneratedProject project) throws Exception {
        String plural = project.name().replace("-", "") + "s";
        return kubectl("get", plural, "-A", "-o", "jsonpath={.items[*].metadata.finalizers}");
    }

    /** A project whose hook has something to do before an object is deleted, with an object. */
    private Path finalizing(GeneratedProject project) throws Exception {
        Path folder = project.in(root);
        Files.writeString(
                folder.resolve("hooks/python-app/finalize.py"),
                "def finalize(request):\n    return {'finalized': True, 'children': []}\n");
        append(folder.resolve("hooks/kustomization.yaml"), "      - python-app/finalize.py\n");
        append(folder.resolve("controller/controller.yaml"), """
                    finalize:
                      webhook:
                        service:
                          name: python-app-hooks
                          namespace: hookline
                        path: /python-app/finalize
                """.indent(0));
        Path role = folder.resolve("deploy/watcher-role.yaml");
        Files.writeString(
                role,
                GeneratedProject.run(
                                folder,
                                Distribution.HOOKLINE,
                                "rbac",
                                "-f",
                                "controller",
                                "--name",
                                "hookline-python-app")
                        .succeeded());
        return folder;
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, Files.readString(file).stripTrailing() + "\n" + text);
    }

    private static void awaitFinalizer(GeneratedProject project, Path folder) throws Exception {
        kubectl("apply", "-f", folder.resolve("sample.yaml").toString());
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() ->
                        assertThat(finalizers(project)).contains("metacontroller.io/compositecontroller-python-app"));
    }

    @Test
    void aProjectWithAFinalizeHookIsUninstalled(ControlPlane plane) throws Exception {
        GeneratedProject project = new GeneratedProject("python-app", "python", false);
        Path folder = finalizing(project);
        try (Running _ = new Running(project, folder, plane)) {
            awaitFinalizer(project, folder);

            uninstall(project, folder);
        }
    }

    /** The watcher and its account go first: it cannot take its finalizers away. */
    @Test
    void aProjectIsFreedAfterHooklineWasDeletedFirst(ControlPlane plane) throws Exception {
        GeneratedProject project = new GeneratedProject("python-app", "python", false);
        Path folder = finalizing(project);
        try (Running _ = new Running(project, folder, plane)) {
            awaitFinalizer(project, folder);
        }
        kubectl("delete", "-k", folder.resolve("deploy/setup").toString());
        kubectl(
                "delete",
                "--wait=false",
                "-f",
                folder.resolve("controller/crd.yaml").toString(),
                "-f",
                folder.resolve("deploy/watcher-role.yaml").toString());

        assertThat(GeneratedProject.run(
                                root, "env", "KUBECONFIG=" + admin, Distribution.HOOKLINE, "release", "python-app")
                        .succeeded())
                .contains("released PythonApp default/sample");
        kubectl("wait", "--for=delete", "--timeout=60s", "crd/pythonapps.example.com");
    }

    private Path make(String name) throws IOException {
        return Files.createDirectory(root.resolve(name));
    }
}
