package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.manifests.Manifests;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioSuite;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example on a real API server, with real garbage collection, by a watcher that has its own account and no rights but
 * those that {@code hookline rbac} prints for their controllers. Hooks without side effects are in a process without any account.
 */
@RealControlPlane
class RealExamplesIT {

    private static final Shutdown PARTS = new Shutdown();

    @TempDir
    private static Path folder;

    private static ScenarioEnvironment world;
    private static AuditLog audit;
    private static URI server;
    private static SSLContext trust;
    private static CountingCluster watched;

    @BeforeAll
    static void start(ControlPlane plane) throws IOException, InterruptedException {
        plane.startControllers();
        audit = plane.audit();
        server = URI.create(plane.server());
        trust = plane.trust();
        KubeCluster admin = PARTS.closing(plane.connect("examples-admin"));
        Manifests.installLeastRole(admin);
        PrometheusRegistry registry = new PrometheusRegistry();
        HookHost sideEffects = PARTS.closing(HookHost.open(SeparateHooks::withSideEffects, allowed(plane), registry));
        sideEffects.loadOnce(_ -> true);
        SeparateHooks hooks = PARTS.closing(SeparateHooks.start(sideEffects, folder));
        KubeOptions account = KubeOptions.of("examples-watcher")
                .withKubeconfig(plane.kubeconfig("hookline", "hookline").toString());
        watched = new CountingCluster(PARTS.closing(KubeCluster.connect(account)));
        world = new ScenarioEnvironment(
                        admin, hooks::calls, watched::writes, InstantSource.system(), PARTS.closing(new RealTime()))
                .patient(4);
        PARTS.closing(WatcherProcess.start(watched, Optional.of(hooks), WatcherOptions.DEFAULTS, registry));
    }

    /** Hooks with side effects have an account of their own, with no rights but those that are printed for them. */
    private static HookSettings allowed(ControlPlane plane) throws IOException, InterruptedException {
        KubeOptions account = KubeOptions.of("examples-hooks")
                .withKubeconfig(plane.kubeconfig("hookline", "hooks").toString());
        KubeCluster cluster = PARTS.closing(KubeCluster.connect(account));
        return HookSettings.DEFAULTS.keepingClasses().withSideEffects(ClusterSideEffects.on(() -> cluster));
    }

    @AfterAll
    static void stop() {
        PARTS.close();
    }

    @Test
    void everyExampleWorksWithTheLeastRoleWhichNamesNothingThatNoneOfThemNeeds() throws Exception {
        List<Scenario> examples = Scenario.readAll(Path.of("examples"));
        List<ScenarioResult> results = new ArrayList<>();

        new ScenarioSuite(world, () -> false).run(examples, results::add);

        assertThat(results)
                .hasSameSizeAs(examples)
                .allSatisfy(result -> assertThat(result).isInstanceOf(ScenarioResult.Passed.class));
        assertThat(requests()).noneMatch(request -> request.code() == 403);
        assertThat(audit.requestsOf("hookline/examples-hooks")).isNotEmpty().allSatisfy(request -> {
            assertThat(request.user()).isEqualTo("system:serviceaccount:hookline:hooks");
            assertThat(request.code()).isNotEqualTo(403);
        });
        assertThat(granted()).isNotEmpty().isSubsetOf(asked());
        reportHookServer(examples);
    }

    /** What has no credentials is anonymous. One request of this test shows that it would be seen. */
    private static void reportHookServer(List<Scenario> examples) throws IOException, InterruptedException {
        Figure.of("examples that pass with a hook server without credentials", "examples")
                .atLeast(35)
                .is(examples.stream().filter(RealExamplesIT::isPure).count());
        Figure.of("requests of that hook server to the API server", "requests")
                .atMost(0)
                .is(anonymous());

        HttpRequest request =
                HttpRequest.newBuilder(server.resolve("/api/v1/pods")).build();
        try (HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
            assertThat(client.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isIn(401, 403);
        }
        assertThat(anonymous()).isEqualTo(1);
    }

    private static boolean isPure(Scenario example) {
        return !example.hooks().isEmpty()
                && example.hooks().stream().noneMatch(SeparateHooks.WITH_SIDE_EFFECTS::contains);
    }

    private static long anonymous() {
        return audit.requestsBelow("/api").stream()
                .filter(request -> request.user().isEmpty() || request.user().equals("system:anonymous"))
                .count();
    }

    private static Set<String> asked() throws IOException {
        Set<String> asked = requests().stream()
                .flatMap(request -> request.resource().stream())
                .collect(Collectors.toSet());
        asked.addAll(List.of("light.example.com/lamps", "light.example.com/candles")); // crd-roles hands these on
        return asked;
    }

    private static List<String> granted() throws IOException {
        List<String> granted = new ArrayList<>();
        JsonNode role = Manifests.files(Manifests.LEAST_ROLE).getFirst().tree();
        for (JsonNode rule : role.path("rules")) {
            for (JsonNode resource : rule.path("resources")) {
                granted.add(rule.path("apiGroups").path(0).asText() + "/" + resource.asText());
            }
        }
        return granted;
    }

    private static List<AuditLog.Request> requests() {
        List<AuditLog.Request> requests = audit.requestsOf("hookline/examples-watcher");
        assertThat(requests).isNotEmpty().allMatch(r -> r.user().equals("system:serviceaccount:hookline:hookline"));
        return requests;
    }
}
