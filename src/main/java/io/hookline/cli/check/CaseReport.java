package io.hookline.cli.check;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.testing.AnswerFile;
import io.hookline.testing.Difference;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints the cases of each folder, and a summary of all. Used by one thread. */
final class CaseReport {

    private final PrintWriter out;
    private final boolean several;
    private final CaseLine.Handler handler;
    private final Map<CaseLine.Result, Integer> counts = new EnumMap<>(CaseLine.Result.class);
    private int errors;

    /** @param several whether the name of each folder is printed above its cases */
    CaseReport(PrintWriter out, boolean several, CaseLine.Handler handler) {
        this.out = out;
        this.several = several;
        this.handler = handler;
    }

    void add(Path folder, FixtureReport report) {
        if (several) {
            out.println(folder);
        }
        for (FixtureReport.Case one : report.cases()) {
            CaseLine shown = handler.handle(folder, one);
            counts.merge(shown.result(), 1, Integer::sum);
            out.println(several ? "  " + shown.text().replace("\n", "\n  ") : shown.text());
        }
        out.flush();
    }

    /** Prints why a folder has no cases to run. The other folders are run. */
    void failed(PrintWriter err, RuntimeException e) {
        errors++;
        err.println("hookline: " + e.getMessage());
        err.flush();
    }

    /** Prints the summary and returns the exit code. */
    int end() {
        if (!counts.isEmpty()) {
            int written = count(CaseLine.Result.WRITTEN);
            out.println(count(CaseLine.Result.PASSED) + " passed, " + (written > 0 ? written + " written, " : "")
                    + count(CaseLine.Result.FAILED) + " failed"
                    + (errors > 0 ? ", " + errors + (errors == 1 ? " folder" : " folders") + " without a result" : ""));
            out.flush();
        }
        return errors + count(CaseLine.Result.FAILED) == 0 ? 0 : 1;
    }

    private int count(CaseLine.Result result) {
        return counts.getOrDefault(result, 0);
    }

    /**
     * One case as it is printed.
     *
     * @param text one line, with details below it
     */
    record CaseLine(Result result, String text) {

        enum Result {
            PASSED,
            WRITTEN,
            FAILED
        }

        /** How a case is handled. */
        interface Handler {
            CaseLine handle(Path folder, FixtureReport.Case one);
        }

        static CaseLine failed(Path folder, FixtureReport.Case one) {
            return new CaseLine(one.passed() ? Result.PASSED : Result.FAILED, one.toString());
        }
    }

    /** Stores the answer that a hook returned, and shows what that changes. */
    static final class AnswerUpdate {

        private AnswerUpdate() {}

        /** Stores the answer of a case that does not pass, if two calls returned it and it has no misspelt field. */
        static CaseLine store(Path folder, FixtureReport.Case one) {
            if (one.passed()) {
                return CaseLine.failed(folder, one);
            }
            if (!one.isAcceptable()) {
                return new CaseLine(CaseLine.Result.FAILED, one + "\n  not written: " + reason(one));
            }
            Path file = FixtureRunner.answerFile(folder, one.name());
            String changes = one.differences().isEmpty() ? created(file, one) : changed(one.differences());
            try {
                AnswerFile.write(file, one.returned().orElseThrow().tree());
            } catch (IOException e) {
                throw new CliErrors.CommandFailed("cannot write " + file + " (" + e + ")");
            }
            return new CaseLine(CaseLine.Result.WRITTEN, "WRITE " + one.name() + changes);
        }

        private static String reason(FixtureReport.Case one) {
            if (one.returned().isEmpty()) {
                return "the hook returned no answer";
            }
            return one.stable()
                    ? "correct the field in the hook first"
                    : "a hook must return the same answer to the same request";
        }

        private static String created(Path file, FixtureReport.Case one) {
            return (Files.exists(file) ? "\n  replaced file " : "\n  new file ") + file + "\n"
                    + AnswerFile.beginning(one.returned().orElseThrow().tree(), "    ");
        }

        /** One difference in a line, with the values below each other. */
        private static String changed(List<Difference> differences) {
            int width = differences.stream()
                    .mapToInt(each -> each.place().length())
                    .max()
                    .orElse(0);
            return differences.stream()
                    .map(each -> "\n  " + each.place()
                            + " ".repeat(width - each.place().length()) + "  " + each.expected() + " → " + each.seen())
                    .collect(Collectors.joining());
        }
    }
}
