package io.hookline.cli.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.object.ApiResource;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;

/**
 * A watcher that lacks one right, while an example runs: either the example passes nevertheless, or the watcher names the right in
 * log and event.
 *
 * @param admin for the example and for reading events
 * @param watched with the rights of the watcher
 * @param refused whether a request was refused because of the missing right
 * @param restore grants all rights again, so that the example can be cleaned up
 */
record WatcherWithRights(Cluster admin, Cluster watched, HookHost hooks, AtomicBoolean refused, Runnable restore) {

    /** The time from the first refused request until both name it. */
    private static final Duration NAMED_WITHIN = Duration.ofSeconds(5);

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
                    counted,
                    Optional.of(hooks.hooks()),
                    WatcherOptions.DEFAULTS,
                    new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
            try (watcher) {
                CompletableFuture<ScenarioResult> result = CompletableFuture.supplyAsync(() -> run(example, world));
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> refused.get() || result.isDone());
                if (refused.get()) {
                    awaitNamed(missing, log);
                    restore.run();
                    result.join();
                    return true;
                }
                assertThat(result.join())
                        .as("%s without %s", example, missing)
                        .isInstanceOf(ScenarioResult.Passed.class);
                return false;
            }
        }
    }

    private static ScenarioResult run(Scenario example, ScenarioEnvironment world) {
        try {
            return ScenarioRunner.run(example, world);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitNamed(Use missing, RecordedLog log) {
        Awaitility.await()
                .atMost(NAMED_WITHIN)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> {
                    assertThat(log.lines()).as("log about %s", missing).anyMatch(missing::isNamedIn);
                    if (!missing.resource().equals("events")) {
                        assertThat(admin.list(EVENTS, ListOptions.ALL).items())
                                .as("events about %s", missing)
                                .extracting(
                                        event -> event.tree().path("message").asText())
                                .anyMatch(missing::isNamedIn);
                    }
                });
    }
}
