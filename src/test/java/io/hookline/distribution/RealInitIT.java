package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
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
        assumeThat(Kubectl.isThere()).as("kubectl is on the path").isTrue();
        plane.startControllers();
        admin = plane.kubeconfig(ControlPlane.ADMIN);
    }

    private static String kubectl(String... args) throws Exception {
        return Kubectl.run(admin, args);
    }

    @Test
    void theServerAcceptsTheDeploymentsOfAllProjects() throws Exception {
        for (GeneratedProject project : GeneratedProject.all().toList()) {
            Path deploy = project.in(root).resolve("deploy");
            kubectl("apply", "-k", deploy.resolve("setup").toString());

            assertThat(kubectl("apply", "--dry-run=server", "-k", deploy.toString())
                            .lines())
                    .hasSizeGreaterThanOrEqualTo(8)
                    .allMatch(line -> line.endsWith(" (server dry run)"));
        }
    }

    /** The Service has no address here: the hook server acts as the proxy to it. */
    @ParameterizedTest
    @CsvSource({"java-app, java, false", "javascript-notes, javascript, true"})
    void aDeployedProjectPassesItsTestWithTheLeastRole(
            String name, String language, boolean decorator, ControlPlane plane) throws Exception {
        Path folder = new GeneratedProject(name, language, decorator).in(root);
        String deploy = folder.resolve("deploy").toString();
        kubectl("apply", "-k", deploy + "/setup");
        kubectl("apply", "-k", deploy);
        List<KubeObject> objects = Manifests.rendered(folder.resolve("deploy"));
        try (KubeCluster cluster = plane.connect("init");
                LocalContainer hooks = new LocalContainer(
                        Manifests.only(objects, "Deployment", name + "-hooks"), objects, make("hooks"), Map.of())) {
            hooks.awaitReady();
            Map<String, String> environment = Map.of(
                    "KUBECONFIG",
                    plane.kubeconfig("hookline", "hookline").toString(),
                    "HTTP_PROXY",
                    hooks.uri("http").toString());
            try (LocalContainer watcher = new LocalContainer(
                    Manifests.only(objects, "Deployment", "watcher"), objects, make("watcher"), environment)) {
                watcher.awaitReady();
                ScenarioEnvironment world = new ScenarioEnvironment(
                                cluster, _ -> 0, _ -> 0, InstantSource.system(), new RealTime())
                        .patient(4);

                assertThat(ScenarioRunner.run(Scenario.read(folder), world)).isInstanceOf(ScenarioResult.Passed.class);
            }
        } finally {
            kubectl("delete", "-k", folder.resolve("controller").toString());
            kubectl("delete", "-f", deploy + "/watcher-role.yaml");
        }
    }

    private Path make(String name) throws Exception {
        return Files.createDirectory(root.resolve(name));
    }
}
