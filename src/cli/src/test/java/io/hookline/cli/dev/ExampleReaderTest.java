package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.plan.HookUrls;
import io.hookline.cli.terminal.Console;
import io.hookline.distribution.ProjectFiles;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.watcher.WatcherOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the manifests of an example are read again. */
class ExampleReaderTest {

    @TempDir
    private Path root;

    private final StringWriter printed = new StringWriter();
    private ExampleReader reader;

    @BeforeEach
    void write() throws IOException {
        write("expect.yaml", """
                install: [controller/crd.yaml, controller/controller.yaml, sample.yaml]
                steps:
                  - name: nothing is written
                    quiet: 1s
                """);
        write("controller/crd.yaml", ProjectFiles.CRD);
        write("controller/controller.yaml", ProjectFiles.CONTROLLER);
        write("sample.yaml", ProjectFiles.SAMPLE);
        start();
    }

    private void start() {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        reader = new ExampleReader(
                new DevProject(
                        root,
                        new DevCommand.Options(
                                List.of(),
                                false,
                                false,
                                true,
                                0,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                HookUrls.parse(List.of()),
                                WatcherOptions.DEFAULTS)),
                new DevConsole(new Console(new PrintWriter(printed), clock, Instant.EPOCH)));
        reader.read();
        refresh();
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** As often as an editor's steps need. */
    private boolean refresh() {
        return List.of(reader.refresh(), reader.refresh()).contains(true);
    }

    private List<String> kinds() {
        return reader.examples().getFirst().everything().stream()
                .map(Manifest::object)
                .map(object -> object.kind() + " " + object.name())
                .toList();
    }

    @Test
    void anEditOfAManifestInASubFolderIsReadIfTheScenarioInstallsIt() throws IOException {
        assertThat(refresh()).isFalse();
        assertThat(kinds()).contains("CompositeController webapp");

        write("controller/controller.yaml", ProjectFiles.CONTROLLER.replace("{name: webapp}", "{name: changed}"));

        assertThat(refresh()).isTrue();
        assertThat(kinds()).contains("CompositeController changed");
        assertThat(refresh()).isFalse();
    }

    @Test
    void aManifestInASubFolderThatIsDeletedAndWrittenAgainIsReadAgain() throws IOException {
        Files.delete(root.resolve("controller/controller.yaml"));

        assertThat(refresh()).isTrue();
        assertThat(printed.toString()).contains("controller.yaml: no such file");
        assertThat(kinds()).contains("CompositeController webapp");

        write("controller/controller.yaml", ProjectFiles.CONTROLLER.replace("{name: webapp}", "{name: back}"));

        assertThat(refresh()).isTrue();
        assertThat(kinds()).contains("CompositeController back");
    }

    @Test
    void oneManifestThatIsNotValidDoesNotKeepTheOthersOut() throws IOException {
        Files.delete(root.resolve("expect.yaml"));
        write("sample.yaml", ProjectFiles.SAMPLE + "---\nkind: NoApiVersion\n");
        write("other.yaml", "apiVersion: v1\nkind: ConfigMap\n  metadata: wrong indentation\n");
        start();

        assertThat(kinds()).contains("CompositeController webapp", "CustomResourceDefinition webapps.example.com");
        assertThat(kinds()).as("the other document of the file").anyMatch(kind -> kind.startsWith("WebApp "));
        assertThat(printed.toString())
                .contains(
                        "sample.yaml:",
                        "apiVersion: expected a string, was missing; save a valid version to install it")
                .contains("other.yaml:");
        assertThat(reader.knowsAll()).as("so nothing is deleted").isFalse();

        write("other.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n");
        write("sample.yaml", ProjectFiles.SAMPLE);
        assertThat(refresh()).isTrue();
        assertThat(kinds()).contains("ConfigMap other");
        assertThat(reader.knowsAll()).isTrue();
    }

    @Test
    void listsAndJsonAreReadAsByKubectl() throws IOException {
        Files.delete(root.resolve("expect.yaml"));
        write("sample.yaml", """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: example.com/v1
                  kind: WebApp
                  metadata: {name: one}
                - apiVersion: v1
                  kind: ConfigMapList
                  items: [{metadata: {name: two}}]
                """);
        write("crd.json", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"three\"}}");
        write("package.json", "{\"name\":\"a\"}");
        Files.delete(root.resolve("controller/controller.yaml"));
        write(
                "controller/controller.json",
                "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{\"apiVersion\":\"metacontroller.k8s.io/v1alpha1\","
                        + "\"kind\":\"CompositeController\",\"metadata\":{\"name\":\"json\"},\"spec\":{}}]}");
        start();

        assertThat(kinds())
                .contains("WebApp one", "ConfigMap two", "ConfigMap three", "CompositeController json")
                .noneMatch(kind -> kind.startsWith("List"));
        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void aTemplateAndAWrongIndentationAreNamed() throws IOException {
        Files.delete(root.resolve("expect.yaml"));
        write(
                "template.yaml",
                "apiVersion: v1\nkind: ConfigMap\n{{- if .Values.enabled }}\nmetadata: {name: a}\n{{- end }}\n");
        write("indentation.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n    name: a\n  namespace: b\n");
        start();

        assertThat(printed.toString())
                .contains("; it has {{ }} as a template of Helm: render it first")
                .contains("; check the indentation");
    }

    @Test
    void withoutExpectFileTheManifestsAreTheSame() throws IOException {
        List<String> before = kinds();

        Files.delete(root.resolve("expect.yaml"));

        assertThat(refresh()).isTrue();
        assertThat(printed.toString()).isEmpty();
        assertThat(reader.examples())
                .singleElement()
                .satisfies(example -> assertThat(example.path()).isEqualTo(root));
        assertThat(kinds()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void withoutExpectFileAnAddedManifestInTheControllerFolderIsRead() throws IOException {
        Files.delete(root.resolve("expect.yaml"));
        assertThat(refresh()).isTrue();

        write("controller/second.yaml", ProjectFiles.CONTROLLER.replace("{name: webapp}", "{name: second}"));

        assertThat(refresh()).isTrue();
        assertThat(kinds()).contains("CompositeController webapp", "CompositeController second");
    }

    @Test
    void anExpectFileThatIsRestoredWhileTheSampleIsMissingKeepsTheRest() throws IOException {
        String expect = Files.readString(root.resolve("expect.yaml"));
        Files.delete(root.resolve("expect.yaml"));
        Files.delete(root.resolve("sample.yaml"));
        assertThat(refresh()).isTrue();
        assertThat(kinds())
                .containsExactly("CustomResourceDefinition webapps.example.com", "CompositeController webapp");

        write("expect.yaml", expect);

        assertThat(refresh()).isTrue();
        assertThat(printed.toString()).contains("sample.yaml: no such file; write it, or remove it from install");
        assertThat(kinds())
                .containsExactly("CustomResourceDefinition webapps.example.com", "CompositeController webapp");
    }

    @Test
    void itKnowsThatANewExampleCannotBeRead() throws IOException {
        assertThat(reader.knowsAll()).isTrue();

        write("examples/other/expect.yaml", "steps: [");
        assertThat(refresh()).isTrue();
        assertThat(reader.knowsAll()).isFalse();

        Files.delete(root.resolve("examples/other/expect.yaml"));
        assertThat(refresh()).isTrue();
        assertThat(reader.knowsAll()).isTrue();
    }
}
