package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The flags of Metacontroller's binary. */
class MetacontrollerFlagsTest {

    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.commandLine(args).setErr(new PrintWriter(err)).execute(Main.GoFlags.normalise(args));
    }

    private static OptionSpec option(String command, String name) {
        return Main.commandLine(command)
                .getSubcommands()
                .get(command)
                .getCommandSpec()
                .findOption(name);
    }

    /** The defaults of {@code --client-go-qps} and {@code --client-go-burst} differ: there is no throttle. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "--kubeconfig, none",
                "--discovery-interval, 30s",
                "--cache-flush-interval, 30m",
                "--metrics-address, :9999",
                "--client-go-qps, none",
                "--client-go-burst, none",
                "--workers, 5",
                "--events-qps, 0.0033333333333333335",
                "--events-burst, 25",
                "--pprof-address, 0",
                "--leader-election, false",
                "--health-probe-bind-address, :8081",
                "--target-label-selector, ''",
                "--apply-strategy, dynamic-apply",
                "--apply-strategy-ssa-field-manager, metacontroller",
                "--zap-devel, false",
                "--zap-encoder, none",
                "--zap-log-level, info",
                "--zap-stacktrace-level, none",
                "--zap-time-encoding, none"
            })
    void everyFlagHasItsDefault(String name, String value) {
        for (String command : new String[] {"watch", "run"}) {
            assertThat(option(command, name)).as(command + " " + name).isNotNull();
            assertThat(option(command, name).defaultValueString())
                    .as(command + " " + name)
                    .isEqualTo(String.valueOf(value)); // null: the flag has none
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--leader-election-resource-lock",
                "--leader-election-namespace",
                "--leader-election-id",
                "--client-config-path"
            })
    void everyOtherFlagIsKnown(String name) {
        assertThat(option("watch", name)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--zap-log-level=4 --discovery-interval=20s --cache-flush-interval=30m --health-probe-bind-address=:8081",
                "--zap-devel --zap-log-level=5 --discovery-interval=5s --apply-strategy=server-side-apply",
                "-zap-devel=1 -cache-flush-interval=1h30m -workers=3 -metrics-address=0",
                "-zap-time-encoding=EPOCH -zap-stacktrace-level=panic -zap-encoder=console"
            })
    void theArgumentsOfManifestsAreRead(String args) {
        String[] all = ("watch " + args).split(" ");

        CommandLine.ParseResult parsed = Main.commandLine(all).parseArgs(Main.GoFlags.normalise(all));

        assertThat(parsed.subcommand().unmatched()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            watch --target-label-selector=a=b,       | expected a requirement after the comma
            watch --metrics-address=here             | --metrics-address: expected HOST:PORT or PORT, was "here"
            watch --metrics-address=0 --health-probe-bind-address=:99999 | --health-probe-bind-address: "0.0.0.0:99999" is not a valid address
            watch --metrics-address=0 --health-probe-bind-address=0 --pprof-address=here | --pprof-address: expected HOST:PORT or PORT
            """)
    void aValueThatMetacontrollerRejectsAfterItsFlagsWereReadIsAFailure(String args, String message) {
        assertThat(run(args.split(" "))).isEqualTo(1);
        assertThat(err.toString()).startsWith("hookline: ").contains(message).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            watch --discovery-interval=0      | --discovery-interval: expected more than 0, was 0 ms
            watch --workers=0                 | --workers: expected 1 or more, was 0
            serve --log-format=xml            | --log-format: expected json or text, was xml
            serve --calls-per-hook=0          | --calls-per-hook: expected 1 or more, was 0
            serve --max-requests-inflight=-1  | --max-requests-inflight: expected 1 or more, was -1
            """)
    void aValueThatCannotWorkIsWrongUsage(String args, String message) {
        assertThat(run(args.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("hookline: " + message + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "text", "console"})
    void theLogFormatHasTheSameNamesInWatchAndServe(String format) {
        assertThat(run("watch", "--log-format=" + format, "--metrics-address=here"))
                .isEqualTo(1);
        assertThat(run("serve", "--log-format=" + format, "--max-requests-inflight=0"))
                .isEqualTo(2);
        assertThat(err.toString()).doesNotContain("--log-format");
    }

    @Test
    void theLastOfSeveralValuesCountsAsInGo() {
        assertThat(run("watch", "-workers=0", "--zap-devel=t", "--zap-devel=F", "-workers=3", "--zap-log-level=loud"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("hookline: --zap-log-level");
    }
}
