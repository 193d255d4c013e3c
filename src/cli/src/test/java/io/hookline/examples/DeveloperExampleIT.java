package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.cli.Kubectl;
import io.hookline.docs.Figure;
import io.hookline.local.LocalCluster;
import io.hookline.local.LocalClusters;
import io.hookline.local.http.LocalApiServer;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookSource;
import io.hookline.watcher.WatcherOptions;
import io.hookline.web.tls.SelfSignedCertificate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real kubectl shows of the example developer, its controller and their events. */
@Tag("real")
class DeveloperExampleIT {

    private static final String CRD = "examples/developer/crd.yaml";
    private static final String SAMPLE = "examples/developer/sample.yaml";
    private static final String CONTROLLER = "examples/developer/controller.yaml";

    @TempDir
    private Path folder;

    private Path kubeconfig;
    private LocalApiServer server;
    private HookHost hooks;
    private WatcherProcess watcher;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        LocalCluster cluster = LocalClusters.fresh();
        server = LocalApiServer.start(cluster, 0, SelfSignedCertificate.create(Instant.now(), new SecureRandom()));
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
        PrometheusRegistry registry = new PrometheusRegistry();
        List<HookSource> sources = List.of(HookSource.of(Path.of("hooks/developer")));
        hooks = HookHost.open(() -> sources, HookSettings.DEFAULTS, registry);
        hooks.loadOnce(_ -> true);
        kubectl("apply", "-k", "manifests/crds");
        kubectl("apply", "-f", CRD);
        kubectl("wait", "--for=condition=Established", "crd/developers.training.example.com", "--timeout=20s");
        watcher = WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry);
        kubectl("apply", "-f", SAMPLE);
    }

    @AfterEach
    void stop() {
        if (watcher != null) {
            watcher.close();
        }
        if (hooks != null) {
            hooks.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private String kubectl(String... arguments) throws IOException, InterruptedException {
        return Kubectl.run(kubeconfig, arguments);
    }

    /** The lines of a table, with single blanks. */
    private List<String> table(String... arguments) throws IOException, InterruptedException {
        return kubectl(arguments)
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    private static void soon(org.awaitility.core.ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(assertion);
    }

    @Test
    void aDeveloperIsListedByEachOfItsNamesWithItsColumns() throws Exception {
        assertThat(table("get", "developer", "megyo"))
                .as("without a controller")
                .containsExactly("NAME FULL-NAME TEAM PHASE", "megyo Megyo Lean platform");

        kubectl("apply", "-f", CONTROLLER);

        List<String> lines = List.of("NAME FULL-NAME TEAM PHASE", "megyo Megyo Lean platform Onboarded");
        soon(() -> assertThat(table("get", "developer", "megyo")).isEqualTo(lines));
        assertThat(table("get", "developers")).isEqualTo(lines);
        assertThat(table("get", "dev")).isEqualTo(lines);
        assertThat(table("get", "devs")).isEqualTo(lines);
        Figure.of("columns of a custom resource in kubectl, besides its name", "columns")
                .atLeast(3)
                .is(lines.getFirst().split(" ").length - 1);
    }

    @Test
    void describeShowsTheEventsOfAParentAndOfItsController() throws Exception {
        Set<String> reasons = new TreeSet<>();
        kubectl("apply", "-f", CONTROLLER);
        soon(() -> reasons.addAll(described("Normal", "compositecontroller", "developer", "Starting", "Started")));

        change("developer", "{\"spec\":{\"hooks\":{\"sync\":{\"webhook\":{\"path\":\"/nothing/sync\"}}}}}");
        soon(() -> reasons.addAll(described("Normal", "compositecontroller", "developer", "Stopping", "Stopped")));
        soon(() -> reasons.addAll(described("Warning", "developer", "megyo", "SyncError")));
        assertThat(kubectl("describe", "developer", "megyo")).contains("sync hook failed", "metacontroller");

        change("developer", "{\"spec\":{\"parentResource\":{\"resource\":\"programmers\"}}}");
        soon(() -> reasons.addAll(described("Warning", "compositecontroller", "developer", "CreateError")));
        assertThat(kubectl("describe", "compositecontroller", "developer"))
                .contains("can't find resource programmers in apiVersion training.example.com/v1");

        Figure.of("reasons of events that kubectl describe shows of a parent and its controller", "reasons")
                .atLeast(6)
                .is(reasons.size());
    }

    private void change(String controller, String patch) throws IOException, InterruptedException {
        kubectl("patch", "compositecontroller", controller, "--type=merge", "-p", patch);
    }

    /** The reasons, each of which stands in a line of the events. */
    private List<String> described(String type, String kind, String name, String... reasons) throws Exception {
        List<String> lines = table("describe", kind, name);
        int events = lines.indexOf("Events:");
        assertThat(events).isNotNegative();
        for (String reason : reasons) {
            assertThat(lines.subList(events, lines.size()))
                    .anyMatch(line -> line.startsWith(type + " " + reason + " "));
        }
        return List.of(reasons);
    }
}
