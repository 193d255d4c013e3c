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
 * Runs scenarios against a cluster on which a watcher and the scenarios' hooks work. Any cluster will do: in memory, over
 * HTTP, a real one.
 */
public final class ScenarioRunner {

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private ScenarioRunner() {}

    /**
     * Installs a scenario, runs its steps, and removes what was created.
     *
     * @throws InterruptedException if the caller is stopped meanwhile; what was created then stays
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
                stage.run(); // the cleanup; the first failure is what counts
            }
        }
        return failure.<ScenarioResult>map(f -> new ScenarioResult.Failed(scenario.name(), f))
                .orElseGet(
                        () -> new ScenarioResult.Passed(scenario.name(), Duration.between(begin, environment.now())));
    }

    /**
     * Installs all manifests of a scenario and leaves them there, without running steps.
     *
     * @param namespace for objects that name none, unless {@code expect.yaml} says where the scenario runs
     * @param installed gets each object as the server returned it
     * @throws ScenarioException if the server refuses one, or does not serve its kind within ten seconds
     * @throws InterruptedException if the caller is stopped meanwhile
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

    /** Where {@code expect.yaml} says that the scenario runs. */
    private static String home(Scenario scenario, String otherwise) {
        String stated = scenario.expect().namespace();
        return stated.isEmpty() ? otherwise : stated;
    }

    /**
     * Waits until a scenario that {@link #install} has installed shows its first effect: every parent of its composite
     * controllers was synced in its newest generation, and what the first steps of {@code expect.yaml} look for is there.
     *
     * @return empty when it is ready; otherwise what was missing in the end
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    public static Optional<String> awaitReady(
            Scenario scenario, ScenarioEnvironment environment, String namespace, Duration within)
            throws InterruptedException {
        ReadinessCheck readiness = new ReadinessCheck(scenario, environment, home(scenario, namespace));
        return new Poller(environment).until(within, readiness::check);
    }
}
