package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The runner on an embedded cluster, in a time that only passes while it waits; what happens meanwhile is driven by hand. */
class ExampleRunnerTest {

    private static final String SAMPLE = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: a}
            data: {k: v}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, labels: {app: a}}
            spec: {containers: [{name: main, image: registry.example.com/p:1}]}
            """;

    private final HandDrivenWorld hand = new HandDrivenWorld();

    @TempDir
    Path root;

    @ParameterizedTest
    @MethodSource
    void aFailureSaysWhatWasExpectedAndSeen(String steps, String text) throws Exception {
        ExampleResult result = ExampleRunner.run(folder(steps), hand.world());

        assertThat(result)
                .isInstanceOfSatisfying(
                        ExampleResult.Failed.class,
                        failed -> assertThat(failed.text())
                                .contains("expect.yaml:")
                                .contains(text));
    }

    static Stream<Arguments> aFailureSaysWhatWasExpectedAndSeen() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                ExampleRunnerTest.class.getResourceAsStream("/fixtures/examples/failures.json"))) {
            JsonNode rows = Json.parse(in.readAllBytes());
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> Arguments.of(
                            row.path("steps").asText(), row.path("text").asText()));
        }
    }

    @Test
    void whatAUserOrKubeletDoesIsDone() throws Exception {
        assertPasses("""
                - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {more: yes}}
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
    void aStepGoesOnAtOnceWhenItHolds() throws Exception {
        ExampleResult result = ExampleRunner.run(folder("- expect: cm/a\n  within: 2m"), hand.world());

        assertThat(result).isEqualTo(new ExampleResult.Passed("x", Duration.ZERO));
    }

    @Test
    void aNamespaceThatAFormerRunHasLeftMustBeGoneFirst() throws Exception {
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

        assertPasses("""
                - apply: {apiVersion: v1, kind: Namespace, metadata: {name: shop}}
                - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: sign, namespace: shop}}
                """);
    }

    @Test
    void aStepWaitsForWhatHappensMeanwhile() throws Exception {
        hand.after(Duration.ofSeconds(3), () -> patch("a", "{\"data\":{\"k\":\"w\"}}"));

        assertPasses("- expect: cm/a\n  where: {data.k: w}");
    }

    @Test
    void whatHoldsMustStaySo() throws Exception {
        hand.after(Duration.ofSeconds(3), () -> patch("a", "{\"data\":{\"k\":\"w\"}}"));

        assertFails("- expect: cm/a\n  where: {data.k: v}\n  still: 10s", "it did not stay so: data.k = \"w\"");
    }

    @Test
    void anObjectThatMustNotChangeIsWatched() throws Exception {
        hand.after(Duration.ofSeconds(3), () -> patch("a", "{\"data\":{\"x\":\"y\"}}"));

        assertFails("- unchanged: cm/a\n  still: 4s", "metadata.resourceVersion went from \"");
        hand.after(Duration.ofSeconds(3), () -> patch("a", "{\"data\":{\"x\":\"y\"}}"));
        assertPasses("- unchanged: cm/a\n  path: data.k\n  still: 4s");
    }

    @Test
    void damageThatIsRepairedPasses() throws Exception {
        hand.after(Duration.ofMillis(500), () -> patch("a", "{\"data\":{\"k\":\"v\",\"other\":null}}"));

        assertPasses("- break: cm/a\n  merge: {data: {k: w, other: x}}");
    }

    @Test
    void aDeletedObjectMustComeBackAsAnotherOne() throws Exception {
        hand.after(
                Duration.ofMillis(500),
                () -> hand.cluster().create(configMaps(), object("a", "{\"k\":\"new\"}"), WriteOptions.PLAIN));

        assertPasses("- break: cm/a\n  delete: true\n- expect: cm/a\n  where: {data.k: new}");
    }

    @Test
    void hookCallsAreCountedFromTheBeginningOrFromTheStep() throws Exception {
        hand.calls(7);
        hand.after(Duration.ofSeconds(1), () -> hand.calls(2));
        hand.after(Duration.ofSeconds(4), () -> hand.calls(1));

        assertPasses("""
                - calls: {hook: h, exactly: 2}
                - calls: {hook: h, grows: 1}
                - calls: {hook: h, exactly: 3}
                """);
    }

    @Test
    void aQuietStretchMayBeginLater() throws Exception {
        hand.after(Duration.ofSeconds(2), hand::write);
        assertPasses("- quiet: 4s");
    }

    @Test
    void whoeverKeepsWritingIsNotQuiet() throws Exception {
        for (int i = 1; i < 20; i++) {
            hand.after(Duration.ofSeconds(i), hand::write);
        }
        assertFails("- quiet: 4s", "saw 1 writes");
    }

    @Test
    void whoeverKeepsRecordingEventsIsNotQuiet() throws Exception {
        for (int i = 1; i < 20; i++) {
            int number = i;
            hand.after(Duration.ofSeconds(i), () -> event("e" + number));
        }
        assertFails("- quiet: 4s", "saw 0 writes and an event");
    }

    @Test
    void aFailureTellsTheNewestWarning() throws Exception {
        hand.after(Duration.ofSeconds(1), () -> event("e"));

        assertFails("- expect: cm/b", "; the newest warning is SyncError about ConfigMap/a: the hook is down");
    }

    @Test
    void stepsThatNeedMoreThanThereIsArePassedOver() throws Exception {
        ExampleWorld poor = hand.world().lacking(Set.of("garbage-collector"));

        assertThat(ExampleRunner.run(folder("- gone: cm/a\n  needs: garbage-collector"), poor))
                .isInstanceOf(ExampleResult.Passed.class);
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        write("crd.yaml", Files.readString(Path.of("examples/hello/crd.yaml")));
        write("sample.yaml", "{apiVersion: hello.hookline.io/v1, kind: Hello, metadata: {name: w}, spec: {who: W}}");
        write("expect.yaml", "install: [sample.yaml, crd.yaml]\nsteps: [{expect: Hello/w}]");
        String before = hand.everything();

        for (int run = 0; run < 2; run++) {
            assertThat(ExampleRunner.run(ExampleFolder.read(example()), hand.world()))
                    .isInstanceOf(ExampleResult.Passed.class);
            assertThat(hand.everything()).isEqualTo(before);
        }
    }

    @Test
    void aFinalizerThatNobodyTakesOffFailsTheExampleAndIsTakenOff() throws Exception {
        String before = hand.everything();

        ExampleResult result = ExampleRunner.run(
                folder("- change: cm/a\n  merge: {metadata: {finalizers: [example.com/held]}}"), hand.world());

        assertThat(result)
                .isEqualTo(new ExampleResult.Failed(
                        "x",
                        2,
                        "expected everything to be removed; saw ConfigMap example-x/a is still there: "
                                + "its finalizers are [example.com/held]"));
        assertThat(hand.everything()).isEqualTo(before);
    }

    @Test
    void aNamespaceThatIsStillOnItsWayOutIsPassedBy() throws Exception {
        ApiResource namespaces =
                hand.cluster().discover().find("v1", "namespaces").orElseThrow();
        String namespace = "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"example-x\"}}";
        hand.cluster().create(namespaces, KubeObject.of(namespace), WriteOptions.PLAIN);
        hand.cluster().create(configMaps(), object("held", "{}"), WriteOptions.PLAIN);
        patch("held", "{\"metadata\":{\"finalizers\":[\"example.com/held\"]}}");
        hand.cluster().delete(namespaces, ObjectKey.clusterScoped("example-x"), DeleteOptions.BACKGROUND);

        assertPasses("- expect: cm/a\n  where: {metadata.namespace: example-x-2}");
    }

    @Test
    void whatWasThereBeforeIsChangedAndStays() throws Exception {
        hand.cluster().create(configMaps(), object("a", "{\"old\":\"1\"}", "default"), WriteOptions.PLAIN);
        write("sample.yaml", SAMPLE);
        write("expect.yaml", "namespace: default\ninstall: [sample.yaml]\nsteps: [{expect: cm/a}]");

        assertThat(ExampleRunner.run(ExampleFolder.read(example()), hand.world()))
                .isInstanceOf(ExampleResult.Passed.class);

        assertThat(hand.cluster()
                        .get(configMaps(), new ObjectKey("default", "a"))
                        .json())
                .contains("\"old\":\"1\"", "\"k\":\"v\"");
    }

    @Test
    void aRefusedManifestFailsTheInstallation() throws Exception {
        write("sample.yaml", SAMPLE.replace("name: a}", "name: A}"));
        write("expect.yaml", "install: [sample.yaml]\nsteps: [{expect: cm/a}]");
        ExampleFolder folder = ExampleFolder.read(example());

        assertThat(ExampleRunner.run(folder, hand.world()))
                .isInstanceOfSatisfying(ExampleResult.Failed.class, failed -> {
                    assertThat(failed.step()).isZero();
                    assertThat(failed.text()).contains("sample.yaml:1: Invalid: ");
                });
        assertThatThrownBy(() -> ExampleRunner.install(folder, hand.world(), "default", object -> {}))
                .isInstanceOf(ExampleException.class)
                .hasMessageContaining("sample.yaml:1: Invalid: ");
    }

    @Test
    void anInstalledExampleIsReadyWhenItsParentIsSyncedAndTheFirstLooksHold() throws Exception {
        ExampleFolder hello = ExampleFolder.read(Path.of("examples/hello"));
        ExampleFolder crds = crds();
        List<String> installed = new ArrayList<>();

        ExampleRunner.install(crds, hand.world(), "default", object -> {});
        ExampleRunner.install(hello, hand.world(), "default", object -> installed.add(object.toString()));

        assertThat(installed)
                .containsExactly(
                        "CustomResourceDefinition hellos.hello.hookline.io",
                        "CompositeController hello",
                        "Hello default/world");
        assertThat(awaitReady(hello)).contains("Hello default/world has status.observedGeneration nothing");
        greet(hello);
        assertThat(awaitReady(hello)).startsWith("a greeting appears: no such object");
        hand.cluster().create(configMaps(), greeting(), WriteOptions.PLAIN);
        assertThat(awaitReady(hello)).isEmpty();
    }

    @Test
    void anExampleThatSaysWhereItRunsIsInstalledThere() throws Exception {
        write("sample.yaml", SAMPLE);
        write("expect.yaml", "install: [sample.yaml]\nnamespace: shop\nsteps:\n- expect: cm/a\n");
        ExampleFolder folder = ExampleFolder.read(example());
        List<String> installed = new ArrayList<>();

        ExampleRunner.install(folder, hand.world(), "default", object -> installed.add(object.toString()));

        assertThat(installed).containsExactly("ConfigMap shop/a", "Pod shop/p");
        assertThat(awaitReady(folder)).isEmpty();
    }

    private String awaitReady(ExampleFolder folder) throws InterruptedException {
        return ExampleRunner.awaitReady(folder, hand.world(), "default", Duration.ofSeconds(5))
                .orElse("");
    }

    private void greet(ExampleFolder hello) {
        ApiResource hellos =
                hand.cluster().discover().find("hello.hookline.io/v1", "hellos").orElseThrow();
        Patch status = Patch.merge("{\"status\":{\"greeted\":\"World\",\"observedGeneration\":1}}");
        hand.cluster().patch(hellos, new ObjectKey("default", "world"), status, WriteOptions.STATUS);
    }

    private KubeObject greeting() {
        ApiResource hellos =
                hand.cluster().discover().find("hello.hookline.io/v1", "hellos").orElseThrow();
        String uid =
                hand.cluster().get(hellos, new ObjectKey("default", "world")).uid();
        return KubeObject.of("""
                {"apiVersion":"v1","kind":"ConfigMap","data":{"text":"Hello, World"},
                 "metadata":{"name":"world","namespace":"default","ownerReferences":[
                   {"apiVersion":"hello.hookline.io/v1","kind":"Hello","name":"world","uid":"%s",
                    "controller":true,"blockOwnerDeletion":true}]}}
                """.formatted(uid));
    }

    /** A folder that installs the CRDs of the controllers. */
    private ExampleFolder crds() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : List.of("compositecontrollers", "decoratorcontrollers", "controllerrevisions")) {
            all.append(Files.readString(Path.of("manifests/crds/" + name + ".yaml")))
                    .append("---\n");
        }
        write("crd.yaml", all.toString());
        write("expect.yaml", "install: [crd.yaml]\nsteps: [{gone: cm/none}]");
        return ExampleFolder.read(example());
    }

    private void assertPasses(String steps) throws Exception {
        assertThat(ExampleRunner.run(folder(steps), hand.world())).isInstanceOf(ExampleResult.Passed.class);
    }

    private void assertFails(String steps, String text) throws Exception {
        assertThat(ExampleRunner.run(folder(steps), hand.world()))
                .isInstanceOfSatisfying(
                        ExampleResult.Failed.class,
                        failed -> assertThat(failed.text()).contains(text));
    }

    private ExampleFolder folder(String steps) throws IOException {
        write("sample.yaml", SAMPLE);
        write("expect.yaml", "install: [sample.yaml]\nsteps:\n" + steps);
        return ExampleFolder.read(example());
    }

    private Path example() {
        return root.resolve("x");
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(example());
        Files.writeString(example().resolve(file), text);
    }

    private ApiResource configMaps() {
        return hand.cluster().discover().find("v1", "configmaps").orElseThrow();
    }

    private void patch(String name, String body) {
        hand.cluster().patch(configMaps(), new ObjectKey("example-x", name), Patch.merge(body), WriteOptions.PLAIN);
    }

    private static KubeObject object(String name, String data) {
        return object(name, data, "example-x");
    }

    private static KubeObject object(String name, String data, String namespace) {
        return KubeObject.of("""
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","namespace":"%s"},"data":%s}
                """.formatted(name, namespace, data));
    }

    private void event(String name) {
        ApiResource events = hand.cluster().discover().find("v1", "events").orElseThrow();
        hand.cluster().create(events, KubeObject.of("""
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"%s","namespace":"example-x"},"type":"Warning",
                 "reason":"SyncError","message":"the hook is down","lastTimestamp":"2026-01-01T00:00:00Z",
                 "involvedObject":{"kind":"ConfigMap","namespace":"example-x","name":"a"}}
                """.formatted(name)), WriteOptions.PLAIN);
    }
}
