package io.hookline.cli;

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

/** Runs many examples in one world: several at a time, since they wait most of the time, each in a namespace of its own. */
final class ExampleRuns {

    private static final int AT_A_TIME = 10;

    /** Examples that run side by side keep each other waiting: so many times as long, however many they are. */
    private static final int MOST_PATIENCE = 4;

    private final ExampleWorld world;
    private final BooleanSupplier stopped;

    /**
     * In one world.
     *
     * @param stopped asked before each example: whether to begin no more
     */
    ExampleRuns(ExampleWorld world, BooleanSupplier stopped) {
        this.world = world;
        this.stopped = stopped;
    }

    /**
     * Runs them; those that must be alone come last.
     *
     * @param done is told of each result as it comes, by one thread at a time
     * @return how many failed; empty if it was stopped before all had run
     */
    Optional<Integer> run(List<ExampleFolder> examples, Consumer<ExampleResult> done) throws InterruptedException {
        List<ExampleFolder> alone =
                examples.stream().filter(example -> example.expect().alone()).toList();
        List<ExampleFolder> together =
                examples.stream().filter(example -> !example.expect().alone()).toList();
        List<ExampleResult> results = new ArrayList<>(run(together, AT_A_TIME, done));
        results.addAll(run(alone, 1, done));
        if (results.size() < examples.size()) {
            return Optional.empty();
        }
        return Optional.of((int)
                results.stream().filter(ExampleResult.Failed.class::isInstance).count());
    }

    private List<ExampleResult> run(List<ExampleFolder> examples, int atATime, Consumer<ExampleResult> done)
            throws InterruptedException {
        int sideBySide = Math.max(1, Math.min(atATime, examples.size()));
        ExampleWorld shared = world.patient(Math.min(sideBySide, MOST_PATIENCE));
        List<Callable<Optional<ExampleResult>>> tasks = examples.stream()
                .map(example -> (Callable<Optional<ExampleResult>>) () -> run(example, shared, done))
                .toList();
        List<ExampleResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(
                atATime, Thread.ofVirtual().name("example-", 0).factory())) {
            for (Future<Optional<ExampleResult>> task : threads.invokeAll(tasks)) {
                task.get().ifPresent(results::add);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return results;
    }

    private Optional<ExampleResult> run(ExampleFolder example, ExampleWorld shared, Consumer<ExampleResult> done)
            throws InterruptedException {
        if (stopped.getAsBoolean()) {
            return Optional.empty();
        }
        ExampleResult result = ExampleRunner.run(example, shared);
        synchronized (this) {
            done.accept(result);
        }
        return Optional.of(result);
    }
}
