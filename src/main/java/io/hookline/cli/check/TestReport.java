package io.hookline.cli.check;

import io.hookline.cli.check.rule.Finding;
import io.hookline.object.HumanDuration;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.StepFailure;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Prints the results of {@code hookline test}, one line for each, and counts them. Used by one thread at a time. */
final class TestReport {

    private static final String INDENT = "      ";

    private final PrintWriter out;
    private final long start = System.nanoTime();
    private long passed;
    private long failed;

    TestReport(PrintWriter out) {
        this.out = out;
    }

    void checked(List<Finding> findings, int examples, long nanos) {
        boolean ok = FindingTable.errors(findings) == 0;
        line(
                ok,
                "check",
                FindingTable.count(examples, "example") + ", " + FindingTable.summary(findings),
                Duration.ofNanos(nanos));
        FindingTable.print(findings, INDENT, out);
        count(ok ? 1 : 0, ok ? 0 : 1);
    }

    void fixtures(FixtureRun run) {
        List<FixtureReport.Case> cases = run.report().cases();
        long failures = cases.stream().filter(one -> !one.passed()).count();
        String result = run.source().name() + ": "
                + (failures == 0
                        ? FindingTable.count(cases.size(), "case")
                        : failures + " of " + FindingTable.count(cases.size(), "case"));
        line(failures == 0, "fixtures", result, run.took());
        FindingTable.print(run.failures(), INDENT, out);
        count(cases.size() - failures, failures);
    }

    void scenario(ScenarioResult result) {
        switch (result) {
            case ScenarioResult.Passed(String name, Duration took) -> line(true, "scenario", name, took);
            case ScenarioResult.Failed(String name, StepFailure failure) ->
                out.println(
                        "FAIL  scenario  " + name + ", " + failure.toString().replace("\n", "\n" + INDENT));
        }
        boolean ok = result instanceof ScenarioResult.Passed;
        count(ok ? 1 : 0, ok ? 0 : 1);
        out.flush();
    }

    void waiting(String text) {
        out.println("WAIT  scenario  " + text.replace("\n", "\n" + INDENT));
        out.flush();
    }

    void skipped(int scenarios) {
        out.println(
                "SKIP  scenario  " + FindingTable.count(scenarios, "scenario") + ": fix the errors of the check first");
    }

    /** Prints the summary and returns the exit code. */
    int end() {
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        out.println(passed + " passed, " + failed + " failed in " + HumanDuration.text(took));
        out.flush();
        return failed == 0 ? 0 : 1;
    }

    private void count(long more, long failures) {
        passed += more;
        failed += failures;
    }

    private void line(boolean ok, String what, String result, Duration took) {
        out.println(String.format(
                Locale.ROOT, "%s  %-8s  %-40s %8s", ok ? "PASS" : "FAIL", what, result, HumanDuration.text(took)));
        out.flush();
    }
}
