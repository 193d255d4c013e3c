package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.HumanDuration;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.ScenarioSuite;
import io.hookline.testing.scenario.StepFailure;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The examples of a {@code dev} run: waits for them and tests them. */
public final class DevExamples {

    /** Long enough for a real cluster, which answers each check with a request. */
    private static final Duration LATE_INTERVAL = Duration.ofSeconds(1);

    private final ScenarioEnvironment environment;
    private final Console console;

    public DevExamples(ScenarioEnvironment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    /**
     * Waits until every sample has its children and first status, and prints which have not in that time. It waits for
     * all examples at the same time, since a controller may leave its first state soon.
     *
     * @param checked whether the first checks of each {@code expect.yaml} must hold too
     * @return those that are not ready, for {@link #awaitLate}
     */
    List<ScenarioRunner.Readiness> awaitReady(List<Scenario> examples, boolean checked, Duration within)
            throws InterruptedException {
        List<Callable<Optional<ScenarioRunner.Readiness>>> waiting = examples.stream()
                .map(example -> (Callable<Optional<ScenarioRunner.Readiness>>) () -> late(example, checked, within))
                .toList();
        List<ScenarioRunner.Readiness> late = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Optional<ScenarioRunner.Readiness>> each : threads.invokeAll(waiting)) {
                each.get().ifPresent(late::add);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        if (late.isEmpty() && !examples.isEmpty()) {
            ready();
        }
        return List.copyOf(late);
    }

    /** Waits on until the rest is ready too: the machine may be slow, or the user corrects a hook. */
    void awaitLate(List<ScenarioRunner.Readiness> late) throws InterruptedException {
        List<ScenarioRunner.Readiness> rest = new ArrayList<>(late);
        while (!rest.isEmpty()) {
            environment.pause(LATE_INTERVAL);
            for (ScenarioRunner.Readiness each : List.copyOf(rest)) {
                if (each.await(Duration.ZERO).isEmpty()) {
                    rest.remove(each);
                }
            }
        }
        if (!late.isEmpty()) {
            ready();
        }
    }

    private void ready() {
        console.step("ready", "every sample has its children and first status");
    }

    private Optional<ScenarioRunner.Readiness> late(Scenario example, boolean checked, Duration within)
            throws InterruptedException {
        ScenarioRunner.Readiness readiness = checked
                ? ScenarioRunner.readiness(example, environment, "default")
                : ScenarioRunner.readinessOfParents(example, environment, "default");
        Optional<String> missing = readiness.await(within);
        missing.ifPresent(text -> console.step("NOT READY", example.name() + ": " + text));
        return missing.map(_ -> readiness);
    }

    /** Runs the {@code expect.yaml} of each example and returns the exit code. */
    public int runOnce(List<Scenario> examples, Shutdown shutdown) throws InterruptedException {
        ScenarioSuite suite = new ScenarioSuite(environment, shutdown::isRequested);
        Optional<Integer> failed = suite.run(examples, this::report);
        if (failed.isEmpty()) {
            return 1; // by a signal, which is reported elsewhere
        }
        console.line((examples.size() - failed.get()) + " passed, " + failed.get() + " failed");
        return failed.get() == 0 ? 0 : 1;
    }

    private void report(ScenarioResult result) {
        switch (result) {
            case ScenarioResult.Passed(String name, Duration took) ->
                console.result("PASS", name + " (" + HumanDuration.text(took) + ")");
            case ScenarioResult.Failed(String name, StepFailure failure) ->
                console.result("FAIL", name + ", " + failure);
        }
    }

    /**
     * The kinds for {@code kubectl get}, those of CRDs and then other kinds of parents: {@code hellos,statefulsets}.
     */
    static String plurals(List<Scenario> examples) {
        List<Manifest> all = examples.stream()
                .flatMap(example -> example.everything().stream())
                .toList();
        Set<String> defined = all.stream()
                .filter(Manifest::isCrd)
                .map(crd -> crd.object().name())
                .collect(Collectors.toSet());
        Stream<String> parents = all.stream()
                .filter(Manifest::isController)
                .flatMap(DevExamples::parents)
                .filter(parent -> !defined.contains(parent.name()))
                .map(ParentResource::plural);
        return Stream.concat(all.stream().filter(Manifest::isCrd).map(DevExamples::plural), parents)
                .distinct()
                .collect(Collectors.joining(","));
    }

    /** A kind that a controller names as its parent. */
    private record ParentResource(String plural, String group) {

        /** As a CRD of the kind would be named. */
        String name() {
            return plural + "." + group;
        }
    }

    private static Stream<ParentResource> parents(Manifest controller) {
        JsonNode spec = controller.object().tree().path("spec");
        Stream<JsonNode> all = Stream.concat(
                Stream.of(spec.path("parentResource")), spec.path("resources").valueStream());
        return all.filter(rule -> rule.path("resource").isTextual())
                .map(rule -> new ParentResource(
                        rule.path("resource").asText(),
                        GroupVersionKind.of(rule.path("apiVersion").asText(), "")
                                .group()));
    }

    /** If a plural ends in "lists", kubectl looks up the items of the list, unless the group is named too. */
    private static String plural(Manifest crd) {
        JsonNode spec = crd.object().tree().path("spec");
        String plural = spec.path("names").path("plural").asText();
        return plural.endsWith("lists") ? plural + "." + spec.path("group").asText() : plural;
    }

    /** A sample for {@code kubectl edit}: {@code hello/world}. */
    static String firstSample(List<Scenario> examples) {
        return examples.stream()
                .flatMap(example -> example.everything().stream())
                .filter(manifest -> !manifest.isCrd() && !manifest.isController())
                .map(manifest -> manifest.object().kind().toLowerCase(Locale.ROOT) + "/"
                        + manifest.object().name())
                .findFirst()
                .orElse("...");
    }
}
