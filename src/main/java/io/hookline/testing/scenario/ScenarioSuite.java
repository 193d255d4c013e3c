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

/** Runs many scenarios in one environment: several at a time, since they wait most of the time, each in a namespace of its own. */
public final class ScenarioSuite {

    private static final int AT_A_TIME = 10;

    /** Scenarios that run side by side keep each other waiting: so many times as long, however many they are. */
    private static final int MOST_PATIENCE = 4;

    private final ScenarioEnvironment environment;
    private final BooleanSupplier stopped;

    /**
     * In one environment.
     *
     * @param stopped asked before each scenario: whether to begin no more
     */
    public ScenarioSuite(ScenarioEnvironment environment, BooleanSupplier stopped) {
        this.environment = environment;
        this.stopped = stopped;
    }

    /**
     * Runs them; those that must be alone come last.
     *
     * @param done gets each result as it comes, by one thread at a time
     * @return how many failed; empty if it was stopped before all had run
     */
    public Optional<Integer> run(List<Scenario> scenarios, Consumer<ScenarioResult> done) throws InterruptedException {
        List<Scenario> alone =
                scenarios.stream().filter(scenario -> scenario.alone()).toList();
        List<Scenario> together =
                scenarios.stream().filter(scenario -> !scenario.alone()).toList();
        List<ScenarioResult> results = new ArrayList<>(run(together, AT_A_TIME, done));
        results.addAll(run(alone, 1, done));
        if (results.size() < scenarios.size()) {
            return Optional.empty();
        }
        return Optional.of((int)
                results.stream().filter(ScenarioResult.Failed.class::isInstance).count());
    }

    private List<ScenarioResult> run(List<Scenario> scenarios, int atATime, Consumer<ScenarioResult> done)
            throws InterruptedException {
        int sideBySide = Math.max(1, Math.min(atATime, scenarios.size()));
        ScenarioEnvironment shared = environment.patient(Math.min(sideBySide, MOST_PATIENCE));
        List<Callable<Optional<ScenarioResult>>> tasks = scenarios.stream()
                .map(scenario -> (Callable<Optional<ScenarioResult>>) () -> run(scenario, shared, done))
                .toList();
        List<ScenarioResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(
                atATime, Thread.ofVirtual().name("scenario-", 0).factory())) {
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
