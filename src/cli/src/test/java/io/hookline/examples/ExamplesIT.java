package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Shutdown;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioSuite;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.hookline.web.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every example passes its expect.yaml at the same time as all others, with HTTP between all parts. */
@Tag("soak")
@Execution(ExecutionMode.CONCURRENT)
class ExamplesIT {

    private static final List<Scenario> EXAMPLES = Scenario.readAll(Path.of("examples"));

    private static final WatcherOptions SERVER_SIDE =
            WatcherOptions.DEFAULTS.applying("server-side-apply", "metacontroller");

    /**
     * Covers the other apply strategy too: dynamic apply over HTTP is proven on the real server. The hooks' Service has no
     * address here: the hook server acts as the proxy to it.
     */
    @Test
    void everyExampleWorksOverHttpWithServerSideApply() throws InterruptedException {
        try (Shutdown parts = new Shutdown()) {
            LocalApiServer server = parts.closing(
                    LocalApiServer.start(LocalCluster.create(InstantSource.system(), new SplittableRandom(1)), 0));
            CountingCluster cluster = new CountingCluster(
                    parts.closing(KubeCluster.at(server.url(), server.token().text(), KubeOptions.of("test"))));
            PrometheusRegistry registry = new PrometheusRegistry();
            HookSettings settings =
                    HookSettings.DEFAULTS.keepingClasses().withSideEffects(ClusterSideEffects.on(() -> cluster));
            HookHost hooks = parts.closing(HookHost.load(Path.of("hooks"), settings, registry));
            HookServer hookServer = parts.closing(hooks.serve(new Address("127.0.0.1", 0)));
            ScenarioEnvironment world = new ScenarioEnvironment(
                            cluster,
                            hooks.hooks()::calls,
                            cluster::writes,
                            InstantSource.system(),
                            parts.closing(new RealTime()))
                    .patient(4);
            ControllerKinds.install(world);
            Map<String, String> environment =
                    Map.of("HTTP_PROXY", hookServer.uri().toString());
            parts.closing(WatcherProcess.start(cluster, Optional.empty(), SERVER_SIDE, registry, environment));
            List<ScenarioResult> results = new ArrayList<>();

            new ScenarioSuite(world, () -> false).run(EXAMPLES, results::add);

            assertThat(results)
                    .hasSameSizeAs(EXAMPLES)
                    .allSatisfy(result -> assertThat(result).isInstanceOf(ScenarioResult.Passed.class));
        }
    }
}
