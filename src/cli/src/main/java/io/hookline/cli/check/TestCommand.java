package io.hookline.cli.check;

import ch.qos.logback.classic.Level;
import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.dev.ProjectFlags;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.object.HumanDuration;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.embedded.EmbeddedHookline;
import io.hookline.testing.embedded.WatcherLog;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioSuite;
import io.hookline.testing.scenario.StepFailure;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline test}: checks a project, and runs its fixtures and scenarios. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Check a project, run the fixtures of its hooks and the expect.yaml of its examples.",
            "The scenarios run on an embedded cluster in this process, several at a time. The exit code is 0 only if there"
                    + " is no error and everything passed."
        })
public final class TestCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "The folders, or names of examples (default: this folder).")
    private List<String> folders = List.of();

    @Mixin
    private final ProjectFlags project = new ProjectFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.OFF); // the report has what would be logged
        TestReport report = new TestReport(spec.commandLine().getOut());
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.endAtOnce();
            OpenProject open = shutdown.closing(new OpenProject(project.find(folders)));
            return new TestRun(open, report, shutdown).run();
        }
    }

    /** One run of {@code hookline test}. */
    static final class TestRun {

        private final OpenProject project;
        private final TestReport report;
        private final Shutdown shutdown;

        /** @param shutdown closes what the run starts */
        TestRun(OpenProject project, TestReport report, Shutdown shutdown) {
            this.project = project;
            this.report = report;
            this.shutdown = shutdown;
        }

        /** Runs everything and returns the exit code. */
        int run() throws InterruptedException {
            List<Scenario> scenarios = project.examples().stream()
                    .filter(example -> Files.exists(example.path().resolve(Scenario.FILE)))
                    .toList();
            // The cluster starts while hooks are compiled and called with their fixtures.
            CompletableFuture<EmbeddedHookline> cluster =
                    scenarios.isEmpty() ? new CompletableFuture<>() : CompletableFuture.supplyAsync(this::start);
            long start = System.nanoTime();
            List<Finding> findings = project.check();
            report.checked(findings, project.count(), System.nanoTime() - start);
            List<FixtureRun> fixtures = FixtureRun.of(project);
            fixtures.forEach(report::fixtures);
            if (fixtures.isEmpty() && scenarios.isEmpty()) {
                throw new CliErrors.CommandFailed("nothing to test: add fixtures/CASE.request.json to a hook, or "
                        + Scenario.FILE + " to an example");
            }
            if (!scenarios.isEmpty()) {
                runScenarios(scenarios, findings, cluster);
            }
            return report.end();
        }

        private void runScenarios(
                List<Scenario> scenarios, List<Finding> findings, CompletableFuture<EmbeddedHookline> cluster)
                throws InterruptedException {
            EmbeddedHookline running = started(cluster);
            if (FindingTable.errors(findings) > 0) {
                report.skipped(scenarios.size());
                return;
            }
            new ScenarioSuite(running.environment(), shutdown::isRequested, report::waiting)
                    .run(scenarios, report::scenario);
        }

        private EmbeddedHookline start() {
            try {
                Logging.recordWithoutPrinting(WatcherLog.LOGGER);
                return shutdown.closing(EmbeddedHookline.start(project.hooks()));
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while the cluster started", e);
            }
        }

        private static EmbeddedHookline started(CompletableFuture<EmbeddedHookline> cluster) {
            try {
                return cluster.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw e;
            }
        }
    }

    /**
     * Prints the results of {@code hookline test}, one line for each, and counts them. Used by one thread at a time.
     */
    static final class TestReport {

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
                    out.println("FAIL  scenario  " + name + ", "
                            + failure.toString().replace("\n", "\n" + INDENT));
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
            out.println("SKIP  scenario  " + FindingTable.count(scenarios, "scenario")
                    + ": fix the errors of the check first");
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
}
