package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.testing.scenario.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios with watcher and hooks of this process; the hook here is a shell script. */
class ScenariosTest {

    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: notes.example.com}
            spec:
              group: example.com
              names: {kind: Note, plural: notes}
              scope: Namespaced
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: {status: {}}
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: notes}
            spec:
              generateSelector: true
              parentResource: {apiVersion: example.com/v1, resource: notes}
              childResources: [{apiVersion: v1, resource: configmaps}]
              hooks: {sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /note/sync}}}
            """;

    private static final String HOOK = """
            #!/bin/sh
            echo '{"children": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "n"}, "data": {"k": "v"}}]}'
            """;

    @TempDir
    private Path root;

    @BeforeEach
    void write() throws IOException {
        write("hooks/note/sync.sh", HOOK);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void scenario(String name, String steps) throws IOException {
        write("scenarios/" + name + "/crd.yaml", CRD.replace("notes", name).replace("Note", name.toUpperCase()));
        write("scenarios/" + name + "/controller.yaml", CONTROLLER.replace("notes", name));
        write(
                "scenarios/" + name + "/sample.yaml",
                "{apiVersion: example.com/v1, kind: " + name.toUpperCase() + ", metadata: {name: 'n'}}");
        write("scenarios/" + name + "/expect.yaml", "within: 30s\nsteps:\n" + steps);
    }

    private Scenarios scenarios() {
        return Scenarios.in(root.resolve("scenarios")).withHooks(root.resolve("hooks"));
    }

    @Test
    void aFolderOfScenariosRunsWithItsHooks() throws Exception {
        scenario("as", "- expect: cm/n\n  where: {data.k: v}\n  owner: as/n\n");
        scenario("bs", "- break: cm/n\n  delete: true\n- calls: {hook: note, atLeast: 2}\n");

        assertThat(scenarios().run())
                .hasSize(2)
                .allSatisfy(result -> assertThat(result).isInstanceOf(ScenarioResult.Passed.class));
    }

    @Test
    void afterAStepThatFailsTheNextOneIsTheCleanup() throws Exception {
        scenario("as", """
                - name: the child is there
                  expect: cm/n
                - name: the child says something else
                  expect: cm/n
                  where: {data.k: w}
                  within: 100ms
                - name: this is not run
                  gone: cm/n
                """);
        List<String> names = new ArrayList<>();
        List<String> failures = new ArrayList<>();

        try (Stream<RunnableScenario> all = scenarios().stream()) {
            for (Iterator<RunnableScenario.NamedStep> steps =
                            all.findFirst().orElseThrow().steps().iterator();
                    steps.hasNext(); ) {
                RunnableScenario.NamedStep step = steps.next();
                names.add(step.name());
                try {
                    step.run();
                } catch (AssertionError e) {
                    failures.add(e.getMessage());
                }
            }
        }

        assertThat(names)
                .containsExactly(
                        "the manifests are installed",
                        "the child is there",
                        "the child says something else",
                        "everything is removed");
        assertThat(failures)
                .singleElement()
                .asString()
                .startsWith("as, step 2: The child says something else.\n  at        ")
                .contains("  saw       data.k = \"v\"\n", "  object    apiVersion: v1\n", "\n  watcher   ")
                .contains("ConfigMap example-as/n");
    }

    @Test
    void aFrameworkThatTakesAllStepsFirstGetsThoseThatAreNotRunAsFailures() throws Exception {
        scenario("as", "- gone: cm/n\n  within: 10ms\n  still: 1m\n- expect: cm/n\n");
        try (Stream<RunnableScenario> all = scenarios().stream()) {
            List<RunnableScenario.NamedStep> steps =
                    all.findFirst().orElseThrow().steps().toList();

            steps.get(0).run();
            assertThatThrownBy(() -> steps.get(1).run()).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> steps.get(2).run()).hasMessage("as: skipped, since an earlier step failed");
            steps.get(3).run();
        }
    }

    @Test
    void aFolderMayBeOneScenarioItself() throws Exception {
        scenario("as", "- expect: cm/n\n");

        try (Stream<RunnableScenario> all = Scenarios.in(root.resolve("scenarios/as")).stream()) {
            assertThat(all.map(RunnableScenario::name)).containsExactly("as");
        }
    }

    @Test
    void aHooksFolderThatDoesNotExistIsNamed() throws Exception {
        scenario("as", "- expect: cm/n\n");

        assertThatThrownBy(() -> Scenarios.in(root.resolve("scenarios"))
                        .withHooks(root.resolve("nowhere"))
                        .run())
                .hasMessage("no such hooks folder: " + root.resolve("nowhere"));
    }
}
