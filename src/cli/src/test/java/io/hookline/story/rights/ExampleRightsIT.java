package io.hookline.story.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.local.LocalCluster;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.rights.Right;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each example in a cluster of its own, by a watcher that has no rights but those that {@code hookline rbac} prints for that example
 * alone.
 */
@Execution(ExecutionMode.CONCURRENT)
public class ExampleRightsIT {

    private static final Path HOOKS = Path.of("hooks");

    private static HookHost hooks;

    @BeforeAll
    public static void load() {
        hooks = HookHost.load(HOOKS, new PrometheusRegistry());
    }

    @AfterAll
    public static void close() {
        hooks.close();
    }

    /** The examples with controllers: without one, the watcher uses no right. */
    public static List<String> examples() {
        return Scenario.readAll(Path.of("examples")).stream()
                .map(Scenario::name)
                .filter(example -> !files(example).controllers().isEmpty())
                .toList();
    }

    /** The controllers of one example, and those that it needs. */
    private static ControllerFiles files(String example) {
        List<Path> manifests = Scenario.read(folder(example)).everything().stream()
                .map(manifest -> Path.of(manifest.document().file()))
                .distinct()
                .toList();
        return ControllerFiles.read(manifests, false, InputStream.nullInputStream());
    }

    /** The rights that are printed for the controllers of one example, and for those that it needs. */
    public static List<Right> printed(String example) {
        LeastRole role = LeastRole.of(files(example), List.of(), LeastRole.Options.of(HOOKS));
        assertThat(role.warnings()).isEmpty();
        return role.rights();
    }

    /** Whether the watcher works without a right as well: credentials that it may not watch are polled. */
    public static boolean isDispensable(String example, Use use) {
        return use.verb().equals("watch")
                && printed(example).stream()
                        .filter(right -> right.group().equals(use.group())
                                && right.resource().equals(use.resource())
                                && right.verbs().contains("watch"))
                        .allMatch(right -> right.reason().equals("credentials for hooks"));
    }

    public static Path folder(String example) {
        return Path.of("examples", example);
    }

    public static LocalCluster cluster() throws InterruptedException {
        LocalCluster local = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
        try (RealTime time = new RealTime()) {
            ControllerKinds.install(new ScenarioEnvironment(local, _ -> 0, _ -> 0, InstantSource.system(), time));
        }
        return local;
    }

    /** What the example uses of the printed rights. */
    public static Set<Use> used(String example, HookHost hooks) throws InterruptedException {
        LocalCluster local = cluster();
        RbacCluster rbac = new RbacCluster(printed(example));
        CountingCluster watched = new CountingCluster(rbac.inFrontOf(local));
        Scenario scenario = Scenario.read(folder(example));
        try (RealTime time = new RealTime();
                HooksOfExample own = HooksOfExample.of(scenario, local, hooks);
                WatcherProcess _ = WatcherProcess.start(
                        watched, Optional.of(own.host().hooks()), WatcherOptions.DEFAULTS, new PrometheusRegistry())) {
            ScenarioEnvironment world = new ScenarioEnvironment(
                            local, own.host().hooks()::calls, watched::writes, InstantSource.system(), time)
                    .patient(6);

            assertThat(ScenarioRunner.run(scenario, world)).isInstanceOf(ScenarioResult.Passed.class);
        }
        assertThat(rbac.refused()).isEmpty();
        return rbac.used();
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("examples")
    public void anExampleWorksWithTheRightsThatArePrintedForItAndUsesEachResource(String example) throws Exception {
        Set<Use> used = used(example, hooks);

        Set<String> resources =
                used.stream().map(use -> use.group() + "/" + use.resource()).collect(Collectors.toSet());
        assertThat(printed(example))
                .filteredOn(right -> !right.reason().equals("rights that the hook grants"))
                .allSatisfy(right -> assertThat(resources).contains(right.group() + "/" + right.resource()));
    }
}
