package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.LocalCluster;
import io.hookline.object.LabelSelector;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookSource;
import io.hookline.story.rights.ExampleRightsIT;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests of the example target-label-selector, with the watchers of two teams on one cluster. */
class TargetLabelExampleTest {

    private static final String NAME = "target-label-selector";

    private static final String STEPS = """
            within: 20s
            steps:
              - name: the watcher of team red runs the controller of team red
                expect: ConfigMap/door
                owner: Ticket/door
                where: {data.handledBy: tickets-red}

              - name: the watcher of team blue runs the controller of team blue
                expect: ConfigMap/fence
                owner: Ticket/fence
                where: {data.handledBy: tickets-blue}

              - name: both watchers ignore a controller without the label
                gone: ConfigMap/roof
                still: 2s

              - name: the Ticket of that controller has no status
                expect: Ticket/roof
                where: {status: {absent: true}}

              - name: the administrator gives the controller to team red
                change: CompositeController/tickets-of-nobody
                merge: {metadata: {labels: {team: red}}}

              - name: the watcher of team red runs it
                expect: ConfigMap/roof
                owner: Ticket/roof
                where: {data.handledBy: tickets-of-nobody}

              - name: the administrator takes the label of the controller of team blue away
                change: CompositeController/tickets-blue
                merge: {metadata: {labels: {team: null}}}

              - name: the watcher of team blue stops it
                count: events
                namespace: default
                where: {involvedObject.name: tickets-blue, reason: Stopped}
                atLeast: 1

              - name: a user creates a Ticket for team blue
                create:
                  apiVersion: teams.example.com/v1
                  kind: Ticket
                  metadata: {name: gate, labels: {for: blue}}
                  spec: {title: Oil the gate}

              - name: no watcher runs the controller without the label
                gone: ConfigMap/gate
                still: 2s

              - name: its children stay
                expect: ConfigMap/fence

              - name: the administrator gives the controller to team red, too
                change: CompositeController/tickets-blue
                merge: {metadata: {labels: {team: red}}}

              - name: the watcher of team red handles the Tickets of team blue
                expect: ConfigMap/gate
                where: {data.handledBy: tickets-blue}

              - name: the watchers write nothing more
                quiet: 2s
            """;

    @TempDir
    private Path folder;

    private static PrometheusRegistry registry() {
        return new PrometheusRegistry();
    }

    private static WatcherProcess watcher(CountingCluster cluster, HookHost hooks, String team) {
        WatcherOptions all = WatcherOptions.DEFAULTS;
        WatcherOptions ours = new WatcherOptions(
                all.workers(),
                all.discoveryInterval(),
                all.cacheFlushInterval(),
                LabelSelector.ofLabel("team", team),
                all.eventsPerSecond(),
                all.eventsBurst(),
                all.finalizerReleaseDelay(),
                all.revisionNamespace());
        return WatcherProcess.start(cluster, Optional.of(hooks.hooks()), ours, registry());
    }

    /** The manifests of the example, with other steps. */
    private Scenario scenario() throws IOException {
        Path copy = Files.createDirectory(folder.resolve(NAME));
        for (String file : List.of("crd.yaml", "controller.yaml", "sample.yaml")) {
            Files.copy(Path.of("examples", NAME, file), copy.resolve(file));
        }
        Files.writeString(copy.resolve("expect.yaml"), STEPS);
        return Scenario.read(copy);
    }

    @Test
    void eachWatcherRunsTheControllersWithItsLabelAndNoOthers() throws Exception {
        LocalCluster local = ExampleRightsIT.cluster();
        CountingCluster watched = new CountingCluster(local);
        List<HookSource> sources = HookSource.in(Path.of("hooks")).stream()
                .filter(source -> source.name().equals(NAME))
                .toList();
        try (HookHost hooks = HookHost.open(() -> sources, HookSettings.DEFAULTS, registry())) {
            hooks.load(_ -> true);
            try (RealTime time = new RealTime();
                    WatcherProcess _ = watcher(watched, hooks, "red");
                    WatcherProcess _ = watcher(watched, hooks, "blue")) {
                ScenarioEnvironment world = new ScenarioEnvironment(
                        local, hooks.hooks()::calls, watched::writes, InstantSource.system(), time);

                assertThat(ScenarioRunner.run(scenario(), world)).isInstanceOf(ScenarioResult.Passed.class);
            }
        }
    }
}
