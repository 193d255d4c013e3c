package io.hookline.testing.scenario;

import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs scenarios concurrently in one environment, since they mostly wait. Each has its own namespace. */
public final class ScenarioSuite {

    private static final int CONCURRENCY = 10;

    /** Concurrent scenarios slow each other down. Their time limits are multiplied by at most this factor. */
    private static final int MAX_TIME_FACTOR = 4;

    private final ScenarioEnvironment environment;
    private final BooleanSupplier stopped;

    /**
     * Creates a suite for one environment.
     *
     * @param stopped whether to stop; checked before each scenario
     */
    public ScenarioSuite(ScenarioEnvironment environment, BooleanSupplier stopped) {
        this.environment = environment;
        this.stopped = stopped;
    }

    /**
     * Prepares a run whose steps tell what they know while they wait.
     *
     * @param told receives each text, on the thread of the scenario
     */
    public ScenarioSuite(ScenarioEnvironment environment, BooleanSupplier stopped, Consumer<String> told) {
        this(environment.telling(told), stopped);
    }

    /**
     * Runs scenarios. Those that must run alone are last.
     *
     * @param done receives each result when its scenario ends, from one thread at a time
     * @return the number of failures; empty if the suite was stopped early
     */
    public Optional<Integer> run(List<Scenario> scenarios, Consumer<ScenarioResult> done) throws InterruptedException {
        List<Scenario> alone =
                scenarios.stream().filter(scenario -> scenario.alone()).toList();
        List<Scenario> together =
                scenarios.stream().filter(scenario -> !scenario.alone()).toList();
        List<ScenarioResult> results = new ArrayList<>(run(together, CONCURRENCY, done));
        results.addAll(run(alone, 1, done));
        if (results.size() < scenarios.size()) {
            return Optional.empty();
        }
        return Optional.of((int)
                results.stream().filter(ScenarioResult.Failed.class::isInstance).count());
    }

    private List<ScenarioResult> run(List<Scenario> scenarios, int concurrency, Consumer<ScenarioResult> done)
            throws InterruptedException {
        int concurrent = Math.max(1, Math.min(concurrency, scenarios.size()));
        ScenarioEnvironment shared = environment.patient(Math.min(concurrent, MAX_TIME_FACTOR));
        List<Callable<Optional<ScenarioResult>>> tasks = scenarios.stream()
                .map(scenario -> (Callable<Optional<ScenarioResult>>) () -> run(scenario, shared, done))
                .toList();
        List<ScenarioResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(
                concurrency, Thread.ofVirtual().name("scenario-", 0).factory())) {
            for (Future<Optional<ScenarioResult>> task : threads.invokeAll(tasks)) {
                task.get().ifPresent(results::add);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return results;
    }

    private Optional<ScenarioResult> run(Scenario scenario, ScenarioEnvironment shared, Consumer<ScenarioResult> done)
            throws InterruptedException {
        if (stopped.getAsBoolean()) {
            return Optional.empty();
        }
        ScenarioResult result = ScenarioRunner.run(scenario, shared);
        synchronized (this) {
            done.accept(result);
        }
        return Optional.of(result);
    }
}
