package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.plan.HookUrls;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.distribution.ProjectFiles;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import io.hookline.watcher.WatcherOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders of a user's project are examples, and which are hooks. */
class DevProjectTest {

    @TempDir
    private Path root;

    private DevProject project(String... names) {
        return project(Optional.empty(), names);
    }

    private DevProject project(Optional<Path> hooks, String... names) {
        return new DevProject(
                root,
                new DevCommand.Options(
                        List.of(names),
                        false,
                        false,
                        true,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        hooks,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        HookUrls.parse(List.of()),
                        WatcherOptions.DEFAULTS));
    }

    private Path file(String path, String content) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void example(String folder) {
        file(folder + "/controller.yaml", ProjectFiles.CONTROLLER);
    }

    private static List<String> names(List<HookSource> hooks) {
        return hooks.stream().map(HookSource::name).toList();
    }

    @Test
    void theFolderItselfAndTheFoldersInExamplesAreExamples() {
        example(".");
        example("examples/blog");
        example("deploy"); // a copy, since the folder itself is an example

        assertThat(project().folders()).containsExactly(root, root.resolve("examples/blog"));
    }

    @Test
    void otherwiseEverySubFolderIsOneExceptThoseOfToolsAndHooks() {
        example("shop");
        example("blog");
        example("target");
        example(".cache");
        example("hooks");

        assertThat(project().folders()).containsExactly(root.resolve("blog"), root.resolve("shop"));
    }

    @Test
    void anExampleNeedsNoExpectFileButAController() {
        file("crd/crd.yaml", ProjectFiles.CRD);
        file("tested/expect.yaml", "steps: []");

        assertThat(project().folders()).containsExactly(root.resolve("tested"));
    }

    @Test
    void anArgumentIsANameOrAPath() {
        example("examples/shop");
        example("elsewhere/shop");
        example("elsewhere/blog");

        assertThat(project("shop").folders()).containsExactly(root.resolve("examples/shop"));
        assertThat(project("elsewhere/shop").folders()).containsExactly(root.resolve("elsewhere/shop"));
        assertThat(project("elsewhere").folders())
                .containsExactly(root.resolve("elsewhere/blog"), root.resolve("elsewhere/shop"));
    }

    @Test
    void anUnknownNameSuggestsTheNearestAndListsAll() {
        example("examples/shop");

        assertThatThrownBy(() -> project("shpo"))
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessage("no example shpo in " + root + "; did you mean shop?");
    }

    @Test
    void aPathWithoutExampleSaysWhatAFolderMustContain() throws Exception {
        Files.createDirectory(root.resolve("empty"));

        assertThatThrownBy(() -> project("empty"))
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessageContaining("has no example")
                .hasMessageContaining("a folder with a CompositeController or DecoratorController");
    }

    @Test
    void aFolderWithManifestsButWithoutControllerIsCheckedAndNotInstalled() {
        file("crd.yaml", ProjectFiles.CRD);
        Path charts = file("charts/values.yaml", "replicas: 1").getParent();

        assertThat(project().folders()).isEmpty();
        assertThat(project().notInstalled()).containsExactly(root);
        assertThat(checked(root)).containsExactly(root);
        assertThat(checked(charts, root.toString())).containsExactly(root);
        assertThat(checked(charts)).isEmpty();
    }

    @Test
    void aFolderWithAnExampleIsNotCheckedItself() {
        file("other.yaml", ProjectFiles.CRD);
        example("examples/one");

        assertThat(project().notInstalled()).isEmpty();
        assertThat(checked(root)).containsExactly(root.resolve("examples/one"));
    }

    private static List<Path> checked(Path folder, String... names) {
        return new DevProject(folder, List.of(names), Optional.empty(), Optional.empty()).folders();
    }

    @Test
    void hooksAreInTheHooksFolderOfTheProjectAndOfTheExamples() {
        example("examples/shop");
        file("hooks/shop/sync.py", "");
        file("examples/shop/hooks/extra/sync.py", "");
        file("examples/shop/hooks/shop/sync.py", "the first is used");

        assertThat(names(project().hooks())).containsExactly("shop", "extra");
        assertThat(project().hooks().getFirst().folder()).isEqualTo(root.resolve("hooks/shop"));
    }

    @Test
    void hooksAreFoundForAnExampleThatIsGivenByItsPath() {
        example("elsewhere/examples/shop");
        file("elsewhere/hooks/shop/sync.py", "");

        assertThat(names(project("elsewhere/examples/shop").hooks())).containsExactly("shop");
    }

    @Test
    void aMavenProjectIsOneHookWithTheNameThatTheControllerCalls() {
        example(".");
        file("pom.xml", "<project/>");
        file("src/main/java/com/example/WebAppHook.java", "package com.example; class WebAppHook {}");
        DevProject project = project();
        project.folders().forEach(folder -> project.read(Scenario.readManifests(folder)));

        assertThat(names(project.hooks())).containsExactly("webapp");
    }

    @Test
    void aHookBesideTheManifestsHasTheNameThatTheControllerCalls() {
        example(".");
        file("sync.py", "");
        DevProject project = project();
        project.read(Scenario.readManifests(root));

        assertThat(project.hooks()).containsExactly(new HookSource("webapp", root, true));
    }

    @Test
    void theHooksOptionReplacesAllOtherHooks() throws Exception {
        example(".");
        file("sync.py", "");
        Files.createDirectories(root.resolve("mine/one"));

        assertThat(names(project(Optional.of(root.resolve("mine"))).hooks())).containsExactly("one");
    }

    @Test
    void aFolderWhoseManifestsAreInItsControllerFolderIsOneExample() {
        file("sample.yaml", ProjectFiles.SAMPLE);
        example("controller");
        file("hooks/webapp/sync.py", "");

        assertThat(project().folders()).containsExactly(root);
        assertThat(names(project().hooks())).containsExactly("webapp");
    }
}
