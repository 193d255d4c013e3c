package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The runner on an embedded cluster, with a clock that advances only during waits and actions that the test schedules. */
class ScenarioRunnerTest {

    @TempDir
    private Path root;

    private ScenarioBench bench;
    private HandDrivenEnvironment hand;

    @BeforeEach
    void open() {
        bench = new ScenarioBench(root);
        hand = bench.hand;
    }

    @ParameterizedTest
    @MethodSource
    void aFailureNamesTheExpectedAndTheActualState(String steps, String expected, String saw) throws Exception {
        ScenarioResult result = ScenarioRunner.run(bench.folder(steps), hand.environment());

        assertThat(result).isInstanceOfSatisfying(ScenarioResult.Failed.class, failed -> {
            assertThat(failed.failure().detail("at")).contains("expect.yaml:");
            assertThat(failed.failure().detail("expected")).isEqualTo(expected);
            assertThat(failed.failure().detail("saw")).startsWith(saw);
        });
    }

    static Stream<Arguments> aFailureNamesTheExpectedAndTheActualState() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                ScenarioRunnerTest.class.getResourceAsStream("/fixtures/scenarios/failures.json"))) {
            JsonNode rows = Json.parse(in.readAllBytes());
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> Arguments.of(
                            row.path("steps").asText(),
                            row.path("expected").asText(),
                            row.path("saw").asText()));
        }
    }

    @Test
    void whatAUserOrKubeletDoesIsDone() throws Exception {
        bench.assertPasses("""
                - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {more: "yes"}}
                - change: cm/a
                  merge: {data: {k: w}}
                - expect: configmaps/a
                  where: {data: {equals: {k: w, more: "yes"}}, metadata.namespace: example-x}
                - create: {apiVersion: v1, kind: ConfigMap, metadata: {name: A}}
                  refused: {matches: 'metadata\\.name: Invalid'}
                - run: p
                - expect: Pod/p
                  where: {status.phase: Running, 'status.conditions[type=Ready].status': "True"}
                - fail: p
                - expect: Pod/p
                  where: {status.phase: Failed, 'status.conditions[type=Ready].status': "False", status.conditions: {length: 1}}
                - apply: {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r}, spec: {replicas: 2,
                    selector: {matchLabels: {app: r}}, template: {metadata: {labels: {app: r}},
                    spec: {containers: [{name: main, image: registry.example.com/r:1}]}}}}
                - avail: rs/r
                  replicas: 2
                - expect: ReplicaSet.apps/r
                  where: {status.readyReplicas: 2, status.availableReplicas: 2, status.observedGeneration: 1}
                - delete: rs/r
                - gone: rs/r
                - unchanged: cm/a
                  still: 3s
                - quiet: 3s
                """);
    }

    @Test
    void aStepEndsAsSoonAsItHolds() throws Exception {
        ScenarioResult result = ScenarioRunner.run(bench.folder("- expect: cm/a\n  within: 2m"), hand.environment());

        assertThat(result).isEqualTo(new ScenarioResult.Passed("x", Duration.ZERO));
    }

    @Test
    void aScenarioIsReadyWhenItsFirstChecksHaveHeldOneAfterTheOther() throws Exception {
        Scenario scenario = bench.folder("""
                - expect: cm/a
                  where: {data.k: v}
                - expect: cm/a
                  where: {data.k: w}
                - delete: cm/a
                """);
        ScenarioRunner.install(scenario, hand.environment(), "default", _ -> {});
        Patch change = Patch.merge("{\"data\":{\"k\":\"w\"}}");
        hand.after(
                Duration.ofSeconds(2),
                () -> hand.cluster()
                        .patch(bench.configMaps(), new ObjectKey("default", "a"), change, WriteOptions.PLAIN));

        assertThat(ScenarioRunner.readiness(scenario, hand.environment(), "default")
                        .await(Duration.ofSeconds(9)))
                .isEmpty();
    }

    @Test
    void aNamespaceOfAnEarlierRunMustBeDeletedFirst() throws Exception {
        ApiResource namespaces =
                hand.cluster().discover().find("v1", "namespaces").orElseThrow();
        KubeObject leaving =
                KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"shop\","
                        + "\"finalizers\":[\"example.com/hold\"]}}");
        hand.cluster().create(namespaces, leaving, WriteOptions.PLAIN);
        hand.cluster().delete(namespaces, leaving.key(), DeleteOptions.BACKGROUND);
        Patch release = Patch.merge("{\"metadata\":{\"finalizers\":null}}");
        hand.after(
                Duration.ofSeconds(3),
                () -> hand.cluster().patch(namespaces, leaving.key(), release, WriteOptions.PLAIN));

        bench.assertPasses("""
                - apply: {apiVersion: v1, kind: Namespace, metadata: {name: shop}}
                - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: sign, namespace: shop}}
                """);
    }

    @Test
    void aStepWaitsForWhatHappensMeanwhile() throws Exception {
        hand.after(Duration.ofSeconds(3), () -> bench.patch("a", "{\"data\":{\"k\":\"w\"}}"));

        bench.assertPasses("- expect: cm/a\n  where: {data.k: w}");
    }

    @Test
    void whatHoldsMustStaySo() throws Exception {
        hand.after(Duration.ofSeconds(3), () -> bench.patch("a", "{\"data\":{\"k\":\"w\"}}"));

        bench.assertFails("- expect: cm/a\n  where: {data.k: v}\n  still: 10s", "it did not stay so: data.k = \"w\"");
    }

    @Test
    void anObjectThatMustNotChangeIsWatched() throws Exception {
        hand.after(Duration.ofSeconds(3), () -> bench.patch("a", "{\"data\":{\"x\":\"y\"}}"));

        bench.assertFails("- unchanged: cm/a\n  still: 4s", "metadata.resourceVersion changed from \"");
        hand.after(Duration.ofSeconds(3), () -> bench.patch("a", "{\"data\":{\"x\":\"y\"}}"));
        bench.assertPasses("- unchanged: cm/a\n  path: data.k\n  still: 4s");
    }

    @Test
    void damageThatIsRepairedPasses() throws Exception {
        hand.after(Duration.ofMillis(500), () -> bench.patch("a", "{\"data\":{\"k\":\"v\",\"other\":null}}"));

        bench.assertPasses("- break: cm/a\n  merge: {data: {k: w, other: x}}");
    }

    @Test
    void aDeletedObjectMustComeBackAsAnotherOne() throws Exception {
        hand.after(
                Duration.ofMillis(500),
                () -> hand.cluster()
                        .create(bench.configMaps(), ScenarioBench.object("a", "{\"k\":\"new\"}"), WriteOptions.PLAIN));

        bench.assertPasses("- break: cm/a\n  delete: true\n- expect: cm/a\n  where: {data.k: new}");
    }

    @Test
    void hookCallsAreCountedFromTheBeginningOrFromTheStep() throws Exception {
        hand.calls(7);
        hand.after(Duration.ofSeconds(1), () -> hand.calls(2));
        hand.after(Duration.ofSeconds(4), () -> hand.calls(1));

        bench.assertPasses("""
                - calls: {hook: h, exactly: 2}
                - calls: {hook: h, grows: 1}
                - calls: {hook: h, exactly: 3}
                """);
    }

    @Test
    void aQuietStretchMayBeginLater() throws Exception {
        hand.after(Duration.ofSeconds(2), hand::write);
        bench.assertPasses("- quiet: 4s");
    }

    @Test
    void aWatcherThatKeepsWritingIsNotQuiet() throws Exception {
        for (int i = 1; i < 20; i++) {
            hand.after(Duration.ofSeconds(i), hand::write);
        }
        bench.assertFails("- quiet: 4s", "saw 1 writes");
    }

    @Test
    void aWatcherThatKeepsRecordingEventsIsNotQuiet() throws Exception {
        for (int i = 1; i < 20; i++) {
            int number = i;
            hand.after(Duration.ofSeconds(i), () -> bench.event("e" + number));
        }
        bench.assertFails("- quiet: 4s", "saw 0 writes and an event");
    }

    @Test
    void eventsAboutTheControllersOfOtherScenariosDoNotCount() throws Exception {
        for (int i = 1; i < 20; i++) {
            int number = i;
            hand.after(Duration.ofSeconds(i), () -> bench.controllerEvent("e" + number, "others"));
        }
        bench.assertPasses("- quiet: 4s");
    }

    @Test
    void eventsAboutItsOwnControllersCount() throws Exception {
        ScenarioRunner.install(bench.crds(), hand.environment(), "default", _ -> {});
        for (int i = 1; i < 20; i++) {
            int number = i;
            hand.after(Duration.ofSeconds(i), () -> bench.controllerEvent("e" + number, "own"));
        }
        bench.assertFails("""
                - apply: {apiVersion: metacontroller.k8s.io/v1alpha1, kind: CompositeController, metadata: {name: own},
                    spec: {parentResource: {apiVersion: v1, resource: pods}}}
                - quiet: 4s
                """, "saw 0 writes and an event: SyncError about CompositeController/own");
    }

    @Test
    void aFailureNamesTheNewestWarning() throws Exception {
        hand.after(Duration.ofSeconds(1), () -> bench.event("e"));

        bench.assertFails("- expect: cm/b", "warning SyncError about ConfigMap/a: the hook is down");
    }

    @Test
    void stepsThatNeedAMissingPartOfTheControlPlaneAreSkipped() throws Exception {
        ScenarioEnvironment poor = hand.environment().lacking(Set.of("garbage-collector"));

        assertThat(ScenarioRunner.run(bench.folder("- gone: cm/a\n  needs: garbage-collector"), poor))
                .isInstanceOf(ScenarioResult.Passed.class);
    }
}
