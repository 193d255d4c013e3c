package io.hookline.cli.terminal;

import java.io.PrintWriter;
import java.util.List;
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
}
