package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

    /** As README.md says it. */
    @ParameterizedTest
    @CsvSource({"children,", "attachments, --decorator"})
    void finalizeAndCustomizeHooksAreLinksToTheProgram(String children, String decorator) throws Exception {
        Path project = decorator == null ? project("web") : project("web", decorator);
        Path hook = project.resolve("hooks/web");
        String read = "ln -s sync hooks/web/finalize";
        assertThat(Files.readString(project.resolve("README.md"))).contains(read, "has no `" + children + "`");
        change(project.resolve("hook.go"), "type request struct {\n", """
                type request struct {
                \tFinalizing bool `json:"finalizing"`
                """);
        change(project.resolve("main.go"), "\treturn sync(in)\n", """
                \tswitch {
                \tcase in.Finalizing:
                \t\treturn object{"%1$s": list{}, "finalized": os.Getenv("HOOKLINE_NOW") == "2026-03-01T00:00:00Z"}
                \tcase in.%2$s == nil && os.Getenv("HOOKLINE_NOW") == "2026-01-01T00:00:00Z":
                \t\treturn object{"relatedResources": list{}}
                \t}
                \treturn sync(in)
                """.formatted(children, Words.kind(children)));
        GeneratedProject.buildGo(project);
        Files.createSymbolicLink(hook.resolve("finalize"), Path.of("sync"));
        Files.createSymbolicLink(hook.resolve("customize"), Path.of("sync"));
        fixture(
                hook,
                "last",
                "\"%s\": {}, \"finalizing\": true, \"now\": \"2026-03-01T00:00:00Z\"".formatted(children),
                """
                {"%s": [], "finalized": true}""".formatted(children));
        fixture(hook, "rules", "\"finalizing\": false", "{\"relatedResources\": []}");

        FixtureReport report = InitRun.test(hook, hook);

        assertThat(report.cases()).hasSize(3);
        assertThat(report.passed()).as(report.toString()).isTrue();
        assertThat(GeneratedProject.run(project, "go", "test", ".").succeeded()).startsWith("ok");
    }

    private static void change(Path file, String before, String after) throws Exception {
        String text = Files.readString(file);
        assertThat(text).containsOnlyOnce(before);
        Files.writeString(file, text.replace(before, after));
    }

    private static void fixture(Path hook, String name, String fields, String answer) throws Exception {
        JsonNode first = new ObjectMapper()
                .readTree(hook.resolve("fixtures/first.request.json").toFile());
        JsonNode object = first.path("parent").isObject() ? first.get("parent") : first.get("object");
        String parent = fields.contains("attachments") ? "object" : "parent";
        Files.writeString(hook.resolve("fixtures/" + name + ".request.json"), """
                {"controller": %s, "%s": %s, %s}""".formatted(
                        first.get("controller"), parent, object, fields));
        Files.writeString(hook.resolve("fixtures/" + name + ".answer.json"), answer);
    }

    @Test
    void theImageHasTheProgramWhereTheHookServerLoadsIt() throws Exception {
        Path project = project("webapp");

        assertThat(Files.readString(project.resolve("Dockerfile")))
                .contains(
                        "COPY . .\n", // go.sum and other packages, too
                        " go build -o hooks/webapp/sync . && ",
                        "\nFROM hookline-hooks:")
                .endsWith("COPY --from=build /src/hooks/webapp /hooks/webapp\n"); // links of other hooks, too
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
                        "Respond",
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
