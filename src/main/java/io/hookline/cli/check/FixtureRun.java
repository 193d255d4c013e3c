package io.hookline.cli.check;

import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.check.rule.Finding;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.object.FieldPath;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.AnswerFields;
import io.hookline.testing.Difference;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the hook of one folder answered to its fixtures.
 *
 * @param took the time of all calls
 */
record FixtureRun(HookSource source, FixtureReport report, Duration took) {

    /** Calls hooks with their fixtures, several hooks at a time. Hooks that do not load are left out. */
    static List<FixtureRun> of(OpenProject project) throws InterruptedException {
        List<Callable<FixtureRun>> tasks = new ArrayList<>();
        for (HookSource source : project.sources()) {
            project.hooks().program(source.name()).ifPresent(program -> tasks.add(() -> of(source, program)));
        }
        List<FixtureRun> runs = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (Future<FixtureRun> run : threads.invokeAll(tasks)) {
                runs.add(run.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return runs.stream().filter(run -> !run.report().cases().isEmpty()).toList();
    }

    private static FixtureRun of(HookSource source, HookProgram program) throws InterruptedException {
        long start = System.nanoTime();
        FixtureReport report = FixtureRunner.run(source.folder(), program);
        return new FixtureRun(source, report, Duration.ofNanos(System.nanoTime() - start));
    }

    /** The unknown fields of the answers. */
    List<Finding> unknownFields() {
        List<Finding> found = new ArrayList<>();
        for (FixtureReport.Case one : report.cases()) {
            for (AnswerFields.Unknown unknown : one.unknown()) {
                String message = "the hook " + source.name() + " answers with " + unknown;
                String request = file(one, ".request.json") + ":1";
                found.add(unknown.isError() ? Finding.error(request, message) : Finding.warning(request, message));
            }
        }
        return found;
    }

    /** Why cases failed, each at the line of the expected answer. */
    List<Finding> failures() {
        List<Finding> found = new ArrayList<>(
                unknownFields().stream().filter(Finding::isError).toList());
        for (FixtureReport.Case one : report.cases()) {
            Path answer = file(one, ".answer.json");
            if (!one.error().isEmpty()) {
                found.add(Finding.error(answer + ":1", one.error()));
            }
            for (Difference difference : one.differences()) {
                found.add(Finding.error(place(answer, difference), difference.toString()));
            }
            if (!one.stable()) {
                found.add(Finding.error(
                        file(one, ".request.json") + ":1", "the same request gave two different answers"));
            }
        }
        return found;
    }

    private Path file(FixtureReport.Case one, String suffix) {
        return AnswerFixture.shown(source.folder()).resolve("fixtures").resolve(one.name() + suffix);
    }

    private static String place(Path answer, Difference difference) {
        try {
            return LocatedYaml.parse(answer.toString(), Files.readString(answer)).stream()
                    .findFirst()
                    .map(document -> document.at(new FieldPath(difference.place())))
                    .orElse(answer + ":1");
        } catch (IOException | ScenarioException _) {
            return answer + ":1";
        }
    }
}
