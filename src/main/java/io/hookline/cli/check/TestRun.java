package io.hookline.cli.check;

import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.testing.embedded.EmbeddedHookline;
import io.hookline.testing.embedded.WatcherLog;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioSuite;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One run of {@code hookline test}. */
final class TestRun {

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
        new ScenarioSuite(running.environment(), shutdown::isRequested).run(scenarios, report::scenario);
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
