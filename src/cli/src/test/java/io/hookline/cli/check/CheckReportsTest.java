package io.hookline.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.distribution.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hookline check} and {@code hookline test} print about a project, and their exit codes. */
class CheckReportsTest {

    @TempDir
    private Path folder;

    private CheckRun check(String... names) throws InterruptedException {
        return CheckRun.check(folder, names);
    }

    private CheckRun test() throws InterruptedException {
        return CheckRun.test(folder, "webapp");
    }

    private void write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** A flat folder. */
    @BeforeEach
    void project() throws IOException {
        write("webapp/crd.yaml", ProjectFiles.CRD);
        write("webapp/controller.yaml", ProjectFiles.CONTROLLER);
        write("webapp/sample.yaml", ProjectFiles.SAMPLE);
        write("webapp/sync.py", ProjectFiles.HOOK);
        write("webapp/fixtures/first.request.json", ProjectFiles.REQUEST);
        write("webapp/fixtures/first.answer.json", ProjectFiles.ANSWER);
        write("webapp/expect.yaml", ProjectFiles.EXPECT);
    }

    @Test
    void filesThatCannotBeReadAreFindingsToo() throws Exception {
        write("webapp/expect.yaml", ProjectFiles.EXPECT.replace("expect:", "expct:"));

        CheckRun result = check("webapp");

        assertThat(result.out())
                .startsWith("webapp/expect.yaml:2  error    steps[0]")
                .contains("expct");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void aMisspeltFieldOfARealAnswerIsFound() throws Exception {
        write("webapp/sync.py", ProjectFiles.HOOK.replace("\"children\"", "\"childen\""));

        CheckRun result = check("webapp");

        assertThat(result.out())
                .startsWith("webapp/fixtures/first.request.json:1  error    the hook webapp answers with unknown field"
                        + " \"childen\"; did you mean \"children\"?\n");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void aPathThatNoHookServesIsNamedWithTheOneThatIsMeant() throws Exception {
        Files.createDirectories(folder.resolve("hooks/webapps"));
        Files.move(folder.resolve("webapp/sync.py"), folder.resolve("hooks/webapps/sync.py"));

        assertThat(check().out())
                .contains("webapp/controller.yaml:10  error    CompositeController webapp: no hook is served at"
                        + " /webapp/sync; did you mean /webapps/sync?");
    }

    @Test
    void withWarningsOnlyTheExitCodeIsZero() throws Exception {
        write(
                "webapp/fixtures/first.answer.json",
                ProjectFiles.ANSWER.replace("\"status\": {},", "\"zzz\": 1, \"status\": {},"));

        CheckRun result = check("webapp");

        assertThat(result.out()).isEqualTo("""
                webapp/fixtures/first.answer.json:2  warning  unknown field "zzz"; it is ignored
                0 errors, 1 warning in 1 example and 1 hook
                """);
        assertThat(result.exit()).isZero();
    }

    @Test
    void manifestsWithoutAControllerAreCheckedToo() throws Exception {
        write("old/crd.yaml", ProjectFiles.CRD.replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"));

        CheckRun result = CheckRun.check(folder.resolve("old"));

        assertThat(result.out())
                .startsWith("crd.yaml:1  error    kind CustomResourceDefinition in apiextensions.k8s.io/v1beta1:"
                        + " Kubernetes 1.22 removed it; write apiVersion: apiextensions.k8s.io/v1");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(check("old").out()).startsWith("old/crd.yaml:1  error    kind CustomResourceDef");
    }

    @Test
    void failuresNameTheLinesOfFixtureAndStep() throws Exception {
        write(
                "webapp/fixtures/first.answer.json",
                ProjectFiles.ANSWER.replace("\"color\": \"blue\"", "\"color\": \"red\""));
        write(
                "webapp/expect.yaml",
                "within: 1s\n" + ProjectFiles.EXPECT.replace("data.color: blue", "data.color: red"));

        CheckRun result = test();

        assertThat(result.out())
                .contains("FAIL  fixtures  webapp: 1 of 1 case")
                .contains("webapp/fixtures/first.answer.json:5  error    children[0].data.color: expected \"red\","
                        + " was \"blue\"")
                .contains("FAIL  scenario  webapp, step 1: The ConfigMap has the color of the WebApp.")
                .contains("webapp/expect.yaml:3")
                .contains("1 passed, 2 failed in");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void aHookThatHangsIsAFailure() throws Exception {
        write("webapp/sync.py", "#!/bin/sh\nexec sleep 600\n");
        Files.delete(folder.resolve("webapp/expect.yaml")); // it would wait, too

        CheckRun result = test();

        assertThat(result.out())
                .contains("FAIL  fixtures  webapp: 1 of 1 case")
                .contains("webapp/fixtures/first.answer.json:1  error    ")
                .contains("sync.py gave no answer within 10 s and was killed");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void scenariosWaitUntilTheErrorsOfTheCheckAreFixed() throws Exception {
        write("webapp/controller.yaml", ProjectFiles.CONTROLLER.replace("configmaps", "configmap"));

        CheckRun result = test();

        assertThat(result.out())
                .contains("FAIL  check     1 example, 1 error, 0 warnings")
                .contains("PASS  fixtures  webapp: 1 case")
                .contains("SKIP  scenario  1 scenario: fix the errors of the check first");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void aProjectWithoutTestsFails() throws Exception {
        Files.delete(folder.resolve("webapp/expect.yaml"));
        Files.delete(folder.resolve("webapp/fixtures/first.request.json"));
        Files.delete(folder.resolve("webapp/fixtures/first.answer.json"));

        assertThatThrownBy(this::test)
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessageContaining(
                        "nothing to test: add fixtures/CASE.request.json to a hook, or expect.yaml to an example");
    }
}
