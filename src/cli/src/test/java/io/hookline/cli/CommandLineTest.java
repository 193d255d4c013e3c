package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Arguments that the command line accepts and rejects, and its output. */
class CommandLineTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = Main.commandLine(args);
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(Main.GoFlags.normalise(args));
    }

    @ParameterizedTest
    @CsvSource({"24, ''", "25, ''", "26, this is Java 26", "29, this is Java 29"})
    void aJdkThatIsNewerThanTheTestedOneIsWarnedOf(int java, String warning) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

        assertThat(Main.run(line, java, "--version")).isZero();

        assertThat(err.toString()).hasLineCount(warning.isEmpty() ? 0 : 1).contains(warning);
        assertThat(out.toString()).startsWith("hookline ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            watch --workers=x                        | Invalid value for option '--workers': 'x' is not an int
            watch --workers=0                        | --workers: expected 1 or more, was 0
            watch --events-burst=-1                  | --events-burst: expected 0 or more, was -1
            plan --events-qps=-0.5                   | --events-qps: expected 0 or more, was -0.5
            run --address=here                       | --address: expected HOST:PORT or PORT, was "here"
            watch --discovery-interval=soon          | expected a duration such as 500ms, 30s or 1m30s, was "soon"
            watch --apply-strategy=magic             | unknown apply strategy: magic
            run --apply-strategy=magic               | unknown apply strategy: magic
            dev --apply-strategy=magic               | unknown apply strategy: magic
            watch --apply-strategy-ssa-field-manager= | expected a name of 1 to 128 characters
            watch --strip-managed-fields=some        | Invalid value for option '--strip-managed-fields': 'some' is not a boolean
            run --strip-managed-fields=some          | Invalid value for option '--strip-managed-fields'
            dev --strip-managed-fields=some          | Invalid value for option '--strip-managed-fields'
            watch --same-host-redirects=some         | Invalid value for option '--same-host-redirects'
            run --same-host-redirects=some           | Invalid value for option '--same-host-redirects'
            dev --same-host-redirects=some           | Invalid value for option '--same-host-redirects'
            plan --same-host-redirects=some          | Invalid value for option '--same-host-redirects'
            watch --zap-log-level=loud               | --zap-log-level: expected debug, info, error, panic or a number above 0
            watch --zap-log-level=0                  | --zap-log-level: expected debug, info, error, panic or a number above 0
            watch --zap-encoder=xml                  | --zap-encoder: expected json or console, was xml
            watch --zap-stacktrace-level=all         | --zap-stacktrace-level: expected info, error or panic, was all
            watch --zap-time-encoding=local          | --zap-time-encoding: expected epoch, millis, nano, iso8601, rfc3339
            watch --zap-devel=2                      | Invalid value for option '--zap-devel': '2' is not a boolean
            watch --client-go-qps=many               | Invalid value for option '--client-go-qps'
            watch --no-such-flag                     | Unknown option: '--no-such-flag'
            dev --port=abc                           | Invalid value for option '--port'
            dev --port=99999                         | --port: expected 0 to 65535, was 99999
            dev --hook-port=-1                       | --hook-port: expected 0 to 65535, was -1
            dev --debug=abc                          | Invalid value for option '--debug': 'abc' is not an int
            dev --debug=99999                        | --debug: expected 0 to 65535, was 99999
            dev --all hello                          | --all installs every example; remove --all or the names
            dev --once --no-watcher                  | --no-watcher: without a watcher, no hook is called; remove it or --once, --record
            dev --token-file=no-such-file            | --token-file: there is no file no-such-file
            dev --token-file=x --kubeconfig=y        | --token-file is for the embedded API server, which --kubeconfig replaces; remove one of them
            dev --once --record=x                    | --record records until you press Ctrl-C; remove it or --once
            dev no-such-example                      | ; examples are: bluegreen, cassandra-datacenter, catset,
            serve --address=nowhere:x                | expected HOST:PORT or PORT, was "nowhere:x"
            dev --color=purple                       | expected auto, always or never, was "purple"
            test-hook --hook a --url http://b        | --hook and --url both name a hook; remove one
            test-hook --url b                        | --url: invalid webhook URL "b": expected http:// or https:// at its start
            test-hook --wirte hooks/hello            | Unknown option: '--wirte'; did you mean --write?
            check no-such-example                    | no example no-such-example in
            check src                                | src has no example: an example is a folder with
            pods                                     | missing command: list or watch; run `hookline pods --help`
            pods lits                                | unexpected argument 'lits'; did you mean list?
            pods list --selector=a=b,                | expected a requirement after the comma
            test examples/helo                       | no example examples/helo in
            """)
    void aWrongFlagIsNamedWithWhatWasExpected(String args, String message) {
        assertThat(run(args.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("hookline: ").contains(message).doesNotContain("\tat ");
    }

    /** The hooks of a process replace the standard streams, while another command may start. */
    @Test
    void anErrorIsPrintedWhereTheCallerWantsThoughTheStandardErrorIsReplaced() {
        CommandLine line = Main.commandLine().setErr(new PrintWriter(err));
        PrintStream before = System.err;
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            assertThat(line.execute("serve", "--hooks=/no/such/folder")).isEqualTo(1);
        } finally {
            System.setErr(before);
        }
        assertThat(err.toString()).startsWith("hookline: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            watch --metrics-address=here             | expected HOST:PORT or PORT, was "here"
            run --metrics-address=here               | expected HOST:PORT or PORT, was "here"
            watch --metrics-address=0 --health-probe-bind-address=:99999 | is not a valid address
            watch --metrics-address=0 --health-probe-bind-address=0 --pprof-address=here | expected HOST:PORT or PORT
            watch --console-address=here --console-token-file=x | --console-address: expected HOST:PORT or PORT
            plan --target-label-selector=a=b,        | --target-label-selector: label selector: expected a requirement
            """)
    void aValueThatMetacontrollerRejectsAfterItsFlagsWereReadIsAFailure(String args, String message) {
        assertThat(run(args.split(" "))).isEqualTo(1);
        assertThat(err.toString()).startsWith("hookline: ").contains(message).doesNotContain("\tat ");
    }

    @Test
    void theLastOfSeveralValuesCountsAsInGo() {
        assertThat(run("watch", "-workers=0", "--zap-devel=t", "--zap-devel=F", "-workers=3", "--zap-log-level=loud"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("hookline: --zap-log-level");
    }

    @Test
    void anEmptyApplyStrategyIsDynamicApply() {
        // The next wrong flag is reported, so the first one is accepted.
        assertThat(run("watch", "--apply-strategy=", "--workers=0")).isEqualTo(2);
        assertThat(err.toString()).contains("--workers: expected 1 or more");
    }

    @Test
    void withoutACommandAllAreListed() {
        assertThat(run()).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("Usage: hookline", "  dev  ", "  plan  ", "COMMAND --help");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | --workers=0                   | --workers: expected 1 or more, was 0
            1 | --metrics-address=here        | --metrics-address: expected HOST:PORT or PORT, was "here"
            1 | --target-label-selector=a=b,  | --target-label-selector: label selector: expected a requirement
            """)
    void aUsageErrorPointsToTheHelpOfItsCommand(int code, String flag, String message) {
        assertThat(run("watch", flag)).isEqualTo(code);
        assertThat(err.toString())
                .startsWith("hookline: " + message)
                .endsWith("\nRun `hookline watch --help` for details.\n");
    }

    @Test
    void theFormerNameOfWarmupWorksButIsNotShown() {
        assertThat(run("train", "--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: hookline warmup", "Build AOT caches for faster startup.")
                .doesNotContain("train");
        out.getBuffer().setLength(0);

        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("warmup")
                .contains("Build AOT caches for faster startup.")
                .doesNotContain("train");

        assertThat(run("trai")).isEqualTo(2);
        assertThat(err.toString()).contains("'trai'").doesNotContain("train");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "dev",
                "serve",
                "watch",
                "run",
                "check",
                "test",
                "help",
                "test-hook",
                "release",
                "pods",
                "warmup",
                "version"
            })
    void everyCommandExplainsItself(String command) {
        String[] args = command.isEmpty() ? new String[] {"--help"} : new String[] {command, "--help"};

        assertThat(run(args)).isZero();
        assertThat(out.toString()).contains("Usage: hookline " + command).doesNotContain("<");
        assertThat(out.toString().lines()).noneMatch(line -> line.length() > 80);
        assertThat(out.toString())
                .as("names are not broken by a line's end")
                .doesNotContain("CASE.\n", "~/.\n", ": :\n");
    }

    @Test
    void theListOfCommandsHasOneSentenceForEach() {
        CommandLine line = Main.commandLine();

        assertThat(line.getSubcommands().values())
                .extracting(each -> each.getCommandSpec().usageMessage().description()[0])
                .allSatisfy(first -> assertThat(first).endsWith(".").hasSizeLessThan(120));
    }

    @Test
    void anExampleWithoutAnExpectFileCannotBeTested(@TempDir Path folder) throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Files.copy(Path.of("examples/hello/controller.yaml"), mine.resolve("controller.yaml"));

        assertThat(run("dev", "mine", "--once", "--examples", folder.toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("hookline: " + mine
                        + " has no expect.yaml, whose steps --once runs; write one, or run without --once\n");
    }

    @Test
    void aKubeconfigThatCannotBeWrittenIsAClearErrorAndNoStack(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file")).resolve("kubeconfig");

        assertThat(run("dev", "hello", "--kubeconfig-out", file.toString())).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("hookline: cannot write " + file + " (")
                .endsWith("); choose another file with --kubeconfig-out\n")
                .doesNotContain("\tat ");
    }

    @Test
    void aDebuggerCannotBeStartedLater() {
        assertThat(run("dev", "--debug", "hello")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith(
                        "hookline: --debug needs a JVM that is started with a debugger; use bin/hookline, or start java"
                                + " with -agentlib:jdwp=")
                .endsWith("address=127.0.0.1:5005\n");
    }

    @Test
    void versionNamesVersionJavaAndCommit() {
        assertThat(run("version")).isZero();
        assertThat(out.toString())
                .containsPattern("hookline +\\d")
                .containsPattern("java +25")
                .containsPattern("commit +\\w+");
    }

    @Test
    void goWritesFlagsWithOneDash() {
        assertThat(Main.GoFlags.normalise("watch", "-workers=3", "-h", "-V", "--x", "-zap-devel", "-"))
                .containsExactly("watch", "--workers=3", "-h", "-V", "--x", "--zap-devel", "-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--hook-port"})
    void aPortInUseIsAClearErrorAndNoStack(String flag, @TempDir Path folder) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            String kubeconfig = folder.resolve("kubeconfig").toString();
            PrintStream out = System.out;

            int code = run("dev", "hello", flag, port, "--kubeconfig-out", kubeconfig);

            assertThat(code).isEqualTo(1);
            assertThat(System.out).as("the output of hooks is closed with them").isSameAs(out);
            assertThat(err.toString())
                    .isEqualTo("hookline: port " + port + " is in use; choose another with " + flag + "\n");
        }
    }

    /** A folder with one hook, which creates a file when it is loaded. */
    private static Path markingHooks(Path folder) throws Exception {
        Path hook = Files.createDirectories(folder.resolve("hooks/marking"));
        Files.writeString(hook.resolve("Marking.java"), """
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                public class Marking implements SyncHook<KubeObject> {
                    public Marking() throws Exception {
                        java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
                    }
                    public Answer sync(Sync<KubeObject> in) {
                        return Answer.of();
                    }
                }
                """.formatted(folder.resolve("mark")));
        return hook.getParent();
    }

    @ParameterizedTest
    @CsvSource({
        "--address,                   serve --hooks=HOOKS --address=127.0.0.1:PORT",
        "--address,                   run --hooks=HOOKS --kubeconfig=CONFIG --address=127.0.0.1:PORT",
        "--metrics-address,           run --hooks=HOOKS --kubeconfig=CONFIG --address=0 --health-probe-bind-address=0 --metrics-address=:PORT",
        "--health-probe-bind-address, run --hooks=HOOKS --kubeconfig=CONFIG --address=0 --metrics-address=0 --health-probe-bind-address=:PORT"
    })
    void aPortInUseIsReportedBeforeAnyHookIsCompiled(String flag, String args, @TempDir Path folder) throws Exception {
        String hooks = markingHooks(folder).toString();
        String config = Files.writeString(folder.resolve("kubeconfig"), """
                        clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
                        contexts: [{name: a, context: {cluster: a}}]
                        current-context: a
                        """).toString();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(run(args.replace("HOOKS", hooks)
                            .replace("CONFIG", config)
                            .replace("PORT", port)
                            .split(" ")))
                    .isEqualTo(1);

            assertThat(err.toString())
                    .isEqualTo("hookline: port " + port + " is in use; choose another with " + flag + "\n");
        }
        assertThat(folder.resolve("mark")).doesNotExist();
    }

    /** Its port is taken, which would be reported if it was opened before. */
    @ParameterizedTest
    @ValueSource(strings = {"watch", "run"})
    void aMissingKubeconfigIsNamedInTheLogBeforeAPortIsOpened(String command) throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();

            assertThat(run(
                            command,
                            "--kubeconfig=/no/such/file",
                            "--metrics-address=" + address,
                            "--health-probe-bind-address=" + address,
                            "--log-format=json"))
                    .isEqualTo(1);
        } finally {
            System.setErr(before);
        }
        assertThat(err.toString()).isEmpty();
        assertThat(log.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"level\":\"error\"")
                .contains("/no/such/file");
    }
}
