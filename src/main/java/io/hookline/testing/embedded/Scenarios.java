package io.hookline.testing.embedded;

import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRun;
import io.hookline.testing.scenario.ScenarioSuite;
import io.hookline.testing.scenario.StepFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

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

    /** A scenario as a list of steps, which a test framework runs in order. */
    static final class RunnableScenario {

        private final Scenario scenario;
        private final SharedCluster cluster;

        RunnableScenario(Scenario scenario, SharedCluster cluster) {
            this.scenario = scenario;
            this.cluster = cluster;
        }

        /** One step. */
        interface NamedStep {

            /** The statement that the step checks. */
            String name();

            /**
             * Runs the step.
             *
             * @throws AssertionError if the step fails, with the expected and the actual state
             */
            void run() throws InterruptedException;
        }

        /** The name of its folder. */
        String name() {
            return scenario.name();
        }

        /**
         * The steps, to be run in order: first the installation, last the cleanup. After a failed step, the stream
         * continues with the cleanup.
         */
        Stream<NamedStep> steps() {
            Steps steps = new Steps();
            return StreamSupport.stream(Spliterators.spliteratorUnknownSize(steps, Spliterator.ORDERED), false);
        }

        private final class Steps implements Iterator<NamedStep> {

            private @Nullable List<ScenarioRun.Stage> stages;
            private int next;
            private boolean failed;

            @Override
            public boolean hasNext() {
                return next < stages().size();
            }

            @Override
            public NamedStep next() {
                int last = stages().size() - 1;
                next = failed ? Math.max(next, last) : next;
                ScenarioRun.Stage stage = stages().get(next++);
                boolean cleanup = next > last;
                return new NamedStep() {
                    @Override
                    public String name() {
                        return stage.title();
                    }

                    @Override
                    public void run() throws InterruptedException {
                        Steps.this.run(stage, cleanup);
                    }
                };
            }

            private List<ScenarioRun.Stage> stages() {
                if (stages == null) {
                    stages = new ScenarioRun(scenario, cluster.environment()).stages();
                }
                return stages;
            }

            private void run(ScenarioRun.Stage stage, boolean cleanup) throws InterruptedException {
                if (failed && !cleanup) {
                    throw new AssertionError(name() + ": skipped, since an earlier step failed");
                }
                Optional<StepFailure> failure = stage.run();
                if (failure.isPresent()) {
                    failed = true;
                    throw new AssertionError(name() + ", " + failure.get());
                }
            }
        }
    }
}
