package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.cli.Kubectl;
import io.hookline.distribution.GeneratedProject;
import io.hookline.manifests.Manifests;
import io.hookline.object.KubeObject;
import io.hookline.testing.FixtureReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code hookline init --hook go} writes: a Go module without dependencies, whose program is the hook. */
class InitGoTest {

    @TempDir
    private Path root;

    private final InitRun run = new InitRun();

    @BeforeEach
    void requireGo() {
        assumeTrue(GeneratedProject.hasGo(), "go is on the path");
    }

    private Path project(String name, String... options) {
        List<String> all = new ArrayList<>(List.of("--hook", "go"));
        all.addAll(List.of(options));
        assertThat(run.init(root.resolve(name), all.toArray(new String[0])))
                .as(run.err())
                .isZero();
        return root.resolve(name);
    }

    @ParameterizedTest
    @CsvSource({"WebApp,", "StatefulSet, --decorator", "Pod, --decorator"})
    void everyFirstChildIsTheOneInTheFixture(String kind, String decorator) throws Exception {
        List<String> options = new ArrayList<>(List.of("--kind", kind, "--children", InitRun.ALL_KINDS));
        if (decorator != null) {
            options.add(decorator);
        }
        Path project = project("all", options.toArray(new String[0]));

        GeneratedProject.buildGo(project);
        FixtureReport report = InitRun.test(project.resolve("hooks/all"), project.resolve("hooks/all"));

        assertThat(report.cases()).hasSize(1);
        assertThat(report.passed()).as(report.toString()).isTrue();
        assertThat(GeneratedProject.run(project, "gofmt", "-d", ".").succeeded())
                .isEmpty();
    }

    @Test
    void goAcceptsTheModuleAndItsTestPasses() throws Exception {
        Path project = project("webapp");

        assertThat(GeneratedProject.run(project, "go", "test", "./...").succeeded()) // it vets, too
                .startsWith("ok");
        assertThat(project.resolve("go.sum")).as("dependencies").doesNotExist();
    }

    @Test
    void theImageHasTheProgramWhereTheHookServerLoadsIt() throws Exception {
        Path project = project("webapp");

        assertThat(Files.readString(project.resolve("Dockerfile")))
                .contains("COPY go.mod *.go ./\n", " go build -o /sync .\n", "\nFROM hookline-hooks:")
                .endsWith("COPY --from=build /sync /hooks/webapp/sync\n");
        assertThat(Manifests.only(rendered(project.resolve("deploy")), "Deployment", "webapp-hooks")
                        .tree()
                        .at("/spec/template/spec/containers/0/image")
                        .asText())
                .isEqualTo("webapp-hooks:1");
        assertThat(Manifests.only(rendered(project.resolve("deploy/setup")), "Deployment", "watcher")
                        .tree()
                        .at("/spec/template/spec/containers/0/image")
                        .asText())
                .startsWith("hookline:");
    }

    private static List<KubeObject> rendered(Path folder) throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        return Manifests.rendered(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "main"})
    void everyNameOfAFolderMakesAModule(String name) throws Exception {
        Path project = project(name, "--name", "a-" + name, "--kind", "Thing");

        GeneratedProject.run(project, "go", "vet", "./...").succeeded();
    }

    /** A function of a child cannot have the name of a parameter, of a type, or of an import of any file, tests included. */
    @ParameterizedTest
    @ValueSource(strings = {"", " --decorator"})
    void aChildMayBeOfAKindWhoseNameTheHookOrItsTestUses(String decorator) throws Exception {
        String children = Stream.of(
                        "In",
                        "Children",
                        "Attachments",
                        "Strings",
                        "Testing",
                        "Reflect",
                        "Filepath",
                        "Json",
                        "Main",
                        "Status",
                        "Object",
                        "Test",
                        "Init",
                        "Len")
                .map(kind -> "a.io/v1/" + kind.toLowerCase(Locale.ROOT) + "s:" + kind)
                .collect(Collectors.joining(","));
        Path project = project("all", ("--children " + children + decorator).split(" "));

        GeneratedProject.run(project, "go", "vet", "./...").succeeded();
    }

    @Test
    void theOutputNamesTheCommandThatBuildsTheHook() {
        project("webapp");

        assertThat(run.out())
                .contains("  hook.go ", "\n  go build -o hooks/webapp/sync .  ")
                .doesNotContain("hooks/kustomization.yaml");
    }
}
