package io.hookline.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.MavenProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Maven project of a hook's author, in a folder of its own, builds with the artifacts in the distribution. */
class SdkProjectIT {

    @TempDir
    private Path scratch;

    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(scratch.resolve("greeting"));
        write("pom.xml", pom());
        write("src/main/java/com/example/Greeting.java", """
                package com.example;

                import io.fabric8.kubernetes.api.model.ObjectMeta;
                import io.hookline.hook.Parent;

                record Greeting(ObjectMeta metadata, Spec spec) implements Parent {
                    record Spec(String who) {}
                }
                """);
        write("src/main/java/com/example/GreetingHook.java", """
                package com.example;

                import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
                import io.hookline.hook.Answer;
                import io.hookline.hook.Sync;
                import io.hookline.hook.SyncHook;
                import java.util.Map;

                /** Greets. */
                public final class GreetingHook implements SyncHook<Greeting> {
                    @Override
                    public Answer sync(Sync<Greeting> in) {
                        Greeting greeting = in.parent();
                        return Answer.of(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(greeting.name())
                                .endMetadata()
                                .addToData("text", "Hello, " + greeting.spec().who())
                                .build())
                            .status(Map.of("greeted", greeting.spec().who()));
                    }
                }
                """);
        write("src/test/java/com/example/GreetingHookTest.java", """
                package com.example;

                import static org.junit.jupiter.api.Assertions.assertTrue;

                import io.hookline.hook.JavaHook;
                import io.hookline.testing.FixtureReport;
                import io.hookline.testing.FixtureRunner;
                import io.hookline.testing.embedded.EmbeddedHookline;
                import java.nio.file.Path;
                import java.time.InstantSource;
                import java.util.Optional;
                import org.junit.jupiter.api.Test;

                class GreetingHookTest {
                    @Test
                    void theHookReturnsTheAnswersOfItsFixtures() throws Exception {
                        JavaHook hook = JavaHook.of(InstantSource.fixed(FixtureRunner.NOW), new GreetingHook());

                        FixtureReport report = FixtureRunner.run(Path.of("."), hook);

                        assertTrue(report.passed(), report.toString());
                        assertTrue(report.cases().size() == 1, report.toString());
                    }

                    @Test
                    void aClusterInMemoryStarts() throws Exception {
                        try (EmbeddedHookline hookline = EmbeddedHookline.start(Optional.empty(), name -> false)) {
                            assertTrue(hookline.environment() != null);
                        }
                    }
                }
                """);
        write("fixtures/new.request.json", """
                {
                  "controller": {"apiVersion": "metacontroller.k8s.io/v1alpha1", "kind": "CompositeController", "metadata": {"name": "greetings"}},
                  "parent": {"apiVersion": "example.com/v1", "kind": "Greeting", "metadata": {"name": "world", "namespace": "default"}, "spec": {"who": "World"}},
                  "children": {"ConfigMap.v1": {}},
                  "related": {},
                  "finalizing": false
                }
                """);
        write("fixtures/new.answer.json", """
                {
                  "status": {"greeted": "World"},
                  "children": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "world"}, "data": {"text": "Hello, World"}}]
                }
                """);
    }

    private void write(String file, String text) throws IOException {
        Path written = folder.resolve(file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, text);
    }

    /** A minimal project file of a user. The versions of plugins are those of this project, which are on this machine. */
    private static String pom() throws IOException {
        String ours = Files.readString(Path.of("pom.xml"));
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>greeting</artifactId>
                  <version>1.0.0</version>
                  <properties>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                    <maven.compiler.release>25</maven.compiler.release>
                  </properties>
                  <repositories>
                    <repository>
                      <id>hookline</id>
                      <url>%s</url>
                    </repository>
                  </repositories>
                  <dependencies>
                    <dependency>
                      <groupId>io.hookline</groupId>
                      <artifactId>hookline-sdk</artifactId>
                      <version>%s</version>
                    </dependency>
                    <dependency>
                      <groupId>io.hookline</groupId>
                      <artifactId>hookline-sdk-test</artifactId>
                      <version>%<s</version>
                      <scope>test</scope>
                    </dependency>
                    <dependency>
                      <groupId>org.junit.jupiter</groupId>
                      <artifactId>junit-jupiter</artifactId>
                      <version>%s</version>
                      <scope>test</scope>
                    </dependency>
                  </dependencies>
                  <build>
                    <plugins>
                      %s
                      <plugin>
                        <artifactId>maven-resources-plugin</artifactId>
                        <version>3.4.0</version>
                      </plugin>
                      <plugin>
                        <artifactId>maven-compiler-plugin</artifactId>
                        <version>3.16.0</version>
                      </plugin>
                      <plugin>
                        <artifactId>maven-surefire-plugin</artifactId>
                        <version>%s</version>
                      </plugin>
                    </plugins>
                  </build>
                </project>
                """.formatted(
                        MavenProject.DISTRIBUTION.resolve("repository").toUri(),
                        element(ours, "version"),
                        element(ours, "junit.version"),
                        toolchain(ours),
                        element(ours, "surefire.version"));
    }

    private static String element(String pom, String name) {
        return Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<")
                .matcher(pom)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static String toolchain(String pom) {
        int plugin = pom.lastIndexOf("<plugin>", pom.indexOf("maven-toolchains-plugin"));
        return pom.substring(plugin, pom.indexOf("</plugin>", plugin) + "</plugin>".length());
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
                .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0")
                .doesNotContain("Checksum validation failed")
                .doesNotContain(" DEBUG ")
                .doesNotContain("[WARNING]");
        assertThat(folder.resolve("target/classes/com/example/GreetingHook.class"))
                .exists();
    }

    /** SLF4J is a dependency of the Kubernetes model. */
    @Test
    void aHookDependsOnTheSdkJacksonTheKubernetesModelAndJSpecifyOnly() throws Exception {
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
                        + "|io\\.fabric8:kubernetes-model-.*|org\\.jspecify:jspecify|org\\.slf4j:slf4j-api"));
    }
}
