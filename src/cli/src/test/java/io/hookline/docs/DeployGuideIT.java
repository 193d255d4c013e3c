package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.distribution.Distribution;
import io.hookline.docs.DeployGuide.Part;
import io.hookline.kube.KubeCluster;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Every command of {@code deploy.md} in its order, on a real API server. Pods are created and deleted, but not run, since there is no
 * kubelet. Metacontroller is a StatefulSet of that name; what it would have written is written by our watcher, which has its format.
 */
@RealControlPlane
@Isolated
class DeployGuideIT {

    private static final Path PROMETHEUS_OPERATOR =
            Path.of("src/cli/src/test/resources/fixtures/crds/monitoring.yaml").toAbsolutePath();
    private static final String METACONTROLLER = """
            kubectl create namespace metacontroller
            kubectl create -f - <<'END'
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: metacontroller, namespace: metacontroller}
            spec:
              replicas: 1
              selector: {matchLabels: {app.kubernetes.io/name: metacontroller}}
              template:
                metadata: {labels: {app.kubernetes.io/name: metacontroller}}
                spec: {containers: [{name: metacontroller, image: metacontroller}]}
            END
            """;

    @TempDir
    private Path folder;

    private String kubeconfig = "";

    @Test
    void everyCommandWorksAndPrintsWhatIsShown(ControlPlane plane) throws Exception {
        assumeTrue(Files.isExecutable(Distribution.PROGRAMS.resolve("hookline")));
        plane.startControllers();
        kubeconfig = plane.kubeconfig(ControlPlane.ADMIN).toString();
        for (String copied : List.of("manifests", "examples/hello", "hooks/hello")) {
            copy(Path.of(copied));
        }
        String printed = "";
        for (Part part : DeployGuide.parts()) {
            switch (part) {
                case Part.Section(String title) -> {
                    if (title.equals("Production")) {
                        run("kubectl apply -f " + PROMETHEUS_OPERATOR);
                    } else if (title.equals("Switch from Metacontroller")) {
                        runMetacontroller(plane);
                    }
                }
                case Part.Written(String name, String text) -> {
                    Path file = folder.resolve(name);
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, text);
                }
                case Part.Output(String text) -> assertThat(printed).isEqualTo(text);
                case Part.Commands(List<String> lines) -> printed = run(lines);
            }
        }
        run(List.of(
                "kubectl delete -f examples/hello/crd.yaml -f " + PROMETHEUS_OPERATOR,
                "kubectl delete namespace metacontroller"));
    }

    @Test
    void aConfigMapHasTheLimitsThatThePageNames(ControlPlane plane) throws Exception {
        kubeconfig = plane.kubeconfig(ControlPlane.ADMIN).toString();
        String apply =
                "kubectl create configmap limits --namespace default --from-file content --dry-run=client -o yaml"
                        + " | kubectl apply --dry-run=server -f - ";
        Files.writeString(folder.resolve("content"), "x".repeat(300 * 1024));

        run(apply + "--server-side");
        assertThatThrownBy(() -> run(apply)).hasMessageContaining("metadata.annotations: Too long");

        Files.writeString(folder.resolve("content"), "x".repeat(1024 * 1024 + 1));
        assertThatThrownBy(() -> run(apply + "--server-side"))
                .hasMessageContaining("Too long: may not be more than 1048576 bytes");
    }

    private String run(List<String> lines) throws Exception {
        StringBuilder printed = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith("kubectl wait ") && line.endsWith(" job/plan")) {
                endPlan();
            }
            if (!DeployGuide.needsContainers(line)) {
                printed.append(run(line));
            }
        }
        return printed.toString();
    }

    private String run(String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", "set -o pipefail; " + line)
                .directory(folder.toFile())
                .redirectError(folder.resolve("stderr").toFile());
        shell.environment().put("KUBECONFIG", kubeconfig);
        shell.environment().merge("PATH", Distribution.PROGRAMS.toString(), (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as("%s printed %s%s", line, printed, Files.readString(folder.resolve("stderr")))
                .isZero();
        return printed;
    }

    /** Ends the Job of the plan, which prints a write and so fails, as a kubelet and the Job's controller would. */
    private void endPlan() throws Exception {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        run("kubectl patch job plan --namespace hookline --subresource=status --type=merge --patch '"
                + """
                {"status":{"startTime":"NOW","failed":1,"conditions":[
                 {"type":"FailureTarget","status":"True","lastTransitionTime":"NOW"},
                 {"type":"Failed","status":"True","lastTransitionTime":"NOW"}]}}'
                """.replace("NOW", now));
    }

    /** What is there before the switch: Metacontroller, and all that it has written. */
    private void runMetacontroller(ControlPlane plane) throws Exception {
        run(METACONTROLLER);
        PrometheusRegistry registry = new PrometheusRegistry();
        try (KubeCluster cluster = plane.connect("deploy-guide");
                HookHost hooks = HookHost.load(Path.of("hooks"), registry);
                WatcherProcess _ =
                        WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(run("kubectl get hellos world -o jsonpath='{.status.greeted}'"))
                            .isEqualTo("World"));
        }
    }

    private void copy(Path from) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = folder.resolve(file);
                Files.createDirectories(to.getParent());
                if (Files.isRegularFile(file)) {
                    Files.copy(file, to);
                }
            }
        }
    }
}
