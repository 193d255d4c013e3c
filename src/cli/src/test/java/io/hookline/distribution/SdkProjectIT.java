package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Maven project of a hook's author, in a folder of its own, builds with the artifacts in the distribution. */
class SdkProjectIT {

    /** The files of the project in the guide, each with its path above it. */
    private static final Pattern BLOCK =
            Pattern.compile("^`greeting/([^`\n]+)`\n\n```\\w+\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private static final String CLUSTER_TEST = """
            package com.example;

            import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
            import static org.junit.jupiter.api.DynamicTest.dynamicTest;

            import io.hookline.testing.embedded.Scenarios;
            import java.nio.file.Path;
            import java.util.stream.Stream;
            import org.junit.jupiter.api.DynamicNode;
            import org.junit.jupiter.api.TestFactory;

            class ClusterTest {
                @TestFactory
                Stream<DynamicNode> everyStepHolds() {
                    return Scenarios.in(Path.of(".")).withHooks(Path.of(".")).stream()
                            .map(scenario -> dynamicContainer(
                                    scenario.name(), scenario.steps().map(step -> dynamicTest(step.name(), step::run))));
                }
            }
            """;

    private static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: greetings}
            spec:
              generateSelector: true
              parentResource: {apiVersion: example.com/v1, resource: greetings}
              childResources:
                - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
              hooks:
                sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /greet/sync}}
            """;

    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: greetings.example.com}
            spec:
              group: example.com
              names: {kind: Greeting, plural: greetings}
              scope: Namespaced
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: {status: {}}
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private static final String SAMPLE = """
            apiVersion: example.com/v1
            kind: Greeting
            metadata: {name: world}
            spec: {who: World}
            """;

    private static final String EXPECT = """
            steps:
              - name: the Greeting gets a ConfigMap
                expect: ConfigMap/world
                where: {data.text: "Hello, World"}
            """;

    @TempDir
    private Path scratch;

    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(scratch.resolve("greeting"));
        Matcher block = BLOCK.matcher(Files.readString(Path.of("src/docs/hooks/maven.md")));
        while (block.find()) {
            write(block.group(1), block.group(2));
        }
        for (String fixture : List.of("new.request.json", "new.answer.json")) {
            write(
                    "fixtures/" + fixture,
                    Files.readString(Path.of("src/docs/hooks/fixtures/greeting").resolve(fixture)));
        }
        write("src/test/java/com/example/ClusterTest.java", CLUSTER_TEST);
        write("controller.yaml", CONTROLLER);
        write("crd.yaml", CRD);
        write("sample.yaml", SAMPLE);
        write("expect.yaml", EXPECT);
    }

    private void write(String file, String text) throws IOException {
        Path written = folder.resolve(file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, text);
    }

    private MavenProject.Result run(String... arguments) throws Exception {
        try (MavenProject project = MavenProject.in(folder, scratch)) {
            return project.run(arguments).succeeded();
        }
    }

    @Test
    void aHookIsCompiledAndItsTestPasses() throws Exception {
        MavenProject.Result built = run("test");

        assertThat(built.printed())
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0")
                .doesNotContain("Checksum validation failed")
                .doesNotContain(" DEBUG ")
                .doesNotContain("[WARNING]");
        assertThat(folder.resolve("target/hookline.classpath"))
                .content()
                .contains("hookline-sdk")
                .contains("jackson-databind");
        assertThat(folder.resolve("target/classes/com/example/GreetingHook.class"))
                .exists();
    }

    /** SLF4J is a dependency of the Kubernetes model; SnakeYAML, which Jackson uses for YAML too, reads templates. */
    @Test
    void aHookDependsOnTheSdkJacksonTheKubernetesModelSnakeYamlAndJSpecifyOnly() throws Exception {
        run(
                "-q",
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:list",
                "-DincludeScope=runtime",
                "-DoutputFile=list");
        List<String> resolved = Files.readAllLines(folder.resolve("list")).stream()
                .map(String::strip)
                .filter(line -> line.contains(":jar:"))
                .map(line -> line.replaceAll(":jar:.*", ""))
                .toList();

        assertThat(resolved)
                .contains("io.hookline:hookline-sdk", "com.fasterxml.jackson.core:jackson-databind")
                .contains("io.fabric8:kubernetes-model-core", "org.jspecify:jspecify")
                .allMatch(artifact -> artifact.matches("io\\.hookline:hookline-sdk|com\\.fasterxml\\.jackson\\..*"
                        + "|io\\.fabric8:kubernetes-model-.*|org\\.jspecify:jspecify|org\\.slf4j:slf4j-api"
                        + "|org\\.yaml:snakeyaml"));
    }
}
