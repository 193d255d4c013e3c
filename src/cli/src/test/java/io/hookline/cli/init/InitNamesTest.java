package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.FixtureReport;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of users that mean something else in the files of {@code hookline init}. */
class InitNamesTest {

    /** As functions: words of a language, and names that a generated hook uses. */
    private static final String CHILDREN = "a.io/v1/functions:Function,a.io/v1/imports:Import,a.io/v1/labels:Labels,"
            + "a.io/v1/statuses:Status,a.io/v1/interfaces:Interface,a.io/v1/lambdas:Lambda,a.io/v1/requests:Request,"
            + "a.io/v1/parents:Parent,a.io/v1/objects:Object,a.io/v1/ifs:If,a.io/v1/syncs:Sync,a.io/v1/jsons:Json,"
            + "a.io/v1/consoles:Console,a.io/v1/requires:Require,a.io/v1/targets:Target,a.io/v1/labels:Label";

    @TempDir
    private Path root;

    private final InitRun run = new InitRun();

    @ParameterizedTest
    @CsvSource({
        "all, java",
        "all, python",
        "all, javascript",
        "all, bash",
        "all, java --decorator",
        "all, python --decorator",
        "all, javascript --decorator",
        "all, bash --decorator",
    })
    void aChildMayBeOfAKindWhoseNameIsAWordOfTheLanguage(String name, String options) throws Exception {
        String[] args = ("--children " + CHILDREN + " --hook " + options).split(" ");
        assertThat(run.init(root.resolve(name), args)).as(run.err()).isZero();

        boolean java = options.startsWith("java") && !options.startsWith("javascript");
        Path hook = root.resolve(java ? "all/src/main/java/com/example" : "all/hooks/all");
        FixtureReport report = InitRun.test(hook, java ? root.resolve("all") : hook);

        assertThat(report.cases()).hasSize(1);
        assertThat(report.passed()).as(report.toString()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"decorate, DecorateDecoratorHook", "java, JavaDecoratorHook", "notes, NotesHook"})
    void theHookOfADecoratorHasANameThatNoOtherClassHas(String name, String type) throws Exception {
        assertThat(run.init(root.resolve(name), "--decorator")).as(run.err()).isZero();

        Path sources = root.resolve(name).resolve("src/main/java/com/example");
        assertThat(sources.resolve(type + ".java")).exists();
        assertThat(InitRun.test(sources, root.resolve(name)).passed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"2048, java", "3d-printers, python"})
    void aFolderMayHaveANameThatIsNotValidForAController(String folder, String language) throws Exception {
        assertThat(run.init(root.resolve(folder), "--name", "game", "--hook", language))
                .as(run.err())
                .isZero();

        assertThat(root.resolve(folder).resolve("controller/controller.yaml"))
                .content()
                .contains("name: game\n", "path: /game/sync");
        boolean java = language.equals("java");
        Path hook = root.resolve(folder).resolve(java ? "src/main/java/com/example" : "hooks/game");
        assertThat(InitRun.test(hook, java ? root.resolve(folder) : hook).passed())
                .isTrue();
    }
}
