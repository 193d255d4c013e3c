package io.hookline.story.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/**
 * A watcher that lacks one right, while an example runs: either the example passes nevertheless, or the watcher names the right in
 * log and event.
 *
 * @param admin for the example and for reading events
 * @param watched with the rights of the watcher
 * @param user the watcher's user
 * @param refused whether a request was refused because of the missing right
 * @param restore grants all rights again, so that the example can be cleaned up
 */
record WatcherWithRights(
        Cluster admin, Cluster watched, String user, HookHost hooks, AtomicBoolean refused, Runnable restore) {

    /** The time from the first refused request until both name it; the event, from when there is an object to report it on. */
    private static final Duration NAMED_WITHIN = Duration.ofSeconds(60);

    /** For the whole scenario, beside others. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private static final ApiResource EVENTS =
            new ApiResource("v1", "events", "event", "Event", true, List.of(), List.of(), Set.of(), Set.of());

    /** Runs the example without a right; returns whether a request was refused. */
    boolean run(Scenario example, Use missing) throws Exception {
        try (RecordedLog log = new RecordedLog();
                RealTime time = new RealTime()) {
            CountingCluster counted = new CountingCluster(watched);
            ScenarioEnvironment world = new ScenarioEnvironment(
                            admin, hooks.hooks()::calls, counted::writes, InstantSource.system(), time)
                    .patient(3);
            WatcherProcess watcher = WatcherProcess.start(
                    counted, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, new PrometheusRegistry());
            try (watcher) {
                CompletableFuture<ScenarioResult> result = CompletableFuture.supplyAsync(() -> run(example, world));
                try {
                    return refusesAndNames(missing, log, result);
                } finally {
                    restore.run();
                    result.join(); // the scenario removes its objects
                }
            }
        }
    }

    private boolean refusesAndNames(Use missing, RecordedLog log, CompletableFuture<ScenarioResult> result) {
        Awaitility.await()
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> refused.get() || result.isDone());
        if (refused.get()) {
            awaitNamed(missing, log);
            return true;
        }
        assertThat(result.join()).as("without %s", missing).isInstanceOf(ScenarioResult.Passed.class);
        return false;
    }

    private static ScenarioResult run(Scenario example, ScenarioEnvironment world) {
        try {
            return ScenarioRunner.run(example, world);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitNamed(Use missing, RecordedLog log) {
        await(
                NAMED_WITHIN,
                () -> assertThat(log.lines())
                        .as("log about %s", missing)
                        .anyMatch(line -> missing.isNamedIn(line, user)));
        if (missing.resource().equals("customresourcedefinitions")) { // reported on controllers, which come later
            await(LONGEST, () -> assertThat(controllers()).isNotEmpty());
        }
        if (!missing.resource().equals("events")) {
            await(
                    NAMED_WITHIN,
                    () -> assertThat(admin.list(EVENTS, ListOptions.ALL).items())
                            .as("events about %s", missing)
                            .extracting(event -> event.tree().path("message").asText())
                            .anyMatch(message -> missing.isNamedIn(message, user)));
        }
    }

    private static void await(Duration atMost, ThrowingRunnable holds) {
        Awaitility.await().atMost(atMost).pollInterval(Duration.ofMillis(20)).untilAsserted(holds);
    }

    private List<KubeObject> controllers() {
        return admin.discover().resources().stream()
                .filter(resource -> resource.group().equals("metacontroller.k8s.io"))
                .flatMap(resource -> admin.list(resource, ListOptions.ALL).items().stream())
                .toList();
    }
}
