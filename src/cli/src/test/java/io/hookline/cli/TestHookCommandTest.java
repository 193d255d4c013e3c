package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.server.Bench;
import io.hookline.server.HookServer;
import io.hookline.server.ServedHooks;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookFolders;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code hookline test-hook}: what it prints, which answers it stores, and its exit codes. */
class TestHookCommandTest {

    private static final String ANSWER = "{\"status\": {\"color\": \"blue\"},   \"children\": []}";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = Main.commandLine(args);
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(args);
    }

    /** A hook that answers with this shell command. */
    private Path hook(String name, String command) throws IOException {
        Path hook = Files.createDirectories(folder.resolve(name));
        Files.writeString(hook.resolve("sync.sh"), "#!/bin/sh\ncat >/dev/null\n" + command + "\n");
        return hook;
    }

    private static String answering(String json) {
        return "cat <<'ANSWER'\n" + json + "\nANSWER";
    }

    private static Path fixture(Path hook, String name) throws IOException {
        Path fixtures = Files.createDirectories(hook.resolve("fixtures"));
        Files.writeString(
                fixtures.resolve(name + ".request.json"),
                "{\"controller\":{},\"parent\":{\"metadata\":{\"name\":\"shop\"}},\"children\":{}}");
        return fixtures.resolve(name + ".answer.json");
    }

    private Path hookWithFixture(String name, String returned, String expected) throws IOException {
        Path hook = hook(name, answering(returned));
        Files.writeString(fixture(hook, "new"), expected);
        return hook;
    }

    @Test
    void aHookIsTestedOnItsFixtures() {
        assertThat(run("test-hook", "hooks/hello")).isZero();
        assertThat(out.toString()).startsWith("PASS first\n").endsWith("3 passed, 0 failed\n");
    }

    @Test
    void severalHooksAreTestedWithOneSummary() throws Exception {
        Path good = hookWithFixture("good", ANSWER, ANSWER);
        Path bad = hookWithFixture("bad", ANSWER.replace("blue", "red"), ANSWER);

        assertThat(run("test-hook", good.toString(), bad.toString())).isEqualTo(1);

        assertThat(out).hasToString("""
                %s
                  PASS new
                %s
                  FAIL new
                    status.color: expected "blue", was "red"
                1 passed, 1 failed
                """.formatted(good, bad));
    }

    @Test
    void aFolderWithoutAResultIsNamedAndTheOthersAreTested() throws Exception {
        Path good = hookWithFixture("good", ANSWER, ANSWER);
        Path bare = hook("bare", answering(ANSWER));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(run(
                        "test-hook",
                        bare.toString(),
                        empty.toString(),
                        file.toString(),
                        folder.resolve("none").toString(),
                        good.toString()))
                .isEqualTo(1);

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("hookline: there is no fixture in " + bare.resolve("fixtures")
                                        + ": expected CASE.request.json and CASE.answer.json"),
                        line -> assertThat(line).startsWith("hookline: there is no hook in " + empty),
                        line -> assertThat(line)
                                .isEqualTo("hookline: " + file + " is a file; expected the folder of a hook"),
                        line -> assertThat(line).isEqualTo("hookline: no such folder: " + folder.resolve("none")));
        assertThat(out.toString()).endsWith("  PASS new\n1 passed, 0 failed, 4 folders without a result\n");
    }

    @Test
    void aFolderOfHooksIsExplained() throws Exception {
        hookWithFixture("good", ANSWER, ANSWER);

        assertThat(run("test-hook", folder.toString())).isEqualTo(1);

        assertThat(err)
                .hasToString("hookline: there is no hook in " + folder
                        + ", but in its folders: run `hookline test-hook " + folder + "/*/`\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aMissingAnswerIsShownAndStoredByWrite() throws Exception {
        Path hook = hook("good", answering(ANSWER));
        Path answer = fixture(hook, "new");

        assertThat(run("test-hook", hook.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("run `hookline test-hook --write " + hook + "` to store what the hook returned");
        assertThat(answer).doesNotExist();

        assertThat(run("test-hook", "--write", hook.toString())).isZero();
        assertThat(out).hasToString("""
                WRITE new
                  new file %s
                    {
                      "status": {
                        "color": "blue"
                      },
                      "children": []
                    }
                0 passed, 1 written, 0 failed
                """.formatted(answer));
        assertThat(run("test-hook", hook.toString())).isZero();
    }

    @Test
    void writeShowsEachChangedFieldAndStoresTheAnswer() throws Exception {
        Path hook = hookWithFixture(
                "good", ANSWER, "{\"children\": [{\"kind\": \"Pod\"}], \"status\": {\"color\": \"red\", \"size\": 3}}");

        assertThat(run("test-hook", "--write", hook.toString())).isZero();

        assertThat(out).hasToString("""
                WRITE new
                  children[0]   {"kind":"Pod"} → absent
                  status.color  "red" → "blue"
                  status.size   3 → absent
                0 passed, 1 written, 0 failed
                """);
        assertThat(Files.readString(hook.resolve("fixtures/new.answer.json"))).isEqualTo("""
                {
                  "children": [],
                  "status": {
                    "color": "blue"
                  }
                }
                """);
    }

    @Test
    void writeKeepsAFileThatIsEqualAsJson() throws Exception {
        Path hook = hookWithFixture("good", "{\"children\":[],\"status\":{\"color\":\"blue\"}}", ANSWER);
        Path answer = hook.resolve("fixtures/new.answer.json");
        FileTime before = FileTime.from(Instant.parse("2020-02-02T02:02:02Z"));
        Files.setLastModifiedTime(answer, before);

        assertThat(run("test-hook", "--write", hook.toString())).isZero();

        assertThat(out).hasToString("PASS new\n1 passed, 0 failed\n");
        assertThat(answer).hasContent(ANSWER);
        assertThat(Files.getLastModifiedTime(answer)).isEqualTo(before);
    }

    @Test
    void writeReplacesAnAnswerFileThatARedirectionHasEmptied() throws Exception {
        Path hook = hookWithFixture("good", ANSWER, "");

        assertThat(run("test-hook", hook.toString())).isEqualTo(1);
        assertThat(out.toString()).startsWith("FAIL new\n  empty file ");
        assertThat(run("test-hook", "--write", hook.toString())).isZero();
        assertThat(run("test-hook", hook.toString())).isZero();
    }

    @Test
    void writeReplacesAnAnswerFileThatIsNotJson() throws Exception {
        Path hook = hookWithFixture("good", ANSWER, "<<<<<<< HEAD\n{}\n");

        assertThat(run("test-hook", hook.toString())).isEqualTo(1);
        assertThat(out.toString()).startsWith("FAIL new\n  new.answer.json: document: ");
        assertThat(run("test-hook", "--write", hook.toString())).isZero();
        assertThat(out.toString())
                .startsWith("WRITE new\n  replaced file " + hook.resolve("fixtures/new.answer.json") + "\n");
        assertThat(run("test-hook", hook.toString())).isZero();
    }

    @Test
    void aHookThatNeverSettlesOnItsOwnResultsIsAWarningAndPasses() throws Exception {
        Path hook = Files.createDirectories(folder.resolve("restless"));
        Files.writeString(hook.resolve("sync.sh"), """
                #!/bin/sh
                n=$(sed -n 's/.*"n":"\\(x*\\)".*/\\1/p')
                printf '{"children":[],"status":{"n":"%sx"}}' "$n"
                """);
        Files.writeString(fixture(hook, "new"), "{\"children\":[],\"status\":{\"n\":\"x\"}}");

        assertThat(run("test-hook", hook.toString())).isZero();
        assertThat(out.toString())
                .isEqualTo("PASS new\n  warning: called with its own results, the hook does not settle:"
                        + " status.n: \"xxx\" → \"xxxx\"\n1 passed, 0 failed\n");
    }

    @Test
    void writeStoresNoAnswerOfAHookThatFailsOrChangesItsMindOrMisspellsAField() throws Exception {
        Path failing = hook("failing", "echo no luck >&2; exit 3");
        Path fickle = hook("fickle", "printf '{\"children\":[],\"status\":{\"pid\":%d}}' $$");
        Path misspelt = hook("misspelt", answering("{\"childen\":[]}"));
        for (Path hook : new Path[] {failing, fickle, misspelt}) {
            Files.writeString(fixture(hook, "new"), "{\"old\":1}");
        }

        assertThat(run("test-hook", "--write", failing.toString(), fickle.toString(), misspelt.toString()))
                .isEqualTo(1);

        assertThat(out.toString())
                .contains("no luck\n    not written: the hook returned no answer\n")
                .containsPattern("two different answers: status\\.pid is \\d+, then \\d+\n"
                        + "    not written: a hook must return the same answer to the same request\n")
                .contains("did you mean \"children\"?")
                .contains("\n    not written: correct the field in the hook first\n")
                .endsWith("\n0 passed, 3 failed\n");
        for (Path hook : new Path[] {failing, fickle, misspelt}) {
            assertThat(hook.resolve("fixtures/new.answer.json")).hasContent("{\"old\":1}");
        }
    }

    @Test
    void aHookOfAnotherFolderAnswersRecordedRequests() throws Exception {
        Path hook = hook("good", answering(ANSWER));
        Path recorded = Files.createDirectory(folder.resolve("recorded"));
        Files.writeString(fixture(recorded, "new"), ANSWER);

        assertThat(run("test-hook", recorded.toString())).isEqualTo(1);
        assertThat(err.toString()).endsWith("; name the hook that answers its fixtures with --hook or --url\n");
        assertThat(run("test-hook", "--hook", hook.toString(), recorded.toString()))
                .isZero();
        assertThat(out).hasToString("PASS new\n1 passed, 0 failed\n");
    }

    @Test
    void anUrlAnswersTheRequestsAtTheTimeOfTheCase() throws Exception {
        Path hook = hook("clock", "printf '{\"children\":[],\"status\":{\"now\":\"%s\"}}' \"$HOOKLINE_NOW\"");
        Files.writeString(fixture(hook, "new"), "{\"children\":[],\"status\":{\"now\":\"2026-01-01T00:00:00Z\"}}");
        try (Bench bench = new Bench(HookSettings.DEFAULTS)) {
            new HookFolders(folder, bench.loader, bench.table).refresh();
            ServedHooks served = new ServedHooks(
                    bench.table,
                    HookSettings.DEFAULTS,
                    new PrometheusRegistry(),
                    new Random(1),
                    InstantSource.system(),
                    Optional.of(InstantSource.system()));
            try (HookServer server = HookServer.start(WebOptions.at(new Address("127.0.0.1", 0)), served, () -> "")) {
                assertThat(run("test-hook", "--url", server.uri() + "/clock", hook.toString()))
                        .isZero();
                assertThat(out).hasToString("PASS new\n1 passed, 0 failed\n");
                assertThat(run("test-hook", "--url", server.uri() + "/clock/sync", hook.toString()))
                        .isZero();
                assertThat(run("test-hook", "--url", server.uri() + "/clok", hook.toString()))
                        .isEqualTo(1);
                assertThat(out.toString()).contains("/clok/sync returned status 404: ", "did you mean /clock/sync?");
            }
        }
    }

    @Test
    void anUrlThatNobodyServesFailsTheCase() throws Exception {
        Path hook = hookWithFixture("good", ANSWER, ANSWER);

        assertThat(run("test-hook", "--url", "http://127.0.0.1:1/good", hook.toString()))
                .isEqualTo(1);
        assertThat(out.toString()).startsWith("FAIL new\n  http error: Post \"http://127.0.0.1:1/good/sync\": ");
    }
}
