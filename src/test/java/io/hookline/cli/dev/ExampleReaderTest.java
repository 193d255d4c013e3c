package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Console;
import io.hookline.distribution.ProjectFiles;
import io.hookline.testing.scenario.file.Manifest;
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
                                io.hookline.watcher.WatcherOptions.DEFAULTS)),
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
