package io.hookline.testing.scenario.step;

import io.hookline.cluster.ClusterException;
import io.hookline.object.Json;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a step works with: the environment, the namespace of its objects, its time limit, and what the steps of one scenario
 * share. Used by one thread.
 *
 * @param installer writes manifests
 * @param namespace of its objects
 * @param within how long it may take
 * @param variables what was remembered
 * @param callsBefore how often each hook had been called when the scenario began
 */
public record StepContext(
        ScenarioEnvironment environment,
        ManifestInstaller installer,
        String namespace,
        Duration within,
        Variables variables,
        Map<String, Long> callsBefore) {

    /** At the beginning of a scenario. */
    public static StepContext begin(ScenarioEnvironment environment, ManifestInstaller installer, String namespace) {
        return new StepContext(environment, installer, namespace, Duration.ZERO, new Variables(), new HashMap<>());
    }

    /**
     * For one of its steps.
     *
     * @param elsewhere the namespace that the step names; empty for the scenario's
     */
    public StepContext forStep(String elsewhere, Duration limit) {
        String in = elsewhere.isEmpty() ? namespace : elsewhere;
        return new StepContext(environment, installer, in, limit, variables, callsBefore);
    }

    /** The objects of its namespace. */
    public NamespacedObjects objects() {
        return new NamespacedObjects(environment, namespace);
    }

    /** Waits until a check holds; otherwise gives what was seen in the end. */
    Optional<String> until(Supplier<CheckResult> check) throws InterruptedException {
        return new Poller(environment).until(within, check);
    }

    /** Checks for a while that something stays as it is; otherwise gives what was seen instead. */
    Optional<String> throughout(Duration still, Supplier<CheckResult> check) throws InterruptedException {
        return new Poller(environment).throughout(still, check);
    }

    /** Writes until it succeeds; otherwise gives why it was refused. */
    Optional<String> write(Runnable write) throws InterruptedException {
        return write(Optional.empty(), write);
    }

    /** Writes until it succeeds, or is refused for good if that is what is expected; otherwise gives what happened. */
    Optional<String> write(Optional<ValueMatcher> refusal, Runnable write) throws InterruptedException {
        return until(() -> {
            try {
                write.run();
            } catch (ClusterException e) {
                return afterFailure(e, refusal);
            }
            return refusal.isEmpty() ? CheckResult.holds() : new CheckResult.Never("it was accepted");
        });
    }

    private static CheckResult afterFailure(ClusterException failure, Optional<ValueMatcher> refusal) {
        String saw = failure.reason() + ": " + failure.getMessage();
        if (mayPass(failure)) {
            return new CheckResult.NotYet(saw);
        }
        boolean expected = refusal.isPresent()
                && refusal.get().accepts(Json.NODES.textNode(String.valueOf(failure.getMessage())), Map.of());
        return expected ? CheckResult.holds() : new CheckResult.Never(saw);
    }

    /** What was missing may come, and what changed meanwhile can be written again; a refusal stays one. */
    private static boolean mayPass(ClusterException failure) {
        return switch (failure) {
            case ClusterException.NotFound _,
                    ClusterException.Conflict _,
                    ClusterException.TooManyRequests _,
                    ClusterException.Unavailable _,
                    ClusterException.Unreachable _ -> true;
            case ClusterException.AlreadyExists _,
                    ClusterException.Invalid _,
                    ClusterException.BadRequest _,
                    ClusterException.Forbidden _,
                    ClusterException.Unauthorized _,
                    ClusterException.Expired _,
                    ClusterException.TooLarge _,
                    ClusterException.OutcomeUnknown _ -> false;
        };
    }
}
