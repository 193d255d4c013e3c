package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ListOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.Cleanup;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;

/** All examples at a time, each in its own namespace: once they are converged, nothing is written. */
public final class SteadyState {

    private static final Duration SETTLED = Duration.ofSeconds(5);
    private static final Duration STILL = Duration.ofSeconds(30);

    private final ScenarioEnvironment world;
    private final CountingCluster watched;

    public SteadyState(ScenarioEnvironment world, CountingCluster watched) {
        this.world = world.patient(4);
        this.watched = watched;
    }

    /** Writes of the watcher by namespace, and the newest state of each event. */
    private record Seen(Map<String, Long> writes, Map<String, String> events) {}

    /** Installs all examples, waits until nothing is written, and observes for half a minute. */
    public void assertHeld() throws InterruptedException {
        List<ManifestInstaller> installed = install(Scenario.readAll(Path.of("examples")));
        awaitQuiet();
        Seen before = look();
        Instant end = Instant.now().plus(STILL);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(500))
                .atMost(STILL.multipliedBy(2))
                .until(() -> !look().equals(before) || Instant.now().isAfter(end));

        assertThat(look()).isEqualTo(before);
        List<ManifestInstaller.Created> created = installed.stream()
                .flatMap(installer -> installer.created().stream())
                .toList();
        assertThat(new Cleanup(world).remove(created)).isEmpty();
    }

    /** All at a time, since each waits for the server to serve a new kind. */
    private List<ManifestInstaller> install(List<Scenario> examples) throws InterruptedException {
        List<Callable<ManifestInstaller>> tasks = examples.stream()
                .map(example -> (Callable<ManifestInstaller>) () -> install(example))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<ManifestInstaller> installed = new ArrayList<>();
            for (Future<ManifestInstaller> task : threads.invokeAll(tasks)) {
                installed.add(task.get());
            }
            return installed;
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private ManifestInstaller install(Scenario example) throws InterruptedException {
        ManifestInstaller installer = new ManifestInstaller(world);
        assertThat(installer.install(example.everything(), "steady-" + example.name(), world.limit(SETTLED), _ -> {}))
                .isEmpty();
        return installer;
    }

    private void awaitQuiet() {
        Moment moment = new Moment(look(), Instant.now());
        Moment[] last = {moment};
        Awaitility.await()
                .pollInterval(Duration.ofMillis(250))
                .atMost(Duration.ofMinutes(3))
                .until(() -> {
                    Seen now = look();
                    if (!now.equals(last[0].seen())) {
                        last[0] = new Moment(now, Instant.now());
                    }
                    return last[0].since().plus(SETTLED).isBefore(Instant.now());
                });
    }

    private record Moment(Seen seen, Instant since) {}

    private Seen look() {
        Map<String, String> events = new TreeMap<>();
        ApiResource resource =
                world.resource(GroupVersionKind.of("v1", "Event")).orElseThrow();
        for (KubeObject event : world.cluster().list(resource, ListOptions.ALL).items()) {
            if (event.tree().at("/source/component").asText().equals("metacontroller")) {
                events.put(
                        event.key().toString(),
                        event.resourceVersion() + " "
                                + event.tree().path("message").asText());
            }
        }
        return new Seen(watched.writes(), events);
    }
}
