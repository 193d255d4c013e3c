package io.hookline.testing.scenario.step;

import io.hookline.cluster.ClusterException;
import io.hookline.object.Json;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.RecordedEvents;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The context of a step: its environment, namespace and time limit, and the state that the steps of one scenario share.
 * Used by one thread.
 *
 * @param installer writes manifests
 * @param namespace of the step's objects
 * @param within the time limit
 * @param variables the remembered values
 * @param callsBefore the number of calls of each hook at the beginning of the scenario
 */
public record StepContext(
        ScenarioEnvironment environment,
        ManifestInstaller installer,
        String namespace,
        Duration within,
        Variables variables,
        Map<String, Long> callsBefore) {

    /** Most steps take less. */
    private static final Duration TOLD_AFTER = Duration.ofSeconds(2);

    /** Creates the context of a scenario. */
    public static StepContext begin(ScenarioEnvironment environment, ManifestInstaller installer, String namespace) {
        return new StepContext(environment, installer, namespace, Duration.ZERO, new Variables(), new HashMap<>());
    }

    /**
     * Creates the context of one step.
     *
     * @param own the namespace that the step names; empty for the namespace of the scenario
     */
    public StepContext forStep(String own, Duration limit) {
        String in = own.isEmpty() ? namespace : own;
        return new StepContext(environment, installer, in, limit, variables, callsBefore);
    }

    /** The objects of the step's namespace. */
    public NamespacedObjects objects() {
        return new NamespacedObjects(environment, namespace);
    }

    /** Waits until a check holds, and tells the newest warning if that takes long: it is often the reason. Returns the last state seen if it does not. */
    Optional<String> until(Supplier<CheckResult> check) throws InterruptedException {
        Instant told = environment.now().plus(TOLD_AFTER);
        AtomicBoolean waits = new AtomicBoolean(true);
        return new Poller(environment).until(within, () -> {
            CheckResult result = check.get();
            if (result instanceof CheckResult.NotYet
                    && waits.get()
                    && !environment.now().isBefore(told)) {
                RecordedEvents.of(environment, namespace, installer.controllers())
                        .newestWarning()
                        .ifPresent(warning -> {
                            waits.set(false);
                            environment.tell(namespace + ", still waiting. Newest warning: " + warning);
                        });
            }
            return result;
        });
    }

    /** Repeats a check that must always hold. Returns the first other state seen. */
    Optional<String> throughout(Duration still, Supplier<CheckResult> check) throws InterruptedException {
        return new Poller(environment).throughout(still, check);
    }

    /** Retries a write until it succeeds. Returns the reason if it fails. */
    Optional<String> write(Runnable write) throws InterruptedException {
        return write(Optional.empty(), write);
    }

    /** Retries a write until it succeeds, or is rejected as expected. Returns the other result otherwise. */
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
        if (isRetryable(failure)) {
            return new CheckResult.NotYet(saw);
        }
        boolean expected = refusal.isPresent()
                && refusal.get().accepts(Json.NODES.textNode(String.valueOf(failure.getMessage())), Map.of());
        return expected ? CheckResult.holds() : new CheckResult.Never(saw);
    }

    /** A missing object can be created, and a conflict can be retried; a rejection does not change. */
    private static boolean isRetryable(ClusterException failure) {
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
