package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.Kubectl;
import io.hookline.cli.terminal.Build;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.distribution.ContainerClient;
import io.hookline.distribution.HelloLoad;
import io.hookline.distribution.LocalContainer;
import io.hookline.kube.KubeCluster;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests on a real API server, and what they start on this machine. */
@RealControlPlane
class ManifestsIT {

    private static final WriteOptions DRY_RUN = new WriteOptions("", "manifests", true, true);
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");

    /** Without those of an election, which this watcher does not take part in. */
    private static final Pattern METRIC = Pattern.compile("\\b(?:hookline|metacontroller|workqueue)_[a-z_]+");

    private static KubeCluster admin;
    private static Discovery kinds;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start(ControlPlane plane) throws IOException, InterruptedException {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        plane.startControllers();
        admin = plane.connect("manifests");
        Manifests.installLeastRole(admin);
        installKindsOfMonitoring();
        kinds = admin.discover();
    }

    @AfterAll
    static void stop() {
        if (admin != null) {
            admin.close();
        }
    }

    /** A server without the Prometheus operator has no kinds for what it scrapes. */
    private static void installKindsOfMonitoring() throws IOException, InterruptedException {
        Path definitions = Path.of("src/cli/src/test/resources/fixtures/crds/monitoring.yaml");
        Manifests.install(admin, Manifests.parse("monitoring.yaml", Files.readString(definitions)));
    }

    @ParameterizedTest
    @MethodSource("io.hookline.manifests.ManifestVariants#all")
    void theServerAcceptsEveryObjectAndEveryPod(ManifestVariants.Rendered variant) {
        assertThat(variant.objects()).hasSizeGreaterThan(9);
        for (KubeObject object : variant.objects()) {
            Patch apply = new Patch(Patch.Type.APPLY, object.json());
            assertThatCode(() -> admin.patch(kinds.find(object.gvk()).orElseThrow(), object.key(), apply, DRY_RUN))
                    .as("%s", object)
                    .doesNotThrowAnyException();
            if (object.kind().equals("Deployment")) {
                dryRun(pod(object));
            }
        }
    }

    /** Such as a field that the server does not know, or a Deployment whose Pods the namespace would refuse. */
    @Test
    void theServerWarnsOfNothing(ControlPlane plane) throws Exception {
        ManifestVariants.Rendered all = ManifestVariants.all().toList().getLast();
        String dryRun = "apply --server-side --force-conflicts --dry-run=server --warnings-as-errors -k ";

        assertThat(Kubectl.run(plane.kubeconfig(ControlPlane.ADMIN), (dryRun + all.folder()).split(" ")))
                .contains("deployment.apps/watcher serverside-applied (server dry run)")
                // of kubectl itself, about objects that other tests have applied in its other way
                .satisfies(printed -> assertThat(printed.lines())
                        .noneMatch(line -> line.startsWith("Warning:") && !line.contains("failed to migrate")));
    }

    @Test
    void aPodThatDemandsMoreThanTheNamespaceAllowsIsRefused() throws Exception {
        List<KubeObject> objects = Manifests.rendered(Manifests.ROOT);
        ObjectNode trusting = pod(Manifests.only(objects, "Deployment", "watcher"));
        ((ObjectNode) trusting.at("/spec/containers/0/securityContext")).put("allowPrivilegeEscalation", true);

        assertThatThrownBy(() -> dryRun(trusting))
                .isInstanceOf(ClusterException.Forbidden.class)
                .hasMessageContaining("violates PodSecurity \"restricted:latest\": allowPrivilegeEscalation != false");
    }

    private static ObjectNode pod(KubeObject deployment) {
        ObjectNode pod = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", deployment.name()).put("namespace", deployment.namespace());
        pod.set("spec", deployment.tree().at("/spec/template/spec"));
        return pod;
    }

    private static void dryRun(ObjectNode pod) {
        admin.create(kinds.find("v1", "pods").orElseThrow(), KubeObject.of(pod), DRY_RUN);
    }

    /** The Service has no address here: the hook server acts as the proxy to it. */
    @Test
    void watcherAndHooksAsDeployedCarryOutAnExampleWithinTheirMemory(ControlPlane plane) throws Exception {
        List<KubeObject> objects = Manifests.rendered(Path.of("manifests/examples"));
        KubeObject hookServer = Manifests.only(objects, "Deployment", "hooks");
        KubeObject watcher = Manifests.only(objects, "Deployment", "watcher");
        Map<String, String> account =
                Map.of("KUBECONFIG", plane.kubeconfig("hookline", "hooks").toString());
        try (LocalContainer hooks = new LocalContainer(hookServer, objects, make("hooks"), account)) {
            Map<String, String> environment = Map.of(
                    "KUBECONFIG",
                    plane.kubeconfig("hookline", "hookline").toString(),
                    "HTTP_PROXY",
                    hooks.uri("http").toString());
            hooks.awaitReady();
            try (LocalContainer watch = new LocalContainer(watcher, objects, make("watcher"), environment)) {
                watch.awaitReady();
                ScenarioEnvironment world = new ScenarioEnvironment(
                                admin,
                                hook -> calls(hooks, hook),
                                _ -> writes(plane.audit()),
                                InstantSource.system(),
                                new RealTime())
                        .patient(4);

                assertThat(ScenarioRunner.run(Scenario.read(Path.of("examples/hello-python")), world))
                        .isInstanceOf(ScenarioResult.Passed.class);
                new HelloLoad(admin)
                        .run(() -> assertThat(watch.page("metrics", "/metrics") + hooks.page("http", "/metrics"))
                                .contains("url=\"http://hooks.hookline:80/hello/sync\"")
                                .contains(metricsOfAlerts()));
                System.out.println(hooks + ", " + watch + " with " + HelloLoad.SIZE);
                assertThat(List.of(hooks, watch))
                        .allSatisfy(container -> assertThat(container.peakMemory())
                                .as("%s", container)
                                .isPositive()
                                .isLessThan(container.memoryLimit()));
            }
        }
    }

    /** The names in the expressions of alerts. */
    private static List<String> metricsOfAlerts() throws IOException {
        List<String> names =
                Manifests.files("monitoring/alerts.yaml").getFirst().tree().findValuesAsText("expr").stream()
                        .flatMap(expression -> METRIC.matcher(expression).results())
                        .map(MatchResult::group)
                        .distinct()
                        .toList();
        assertThat(names).isNotEmpty();
        return names;
    }

    @Test
    void withTlsTheHookServerRefusesCallersWithoutTheToken() throws Exception {
        List<KubeObject> objects = new ArrayList<>(ManifestVariants.of("tls").objects());
        objects.add(secret("hooks-tls", certificate()));
        objects.add(secret("hooks-token", Map.of("token", "let-me-in")));
        KubeObject hookServer = Manifests.only(objects, "Deployment", "hooks");
        try (LocalContainer hooks = new LocalContainer(hookServer, objects, make("tls"), Map.of())) {
            hooks.awaitReady();
            URI hook = hooks.uri("https").resolve("/hello/sync");

            assertThat(ContainerClient.callStatus(hook, "")).isEqualTo(401);
            assertThat(ContainerClient.callStatus(hook, "let-me-in"))
                    .as("there is no such hook")
                    .isEqualTo(404);
        }
    }

    /** With the commands of the page, of which the tunnel is the only one that a kubelet is needed for. */
    @Test
    void withTheConsoleTheWatcherSaysWhyToThoseWithTheToken(ControlPlane plane) throws Exception {
        Path kubeconfig = plane.kubeconfig(ControlPlane.ADMIN);
        List<String> page = commandsOnACluster();
        sh(kubeconfig, page.get(0));
        assertThat(sh(kubeconfig, page.get(1) + " --dry-run=client --output=jsonpath={.data}"))
                .startsWith("{\"token\":");
        List<KubeObject> objects =
                new ArrayList<>(ManifestVariants.of("console").objects());
        objects.add(secret("console-token", Map.of("token", Files.readString(folder.resolve("token")))));
        Map<String, String> account =
                Map.of("KUBECONFIG", plane.kubeconfig("hookline", "hookline").toString());
        KubeObject deployment = Manifests.only(objects, "Deployment", "watcher");
        try (LocalContainer watcher = new LocalContainer(deployment, objects, make("console"), account)) {
            watcher.awaitReady();
            Kubectl.run(kubeconfig, "apply", "-f", "examples/hello/crd.yaml");
            Kubectl.run(kubeconfig, "wait", "--for=condition=Established", "crd/hellos.hello.hookline.io");
            Kubectl.run(
                    kubeconfig, "apply", "-f", "examples/hello/controller.yaml", "-f", "examples/hello/sample.yaml");
            String there = watcher.uri("console").getAuthority();
            String why = page.get(3).replace("127.0.0.1:8090", there);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(sh(kubeconfig, why)).startsWith("Hello default/world    CompositeController"));
            assertThat(sh(kubeconfig, page.get(4).replace("127.0.0.1:8090", there)))
                    .contains("Hello default/world    CompositeController");
            Files.writeString(folder.resolve("token"), "another");
            assertThatThrownBy(() -> sh(kubeconfig, why)).hasMessageContaining("bearer token");
        } finally {
            Kubectl.run(kubeconfig, "delete", "--ignore-not-found", "-f", "examples/hello/controller.yaml");
            Kubectl.run(kubeconfig, "delete", "--ignore-not-found", "-f", "examples/hello/crd.yaml");
        }
    }

    private static List<String> commandsOnACluster() throws IOException {
        String page = Files.readString(Path.of("src/docs/explain.md"));
        String section = page.substring(page.indexOf("\n## On a cluster"));
        List<String> commands = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
                .matcher(section)
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();
        assertThat(commands).hasSize(5);
        return commands;
    }

    private String sh(Path kubeconfig, String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", "set -o pipefail; " + line)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        shell.environment().put("KUBECONFIG", kubeconfig.toString());
        shell.environment().merge("PATH", LocalContainer.programs().toString(), (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s printed %s", line, printed).isZero();
        return printed;
    }

    private static KubeObject secret(String name, Map<String, String> files) {
        ObjectNode secret = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Secret");
        secret.putObject("metadata").put("name", name).put("namespace", "hookline");
        files.forEach(secret.putObject("stringData")::put);
        return KubeObject.of(secret);
    }

    /** As the page about deployment makes one. */
    private Map<String, String> certificate() throws IOException, InterruptedException {
        Process openssl = new ProcessBuilder(
                        ("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
                                        + " -days 1 -subj /CN=hooks -keyout tls.key -out tls.crt")
                                .split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openssl.log").toFile())
                .start();
        assertThat(openssl.waitFor()).isZero();
        return Map.of(
                "tls.crt", Files.readString(folder.resolve("tls.crt")),
                "tls.key", Files.readString(folder.resolve("tls.key")));
    }

    private Path make(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    private static long calls(LocalContainer hooks, String hook) {
        Pattern counter = Pattern.compile("hookline_hook_calls_total\\{.*hook=\"" + hook + "\".*} (\\S+)");
        try {
            Matcher count = counter.matcher(hooks.page("http", "/metrics"));
            return count.results()
                    .mapToLong(match -> (long) Double.parseDouble(match.group(1)))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long writes(AuditLog audit) {
        return audit.requestsOf("hookline/" + new Build().version()).stream()
                .filter(request -> WRITES.contains(request.verb()))
                .count();
    }
}
