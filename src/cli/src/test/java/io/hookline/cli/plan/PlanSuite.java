package io.hookline.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.RecordingCluster;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Plans for a cluster that a watcher with Metacontroller's format has brought to the desired state. On any cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PlanSuite {

    /** Composites, one with roles; a decorator with status; rolling updates with revisions. */
    private static final List<String> EXAMPLES = List.of("hello", "developer", "status", "update-strategy");

    static final String NAMESPACE = "planned";
    private static final ObjectKey ROLLING = new ObjectKey(NAMESPACE, "rolling-in-place");
    private static final WatcherOptions SERVER_SIDE =
            WatcherOptions.DEFAULTS.applying("server-side-apply", "metacontroller");

    private final Deque<KubeObject> installed = new ArrayDeque<>();
    private HookHost hooks;
    private Cluster admin;
    private Cluster reader;

    /** The cluster, with the CRDs of controllers. */
    abstract Cluster admin() throws Exception;

    /** The same cluster, as the plan sees it. */
    abstract Cluster reader() throws Exception;

    @BeforeAll
    void converge() throws Exception {
        admin = admin();
        Set<String> called = EXAMPLES.stream()
                .flatMap(example -> Scenario.read(Path.of("examples", example)).hooks().stream())
                .collect(Collectors.toSet());
        hooks = HookHost.open(
                Path.of("hooks"), Set.of(), HookSettings.DEFAULTS.keepingClasses(), new PrometheusRegistry());
        hooks.loadCalled(called::contains);
        admin.create(
                resource("v1", "namespaces"),
                KubeObject.of(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}"),
                WriteOptions.PLAIN);
        reader = reader();
        try (RealTime time = new RealTime();
                WatcherProcess _ = WatcherProcess.start(
                        admin, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, new PrometheusRegistry())) {
            ScenarioEnvironment world =
                    new ScenarioEnvironment(admin, hooks.hooks()::calls, _ -> 0, InstantSource.system(), time);
            for (String example : EXAMPLES) {
                Scenario scenario = Scenario.read(Path.of("examples", example));
                ScenarioRunner.install(scenario, world, NAMESPACE, installed::push);
                assertThat(ScenarioRunner.readinessOfParents(scenario, world, NAMESPACE)
                                .await(Duration.ofSeconds(60)))
                        .as(example)
                        .isEmpty();
            }
            quiet(world);
        }
    }

    /** Waits until plans are empty, so until the last sync is done: decorated objects have no generation to wait for. */
    private void quiet(ScenarioEnvironment world) throws InterruptedException {
        List<PlannedWrite> left = List.of();
        for (int i = 0; i < 20; i++) {
            left = plan(WatcherOptions.DEFAULTS).writes();
            if (left.isEmpty()) {
                return;
            }
            world.pause(Duration.ofMillis(500));
        }
        assertThat(left).isEmpty();
    }

    /** The server may be one that other tests use. */
    @AfterAll
    void close() {
        installed.push(admin.get(resource("v1", "namespaces"), ObjectKey.clusterScoped(NAMESPACE)));
        Discovery kinds = admin.discover();
        for (KubeObject object : installed) {
            try {
                admin.delete(kinds.find(object.gvk()).orElseThrow(), object.key(), DeleteOptions.BACKGROUND);
            } catch (ClusterException.NotFound _) {
                // deleted with its namespace or CRD
            }
        }
        hooks.close();
    }

    private ApiResource resource(String apiVersion, String plural) {
        return admin.discover().find(apiVersion, plural).orElseThrow();
    }

    /** Runs a plan, which must not write. */
    private Plan plan(WatcherOptions options) throws InterruptedException {
        RecordingCluster recorded = new RecordingCluster(reader);
        Plan plan = plan(recorded, Optional.of(hooks.hooks()), options);
        assertThat(recorded.requests()).allMatch(request -> request.startsWith("get ") || request.startsWith("try "));
        return plan;
    }

    private static Plan plan(Cluster cluster, Optional<InProcessHooks> hooks, WatcherOptions options)
            throws InterruptedException {
        return PlanRun.of(
                cluster,
                hooks,
                UnaryOperator.identity(),
                PlannedParents.controllers(cluster, options.targetControllers()),
                options,
                Duration.ofSeconds(60));
    }

    private static String text(Plan plan) {
        assertThat(plan.isComplete()).as("%s", plan).isTrue();
        return String.join(
                "\n", plan.writes().stream().map(PlannedWrite::toString).toList());
    }

    private ObjectKey key(String name) {
        return new ObjectKey(NAMESPACE, name);
    }

    private void patch(String name, String body) {
        admin.patch(resource("v1", "configmaps"), key(name), Patch.merge(body), WriteOptions.PLAIN);
    }

    @Test
    void aClusterInTheDesiredStateNeedsNoWrite() throws Exception {
        Plan plan = plan(WatcherOptions.DEFAULTS);

        assertThat(text(plan)).isEmpty();
        assertThat(plan.summary())
                .hasSize(9) // six of update-strategy
                .contains("hello: 1 parent: 1 unchanged; nothing was written");
    }

    @Test
    void aChangedChildIsPlannedWithItsDifferenceAndStaysAsItIs() throws Exception {
        patch("world", "{\"data\":{\"text\":\"changed\"}}");
        try {
            String version = configMap("world").resourceVersion();

            assertThat(text(plan(WatcherOptions.DEFAULTS)))
                    .isEqualTo("update  ConfigMap planned/world  data.text: \"changed\" → \"Hello, World\"");
            assertThat(configMap("world").resourceVersion()).isEqualTo(version);
        } finally {
            patch("world", "{\"data\":{\"text\":\"Hello, World\"}}");
        }
    }

    private KubeObject configMap(String name) {
        return admin.get(resource("v1", "configmaps"), key(name));
    }

    @Test
    void aNewParentIsPlannedWithChildrenAndStatus() throws Exception {
        ApiResource hellos = resource("hello.hookline.io/v1", "hellos");
        admin.create(
                hellos,
                KubeObject.of(
                        "{\"apiVersion\":\"hello.hookline.io/v1\",\"kind\":\"Hello\",\"metadata\":{\"name\":\"moon\","
                                + "\"namespace\":\"planned\"},\"spec\":{\"who\":\"Moon\"}}"),
                WriteOptions.PLAIN);
        try {
            assertThat(text(plan(WatcherOptions.DEFAULTS)))
                    .startsWith(
                            "create  ConfigMap planned/moon\npatch   Hello planned/moon (status)  greeted: absent → \"Moon\"")
                    .hasLineCount(2);
        } finally {
            admin.delete(hellos, key("moon"), DeleteOptions.BACKGROUND);
        }
    }

    @Test
    void aRollingUpdateSaysHowManyChildrenFollow() throws Exception {
        note("{\"spec\":{\"text\":\"changed\"}}");
        try {
            Plan plan = plan(WatcherOptions.DEFAULTS);

            assertThat(text(plan)).contains("Card planned/rolling-in-place-").doesNotContain("rolling-in-place-2  ");
            assertThat(plan.lines())
                    .containsSequence(
                            "  later   a rolling update of 2 children; 1 now, 1 follows when it is available");
        } finally {
            long generation = note("{\"spec\":{\"text\":\"first\"}}").generation();
            Patch seen = Patch.merge("{\"status\":{\"observedGeneration\":" + generation + "}}");
            admin.patch(resource("strategies.example.com/v1", "notes"), ROLLING, seen, WriteOptions.STATUS);
        }
    }

    private KubeObject note(String body) {
        return admin.patch(
                resource("strategies.example.com/v1", "notes"), ROLLING, Patch.merge(body), WriteOptions.PLAIN);
    }

    @Test
    void otherFlagsArePlannedToo() throws Exception {
        Plan plan = plan(SERVER_SIDE);

        assertThat(plan.writes())
                .extracting(PlannedWrite::toString)
                .anyMatch(line -> line.matches("(patch|apply) +ConfigMap planned/world .*"));
        // A child that would be replaced is tried first, which an account that may only read is not allowed to.
        assertThat(plan.failures()).allMatch(failure -> failure.contains("as a dry run"));
    }

    @Test
    void aHookThatCannotBeCalledIsAFailureOfThePlan() throws Exception {
        Plan plan = plan(reader, Optional.empty(), WatcherOptions.DEFAULTS);

        assertThat(plan.isComplete()).isFalse();
        assertThat(plan.failures())
                .anyMatch(failure ->
                        failure.startsWith("CompositeController hello Hello planned/world: sync hook failed"));
    }

    @Test
    void deletionsThatAGuardWouldHoldAreShown(@TempDir Path folder) throws Exception {
        Files.createDirectory(folder.resolve("hello"));
        Files.writeString(folder.resolve("hello/sync.sh"), "#!/bin/sh\necho '{\"children\":[]}'\n");
        ApiResource composites = resource("metacontroller.k8s.io/v1alpha1", "compositecontrollers");
        ObjectKey hello = ObjectKey.clusterScoped("hello");
        String guard = "{\"metadata\":{\"annotations\":{\"hookline.io/deletion-guard\":%s}}}";
        PrometheusRegistry registry = new PrometheusRegistry();
        admin.patch(
                composites, hello, Patch.merge(guard.formatted("\"{\\\"maxDeletions\\\":0}\"")), WriteOptions.PLAIN);
        try (HookHost forgetful = HookHost.load(folder, registry)) {
            Plan plan = plan(reader, Optional.of(forgetful.hooks()), WatcherOptions.DEFAULTS);

            assertThat(plan.failures())
                    .anyMatch(failure -> failure.startsWith("CompositeController hello Hello planned/world: ")
                            && failure.contains(
                                    "can't delete 1 of 1 children (ConfigMap planned/world): the deletionGuard"
                                            + " allows 0")
                            && failure.contains("hookline.io/allow-deletion="));
            assertThat(plan.writes())
                    .extracting(PlannedWrite::toString)
                    .noneMatch(line -> line.startsWith("delete") && line.contains("planned/world"));
        } finally {
            admin.patch(composites, hello, Patch.merge(guard.formatted("null")), WriteOptions.PLAIN);
        }
    }

    @Test
    void aControllerThatCannotRunMakesThePlanIncomplete() throws Exception {
        ApiResource composites = resource("metacontroller.k8s.io/v1alpha1", "compositecontrollers");
        admin.create(
                composites,
                KubeObject.of("{\"apiVersion\":\"metacontroller.k8s.io/v1alpha1\",\"kind\":\"CompositeController\","
                        + "\"metadata\":{\"name\":\"broken\"},\"spec\":{\"parentResource\":{\"apiVersion\":\"v1\","
                        + "\"resource\":\"nothings\"},\"hooks\":{}}}"),
                WriteOptions.PLAIN);
        try {
            Plan plan = plan(WatcherOptions.DEFAULTS);

            assertThat(plan.isComplete()).isFalse();
            assertThat(plan.warnings())
                    .extracting(Warning::toString)
                    .anyMatch(text -> text.startsWith("CompositeController broken: CreateError: Cannot create new"));
            assertThat(plan.writes()).isEmpty();
        } finally {
            admin.delete(composites, ObjectKey.clusterScoped("broken"), DeleteOptions.BACKGROUND);
        }
    }

    @Test
    void eventsAreNotWritten() throws Exception {
        Set<String> before = events();
        plan(WatcherOptions.DEFAULTS);

        assertThat(events()).isEqualTo(before);
    }

    private Set<String> events() {
        return Set.copyOf(admin.list(resource("v1", "events"), ListOptions.ALL).items().stream()
                .map(event -> event.uid() + event.resourceVersion())
                .toList());
    }
}
