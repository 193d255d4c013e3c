package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An example that a test writes, and an environment that the test drives by hand. */
final class ScenarioBench {

    static final String SAMPLE = """
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

    final HandDrivenEnvironment hand = new HandDrivenEnvironment();
    private final Path root;
    private final String name;

    /** Creates the example in the test's own folder. */
    ScenarioBench(Path root) {
        this(root, "x");
    }

    /** Creates an example with this name in the test's own folder. */
    ScenarioBench(Path root, String name) {
        this.root = root;
        this.name = name;
    }

    /** Asserts that the steps pass. */
    void assertPasses(String steps) throws Exception {
        assertThat(ScenarioRunner.run(folder(steps), hand.environment())).isInstanceOf(ScenarioResult.Passed.class);
    }

    /** Asserts that the steps fail with this text. */
    void assertFails(String steps, String text) throws Exception {
        assertThat(ScenarioRunner.run(folder(steps), hand.environment()))
                .isInstanceOfSatisfying(
                        ScenarioResult.Failed.class,
                        failed -> assertThat(failed.failure().toString().replaceAll("\\s+", " "))
                                .contains(text));
    }

    /** An example with the sample and these steps. */
    Scenario folder(String steps) throws IOException {
        write("sample.yaml", SAMPLE);
        write("expect.yaml", "install: [sample.yaml]\nsteps:\n" + steps);
        return read();
    }

    /** A folder that installs the CRDs of the controllers. */
    Scenario crds() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : List.of("compositecontrollers", "decoratorcontrollers", "controllerrevisions")) {
            all.append(Files.readString(Path.of("manifests/crds/" + name + ".yaml")))
                    .append("---\n");
        }
        write("crd.yaml", all.toString());
        write("expect.yaml", "install: [crd.yaml]\nsteps: [{gone: cm/none}]");
        return read();
    }

    private Path path() {
        return root.resolve(name);
    }

    /** Reads the example as written so far. */
    Scenario read() {
        return Scenario.read(path());
    }

    void write(String file, String text) throws IOException {
        Files.createDirectories(path());
        Files.writeString(path().resolve(file), text);
    }

    ApiResource configMaps() {
        return hand.cluster().discover().find("v1", "configmaps").orElseThrow();
    }

    void patch(String name, String body) {
        hand.cluster().patch(configMaps(), new ObjectKey("example-x", name), Patch.merge(body), WriteOptions.PLAIN);
    }

    static KubeObject object(String name, String data) {
        return object(name, data, "example-x");
    }

    static KubeObject object(String name, String data, String namespace) {
        return KubeObject.of("""
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","namespace":"%s"},"data":%s}
                """.formatted(name, namespace, data));
    }

    /** A warning about the sample's ConfigMap. */
    void event(String name) {
        event(name, "example-x", "ConfigMap", "a");
    }

    /** A warning about a CompositeController. */
    void controllerEvent(String name, String controller) {
        event(name, "default", "CompositeController", controller);
    }

    private void event(String name, String namespace, String kind, String about) {
        ApiResource events = hand.cluster().discover().find("v1", "events").orElseThrow();
        hand.cluster().create(events, KubeObject.of("""
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"%1$s","namespace":"%2$s"},"type":"Warning",
                 "reason":"SyncError","message":"the hook is down","lastTimestamp":"2026-01-01T00:00:00Z",
                 "involvedObject":{"kind":"%3$s","namespace":"%2$s","name":"%4$s"}}
                """.formatted(name, namespace, kind, about)), WriteOptions.PLAIN);
    }
}
