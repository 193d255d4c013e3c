package io.hookline.cli.check;

import io.hookline.cli.check.rule.Finding;
import java.io.PrintWriter;
import java.util.List;

/** Findings as aligned lines: {@code controller.yaml:12  error    spec.generateSelecter: unknown field}. */
final class FindingTable {

    /** Longer places would move the messages of all lines too far. */
    private static final int MAX_WIDTH = 50;

    private FindingTable() {}

    static void print(List<Finding> findings, String indent, PrintWriter out) {
        int width = findings.stream()
                .mapToInt(finding -> finding.place().length())
                .filter(length -> length <= MAX_WIDTH)
                .max()
                .orElse(1);
        for (Finding finding : findings) {
            String place = finding.place()
                    + " ".repeat(Math.max(0, width - finding.place().length()));
            String severity = finding.isError() ? "error  " : "warning";
            String message = finding.message().strip().replace("\n", "\n" + indent + "    ");
            out.println(indent + place + "  " + severity + "  " + message);
        }
        out.flush();
    }

    static long errors(List<Finding> findings) {
        return findings.stream().filter(Finding::isError).count();
    }

    /** {@code 1 error, 2 warnings}, or {@code no findings}. */
    static String summary(List<Finding> findings) {
        long errors = errors(findings);
        return findings.isEmpty()
                ? "no findings"
                : count(errors, "error") + ", " + count(findings.size() - errors, "warning");
    }

    /** {@code 1 error}, {@code 2 errors}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
