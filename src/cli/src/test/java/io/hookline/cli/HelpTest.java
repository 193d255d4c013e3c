package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.MemorySize;
import io.hookline.spec.GoDuration;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command {@code help}, and what is suggested for a misspelt command or option. */
class HelpTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = Main.commandLine(args);
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(Main.GoFlags.normalise(args));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            fly                                      | no command 'fly'
            dve                                      | no command 'dve'; did you mean dev?
            chekc                                    | no command 'chekc'; did you mean check?
            version now                              | unexpected argument 'now'
            hlep                                     | no command 'hlep'; did you mean help?
            help dve                                 | no command 'dve'; did you mean dev?
            dev --prot 8080                          | Unknown option: '--prot'; did you mean --port?
            dev --prot=8080                          | Unknown option: '--prot=8080'; did you mean --port?
            serve --adress=1                         | Unknown option: '--adress=1'; did you mean --address?
            help tset                                | no command 'tset'; did you mean test?
            help fly                                 | no command 'fly'
            --verison                                | Unknown option: '--verison'; did you mean --version?
            """)
    void aMisspeltCommandOrOptionIsNamedWithTheOneThatIsProbablyMeant(String args, String message) {
        assertThat(run(args.strip().split(" "))).isEqualTo(2);

        assertThat(err.toString())
                .startsWith("hookline: " + message + "\nRun `hookline")
                .contains(" --help` for ");
    }

    /** A process has only the command that it runs. */
    @Test
    void aCommandAloneIsTheSameAsAmongAll() {
        Map<String, CommandLine> all = Main.commandLine().getSubcommands();

        assertThat(all).hasSizeGreaterThan(18).allSatisfy((name, command) -> {
            CommandLine alone = Main.commandLine(name).getSubcommands().get(name);
            assertThat(alone.getUsageMessage()).isEqualTo(command.getUsageMessage());
            assertThat(alone.isOverwrittenOptionsAllowed()).isEqualTo(command.isOverwrittenOptionsAllowed());
            assertThat(command.getCommandName()).isEqualTo(name.equals("train") ? "warmup" : name);
        });
        assertThat(Main.commandLine("watch", "--help").getSubcommands()).containsOnlyKeys("watch");
    }

    /** Texts that are wrapped by hand are wrapped again, and badly, beside the options of another command. */
    @Test
    void descriptionsOfOptionsAreWrappedToTheWidthOfTheTerminal() {
        assertThat(Main.commandLine().getSubcommands().values())
                .flatExtracting(command -> command.getCommandSpec().options())
                .filteredOn(option -> option.description().length > 1)
                .isEmpty();
    }

    @Test
    void theHelpOfPlanHasOnlyTheFlagsThatChangeAPlan() {
        assertThat(run("plan", "--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "--apply-strategy", "--target-label-selector", "--strip-managed-fields", "--workers", "--hooks")
                .doesNotContain(
                        "--leader-election",
                        "--pprof",
                        "--zap",
                        "--log-format",
                        "--metrics",
                        "--events",
                        "--console",
                        "--journal");

        out.getBuffer().setLength(0);
        assertThat(run("watch", "--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "--leader-election-id",
                        "--pprof-address",
                        "--log-format",
                        "--console-address",
                        "--journal-memory");
    }

    @Test
    void aPlanAcceptsTheOtherFlagsOfAWatcher() {
        String[] flags = {"--leader-election", "--leader-election-id=a", "-zap-log-level=4", "--log-format=json"};
        String[] all = Stream.concat(Stream.of("plan", "--workers=0"), Stream.of(flags))
                .toArray(String[]::new);

        assertThat(run(all)).isEqualTo(2);
        assertThat(err.toString()).startsWith("hookline: --workers: expected 1 or more");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(run("help")).isZero();
        String all = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("--help")).isZero();
        assertThat(all).isEqualTo(out.toString()).contains("Usage: hookline [-hV] [--color=WHEN] COMMAND");

        out.getBuffer().setLength(0);
        assertThat(run("help", "dev")).isZero();
        assertThat(out.toString()).contains("Usage: hookline dev", "--port=N");
    }

    @Test
    void eachCommandWhoseHelpHasVersionPrintsTheSameAsAllOthers() {
        assertThat(run("--version")).isZero();
        String version = out.toString();
        assertThat(version).startsWith("hookline ");

        for (String command : allCommands(Main.commandLine(), "")) {
            for (String flag : List.of("--version", "-V")) {
                out.getBuffer().setLength(0);
                assertThat(run((command + " " + flag).split(" "))).isZero();
                assertThat(out.toString()).as(command + " " + flag).isEqualTo(version);
            }
        }
    }

    /** The arguments of all commands with help of their own, also of those below another. */
    private static List<String> allCommands(CommandLine line, String before) {
        return line.getSubcommands().entrySet().stream()
                .filter(each -> each.getValue().getUsageMessage().contains("--version"))
                .flatMap(each -> Stream.concat(
                        Stream.of(before + each.getKey()),
                        allCommands(each.getValue(), before + each.getKey() + " ").stream()))
                .toList();
    }

    @Test
    void theDefaultThatHelpNamesIsTheOneThatCounts() {
        List<OptionSpec> options = Main.commandLine().getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .toList();

        List<OptionSpec> durations = options.stream()
                .filter(option -> option.initialValue() instanceof Duration)
                .toList();
        assertThat(durations)
                .hasSizeGreaterThan(10)
                .allSatisfy(option -> assertThat(GoDuration.parse(option.defaultValueString()))
                        .isEqualTo(option.initialValue()));
        List<OptionSpec> amounts = options.stream()
                .filter(option -> option.longestName().equals("--worker-memory"))
                .toList();
        assertThat(amounts)
                .hasSize(2)
                .allSatisfy(option -> assertThat(new MemorySize().convert(option.defaultValueString()))
                        .isEqualTo(option.initialValue()));
    }
}
