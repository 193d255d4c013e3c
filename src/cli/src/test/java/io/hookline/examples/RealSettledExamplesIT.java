package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.distribution.SmallProcess;
import io.hookline.kube.KubeCluster;
import io.hookline.manifests.Manifests;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All examples, each in its own namespace of a real API server, by one {@code hookline run} with a heap of 256 MB: once they have
 * settled, nothing is written.
 */
@Tag("soak")
@RealControlPlane(own = true)
class RealSettledExamplesIT {

    private static final Duration WITHIN = Duration.ofMinutes(1);

    /** In one process, the hooks with side effects have the account of the watcher. */
    private static final String HOOK_RIGHTS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: settled-examples}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: hookline-hooks}
            subjects: [{kind: ServiceAccount, name: hookline, namespace: hookline}]
            """;

    @TempDir
    private Path folder;

    @Test
    void onceAllExamplesHaveSettledNothingIsWrittenAndNoEventComes(ControlPlane plane) throws Exception {
        plane.startControllers();
        try (KubeCluster admin = plane.connect("steady-state");
                RealTime time = new RealTime()) {
            Manifests.installLeastRole(admin);
            Path kubeconfig = plane.kubeconfig("hookline", "hookline");
            ScenarioEnvironment world = new ScenarioEnvironment(admin, _ -> 0, _ -> 0, InstantSource.system(), time);
            Instant started = Instant.now();
            try (SmallProcess run = SmallProcess.start(folder, run(kubeconfig))) {
                install(world);
                installRights(world);
                SteadyState state = new SteadyState(admin);
                state.reportSettled("all examples in one `hookline run` on a real API server", started);

                state.assertStill();
                run.assertRunning();
            }
        }
    }

    private static String[] run(Path kubeconfig) {
        return new String[] {
            "run",
            "--address=0",
            "--hooks=hooks",
            "--allow-side-effects=fake-kubelet,mini-scheduler",
            "--kubeconfig=" + kubeconfig,
            "--metrics-address=0",
            "--health-probe-bind-address=0"
        };
    }

    private static void installRights(ScenarioEnvironment world) throws InterruptedException {
        assertThat(new ManifestInstaller(world)
                        .install(Manifest.parse("rights", HOOK_RIGHTS), "default", WITHIN, _ -> {}))
                .isEmpty();
    }

    /** All at a time, since each waits for the server to serve a new kind. */
    private static void install(ScenarioEnvironment world) throws Exception {
        List<Callable<Optional<String>>> tasks = Scenario.readAll(Path.of("examples")).stream()
                .map(example -> (Callable<Optional<String>>) () -> install(example, world))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Optional<String>> task : threads.invokeAll(tasks)) {
                assertThat(task.get()).isEmpty();
            }
        }
    }

    private static Optional<String> install(Scenario example, ScenarioEnvironment world) throws InterruptedException {
        return new ManifestInstaller(world).install(example.everything(), "steady-" + example.name(), WITHIN, _ -> {});
    }
}
