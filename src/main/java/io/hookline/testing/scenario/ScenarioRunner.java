package io.hookline.testing.scenario;

import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.ScenarioException;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs scenarios against a cluster with a watcher and the hooks of the scenarios. The cluster can be in memory,
 * embedded behind HTTP, or a real one.
 */
public final class ScenarioRunner {

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private ScenarioRunner() {}

    /**
     * Installs a scenario, runs its steps and deletes the created objects.
     *
     * @throws InterruptedException if the calling thread is interrupted; the created objects then stay
     */
    public static ScenarioResult run(Scenario scenario, ScenarioEnvironment environment) throws InterruptedException {
        Instant begin = environment.now();
        Optional<StepFailure> failure = Optional.empty();
        for (Iterator<ScenarioRun.Stage> stages =
                        new ScenarioRun(scenario, environment).stages().iterator();
                stages.hasNext(); ) {
            ScenarioRun.Stage stage = stages.next();
            if (failure.isEmpty()) {
                failure = stage.run();
            } else if (!stages.hasNext()) {
                stage.run(); // the cleanup; its failure is ignored, since the first failure is the cause
            }
        }
        return failure.<ScenarioResult>map(f -> new ScenarioResult.Failed(scenario.name(), f))
                .orElseGet(
                        () -> new ScenarioResult.Passed(scenario.name(), Duration.between(begin, environment.now())));
    }

    /**
     * Installs all manifests of a scenario without running steps or a cleanup.
     *
     * @param namespace for objects without a namespace, unless {@code expect.yaml} names one
     * @param installed receives each object as the API server returned it
     * @throws ScenarioException if the API server rejects an object, or does not serve its kind within ten seconds
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static void install(
            Scenario scenario, ScenarioEnvironment environment, String namespace, Consumer<KubeObject> installed)
            throws InterruptedException {
        Optional<String> failure = new ManifestInstaller(environment)
                .install(scenario.everything(), home(scenario, namespace), INSTALL_WITHIN, installed);
        if (failure.isPresent()) {
            throw new ScenarioException(failure.get());
        }
    }

    /** The namespace in {@code expect.yaml}, or the given one. */
    public static String home(Scenario scenario, String otherwise) {
        String stated = scenario.expect().namespace();
        return stated.isEmpty() ? otherwise : stated;
    }

    /**
     * Waits until an installed scenario is ready: every parent of its composite controllers was synced in its newest
     * generation, and the first checks of {@code expect.yaml} hold.
     *
     * @return empty if the scenario is ready; otherwise what is still missing
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static Optional<String> awaitReady(
            Scenario scenario, ScenarioEnvironment environment, String namespace, Duration within)
            throws InterruptedException {
        ReadinessCheck readiness = new ReadinessCheck(scenario, environment, home(scenario, namespace));
        return new Poller(environment).until(within, readiness::check);
    }

    /**
     * Waits until every parent of an installed scenario's composite controllers was synced in its newest generation.
     * Other than the checks of {@code expect.yaml}, this holds also if other scenarios share the namespace.
     *
     * @return empty if all are synced; otherwise what is still missing
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static Optional<String> awaitSynced(
            Scenario scenario, ScenarioEnvironment environment, String namespace, Duration within)
            throws InterruptedException {
        ReadinessCheck readiness = new ReadinessCheck(scenario, environment, home(scenario, namespace));
        return new Poller(environment).until(within, readiness::checkParents);
    }
}
