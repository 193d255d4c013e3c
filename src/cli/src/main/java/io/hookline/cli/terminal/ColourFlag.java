package io.hookline.cli.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The flag {@code --color} of all commands. */
public final class ColourFlag {

    /** Commands whose output is a report for people; the output of the others may be read by programs. */
    private static final List<String> REPORTS = List.of("check", "test", "test-hook", "plan");

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            scope = ScopeType.INHERIT,
            description = "Colours: auto, always or never (default: auto, which is on a terminal without NO_COLOR).")
    private Ansi.Mode mode = Ansi.Mode.AUTO;

    /** Colours the output of the command that was parsed, and its log. */
    public void apply(CommandLine.ParseResult parsed) {
        Logging.colour(mode);
        CommandLine line = parsed.asCommandLineList().getLast();
        Ansi ansi = ofOut();
        if (ansi == Ansi.COLOURED && REPORTS.contains(line.getCommandName())) {
            PrintWriter out = line.getOut();
            line.setOut(new ColouredWriter(out, ansi));
        }
    }

    /** The colours of the standard output. */
    private Ansi ofOut() {
        return Ansi.of(mode, System.getenv(), Terminals.isOut());
    }

    /** Colours the words of printed lines that name a result, such as {@code PASS} at the start of a line. */
    static final class ColouredWriter extends PrintWriter {

        /** A result at the start of a line, a write below its parent, or the severity of a finding after its place. */
        private static final Pattern RESULT = Pattern.compile(
                "^(?: {2})?(PASS|FAIL|SKIP|WAIT|create|update|patch|delete)(?=\\s)|^\\s*\\S+ {2,}(error|warning)(?= )");

        private final Ansi ansi;

        ColouredWriter(PrintWriter out, Ansi ansi) {
            super(out);
            this.ansi = ansi;
        }

        @Override
        public void println(String text) {
            super.println(coloured(text));
        }

        @Override
        public void println(Object text) {
            println(String.valueOf(text));
        }

        private String coloured(String text) {
            return text.lines().map(this::line).collect(Collectors.joining("\n"))
                    + "\n".repeat(text.endsWith("\n") ? 1 : 0);
        }

        private String line(String line) {
            Matcher result = RESULT.matcher(line);
            if (!result.find()) {
                return line;
            }
            int group = result.start(1) >= 0 ? 1 : 2;
            return line.substring(0, result.start(group))
                    + ansi.verb(result.group(group))
                    + line.substring(result.end(group));
        }
    }
}
