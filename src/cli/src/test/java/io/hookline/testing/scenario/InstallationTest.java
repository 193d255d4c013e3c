package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.scenario.file.ScenarioException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The installation of an example, and the cleanup of all its objects. */
class InstallationTest {

    @TempDir
    private Path root;

    private ScenarioBench bench;
    private HandDrivenEnvironment hand;

    @BeforeEach
    void open() {
        bench = new ScenarioBench(root);
        hand = bench.hand;
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        bench.write("crd.yaml", Files.readString(Path.of("examples/hello/crd.yaml")));
        bench.write(
                "sample.yaml", "{apiVersion: hello.hookline.io/v1, kind: Hello, metadata: {name: w}, spec: {who: W}}");
        bench.write("expect.yaml", "install: [sample.yaml, crd.yaml]\nsteps: [{expect: Hello/w}]");
        String before = hand.everything();

        for (int run = 0; run < 2; run++) {
            assertThat(ScenarioRunner.run(bench.read(), hand.environment())).isInstanceOf(ScenarioResult.Passed.class);
            assertThat(hand.everything()).isEqualTo(before);
        }
    }

    @Test
    void aFinalizerThatNoControllerRemovesFailsTheExampleAndIsRemoved() throws Exception {
        String before = hand.everything();

        ScenarioResult result = ScenarioRunner.run(
                bench.folder("- change: cm/a\n  merge: {metadata: {finalizers: [example.com/held]}}"),
                hand.environment());

        assertThat(result)
                .isInstanceOfSatisfying(
                        ScenarioResult.Failed.class,
                        failed -> assertThat(failed.failure()).hasToString("""
                        step 2: Everything is removed.
                          expected  everything to be removed
                          saw       ConfigMap example-x/a was not deleted: its finalizers are [example.com/held]"""));
        assertThat(hand.everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"My.App, example-my-app", "a b c, example-a-b-c", "Foo_Bar-, example-foo-bar", "-x, example-x"})
    void theNameOfAFolderMayHaveCharactersThatANamespaceCannotHave(String name, String namespace) throws Exception {
        ScenarioBench other = new ScenarioBench(root, name);

        other.assertPasses("- expect: cm/a\n  where: {metadata.namespace: " + namespace + "}");
    }

    @Test
    void aNamespaceThatIsStillOnItsWayOutIsPassedBy() throws Exception {
        ApiResource namespaces =
                hand.cluster().discover().find("v1", "namespaces").orElseThrow();
        String namespace = "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"example-x\"}}";
        hand.cluster().create(namespaces, KubeObject.of(namespace), WriteOptions.PLAIN);
        hand.cluster().create(bench.configMaps(), ScenarioBench.object("held", "{}"), WriteOptions.PLAIN);
        bench.patch("held", "{\"metadata\":{\"finalizers\":[\"example.com/held\"]}}");
        hand.cluster().delete(namespaces, ObjectKey.clusterScoped("example-x"), DeleteOptions.BACKGROUND);

        bench.assertPasses("- expect: cm/a\n  where: {metadata.namespace: example-x-2}");
    }

    @Test
    void whatWasThereBeforeIsChangedAndStays() throws Exception {
        hand.cluster()
                .create(
                        bench.configMaps(),
                        ScenarioBench.object("a", "{\"old\":\"1\"}", "default"),
                        WriteOptions.PLAIN);
        bench.write("sample.yaml", ScenarioBench.SAMPLE);
        bench.write("expect.yaml", "namespace: default\ninstall: [sample.yaml]\nsteps: [{expect: cm/a}]");

        assertThat(ScenarioRunner.run(bench.read(), hand.environment())).isInstanceOf(ScenarioResult.Passed.class);

        assertThat(hand.cluster()
                        .get(bench.configMaps(), new ObjectKey("default", "a"))
                        .json())
                .contains("\"old\":\"1\"", "\"k\":\"v\"");
    }

    @Test
    void aRefusedManifestFailsTheInstallation() throws Exception {
        bench.write("sample.yaml", ScenarioBench.SAMPLE.replace("name: a}", "name: A}"));
        bench.write("expect.yaml", "install: [sample.yaml]\nsteps: [{expect: cm/a}]");
        Scenario folder = bench.read();

        assertThat(ScenarioRunner.run(folder, hand.environment()))
                .isInstanceOfSatisfying(ScenarioResult.Failed.class, failed -> {
                    assertThat(failed.failure().step()).isZero();
                    assertThat(failed.failure().detail("saw")).contains("sample.yaml:1: Invalid: ");
                });
        assertThatThrownBy(() -> ScenarioRunner.install(folder, hand.environment(), "default", object -> {}))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("sample.yaml:1: Invalid: ");
    }

    @Test
    void anInstalledExampleIsReadyWhenItsParentIsSyncedAndTheFirstLooksHold() throws Exception {
        Scenario hello = Scenario.read(Path.of("examples/hello"));
        Scenario crds = bench.crds();
        List<String> installed = new ArrayList<>();

        ScenarioRunner.install(crds, hand.environment(), "default", object -> {});
        ScenarioRunner.install(hello, hand.environment(), "default", object -> installed.add(object.toString()));

        assertThat(installed)
                .containsExactly(
                        "CustomResourceDefinition hellos.hello.hookline.io",
                        "CompositeController hello",
                        "Hello default/world");
        assertThat(awaitReady(hello)).contains("Hello default/world: status.observedGeneration is not set");
        greet(hello);
        assertThat(awaitReady(hello)).startsWith("the Hello gets a ConfigMap with a greeting: no such object");
        hand.cluster().create(bench.configMaps(), greeting(), WriteOptions.PLAIN);
        assertThat(awaitReady(hello)).isEmpty();
    }

    @Test
    void anExampleIsInstalledInItsOwnNamespace() throws Exception {
        bench.write("sample.yaml", ScenarioBench.SAMPLE);
        bench.write("expect.yaml", "install: [sample.yaml]\nnamespace: shop\nsteps:\n- expect: cm/a\n");
        Scenario folder = bench.read();
        List<String> installed = new ArrayList<>();

        ScenarioRunner.install(folder, hand.environment(), "default", object -> installed.add(object.toString()));

        assertThat(installed).containsExactly("ConfigMap shop/a", "Pod shop/p");
        assertThat(awaitReady(folder)).isEmpty();
    }

    private String awaitReady(Scenario folder) throws InterruptedException {
        return ScenarioRunner.readiness(folder, hand.environment(), "default")
                .await(Duration.ofSeconds(5))
                .orElse("");
    }

    private void greet(Scenario hello) {
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
}
