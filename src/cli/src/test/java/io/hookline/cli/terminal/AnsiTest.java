package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnsiTest {

    private final StringWriter printed = new StringWriter();

    @ParameterizedTest
    @CsvSource(textBlock = """
            AUTO,   true,  '',                          COLOURED
            AUTO,   false, '',                          PLAIN
            AUTO,   true,  'NO_COLOR=1',                PLAIN
            AUTO,   true,  'NO_COLOR=',                 COLOURED
            AUTO,   true,  'TERM=dumb',                 PLAIN
            AUTO,   false, 'FORCE_COLOR=1',             COLOURED
            AUTO,   false, 'FORCE_COLOR=0',             PLAIN
            AUTO,   false, 'CLICOLOR_FORCE=1',          COLOURED
            AUTO,   false, 'CLICOLOR_FORCE=1 NO_COLOR=1', PLAIN
            ALWAYS, false, 'NO_COLOR=1',                COLOURED
            NEVER,  true,  'FORCE_COLOR=1',             PLAIN
            """)
    void coloursDependOnTheFlagTheEnvironmentAndTheTerminal(
            Ansi.Mode mode, boolean terminal, String variables, Ansi expected) {
        Map<String, String> environment = new HashMap<>();
        for (String each : variables.isEmpty() ? new String[0] : variables.split(" ")) {
            String[] parts = each.split("=", 2);
            environment.put(parts[0], parts[1]);
        }

        assertThat(Ansi.of(mode, environment, terminal)).isEqualTo(expected);
    }

    /** A text as a terminal shows it. */
    private static String shown(String text) {
        return text.replaceAll("\u001b\\[[0-9]+m", "");
    }

    @Test
    void columnsOfTheConsoleAreAlignedWithColours() {
        for (Ansi ansi : Ansi.values()) {
            Console console = new Console(
                    new PrintWriter(printed),
                    InstantSource.fixed(Instant.ofEpochMilli(1200)),
                    Instant.EPOCH,
                    ansi,
                    LineWrap.NONE);
            console.step("ERROR", "text");
            console.step("hooks", "text");
        }

        assertThat(printed.toString().lines().map(AnsiTest::shown))
                .containsExactly(
                        "    1.2 s  ERROR          text",
                        "    1.2 s  hooks          text",
                        "    1.2 s  ERROR          text",
                        "    1.2 s  hooks          text");
        assertThat(printed.toString())
                .contains("\u001b[31mERROR\u001b[0m          text")
                .contains("\u001b[2m    1.2 s\u001b[0m  hooks");
    }

    @Test
    void afterTheStartTheConsoleHasTheTimeAndTheColumnsOfTheLog() {
        Console console = new Console(
                new PrintWriter(printed),
                InstantSource.fixed(Instant.ofEpochMilli(1200)),
                Instant.EPOCH,
                Ansi.PLAIN,
                new LineWrap(() -> 60));
        console.step("ready", "every sample has its children and a first status");
        console.showTimeOfDay();
        console.step("changed", "hooks/cache/sync.py and hooks/cache/customize.py");

        assertThat(printed.toString().replaceAll("\\d\\d:\\d\\d:01", "12:00:01"))
                .isEqualTo("""
                            1.2 s  ready          every sample has its children and
                                                  a first status
                        12:00:01  changed          hooks/cache/sync.py and
                                                   hooks/cache/customize.py
                        """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            PASS  check     1 example     672 ms        | 32 | PASS
            FAIL hello, it failed                       | 31 | FAIL
            SKIP  scenario  2 scenarios                 | 33 | SKIP
            controller.yaml:12  error    spec.x: unknown| 31 | error
            sample.yaml:1       warning  spec.x: unused | 33 | warning
            create  ConfigMap default/a                 | 32 | create
            delete  ConfigMap default/a                 | 31 | delete
            `  update  ConfigMap default/a`             | 36 | update
            """)
    void wordsOfReportsThatNameAResultAreColoured(String line, String code, String word) {
        try (PrintWriter out = new ColourFlag.ColouredWriter(new PrintWriter(printed), Ansi.COLOURED)) {
            out.println(line);
        }

        assertThat(printed.toString())
                .isEqualTo(
                        line.replaceFirst(word, "\u001b[" + code + "m" + word + "\u001b[0m") + System.lineSeparator());
    }

    @Test
    void otherTextAndTheEndsOfLinesStayAsTheyAre() {
        String text = "no error here\nPASSED  by\n   a  b error  c\n";
        try (PrintWriter out = new ColourFlag.ColouredWriter(new PrintWriter(printed), Ansi.COLOURED)) {
            out.print(text);
            out.println(text);
        }

        assertThat(printed.toString()).isEqualTo(text + text + System.lineSeparator());
    }
}
