package io.hookline.testing.embedded;

import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scenarios of a folder, for tests: each folder in it with an {@code expect.yaml} is one. They run against a
 * cluster in memory, with a watcher and hooks of this process. Immutable.
 *
 * <p>With JUnit, a test for each step:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> scenarios() {
 *     return Scenarios.in(Path.of("scenarios")).withHooks(Path.of("hooks")).stream()
 *             .map(scenario -> dynamicContainer(
 *                     scenario.name(), scenario.steps().map(step -> dynamicTest(step.name(), step::run))));
 * }
 * }</pre>
 */
public final class Scenarios {

    private final List<Scenario> scenarios;
    private final Optional<Path> hooks;

    private Scenarios(List<Scenario> scenarios, Optional<Path> hooks) {
        this.scenarios = List.copyOf(scenarios);
        this.hooks = hooks;
    }

    /**
     * Reads all scenarios of a folder, or the folder itself if it is a scenario.
     *
     * @throws io.hookline.testing.scenario.file.ScenarioException with file, line and place of the first error
     */
    public static Scenarios in(Path folder) {
        List<Scenario> found =
                Files.exists(folder.resolve(Scenario.FILE)) ? List.of(Scenario.read(folder)) : Scenario.readAll(folder);
        return new Scenarios(found, Optional.empty());
    }

    /**
     * The same scenarios with hooks, which the watcher calls for the Service {@code hooks} in namespace
     * {@code hookline}.
     *
     * @param folder with a folder for each hook, or the folder of the one hook that the controllers call
     */
    public Scenarios withHooks(Path folder) {
        return new Scenarios(scenarios, Optional.of(folder));
    }

    /** Runs all scenarios, several at a time, and returns the results in the order of completion. */
    public List<ScenarioResult> run() throws InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        try (SharedCluster shared = cluster()) {
            new ScenarioSuite(shared.environment(), () -> false).run(scenarios, results::add);
        }
        return List.copyOf(results);
    }

    /**
     * Each scenario as a list of steps to run in order. The cluster starts with the first step. Closing the stream
     * closes the cluster; JUnit closes the stream of a test factory.
     */
    public Stream<RunnableScenario> stream() {
        SharedCluster shared = cluster();
        return scenarios.stream()
                .sorted(Comparator.comparing(Scenario::alone))
                .map(scenario -> new RunnableScenario(scenario, shared))
                .onClose(shared::close);
    }

    private SharedCluster cluster() {
        Set<String> needed = scenarios.stream()
                .flatMap(scenario -> scenario.hooks().stream())
                .collect(Collectors.toSet());
        return new SharedCluster(hooks, needed);
    }
}
