package io.hookline.testing.scenario.environment;

import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Repeats a check until it holds, with pauses that start short and grow. */
public final class Poller {

    private static final Duration FIRST = Duration.ofMillis(25);
    private static final Duration LONGEST = Duration.ofMillis(250);

    private final ScenarioEnvironment environment;
    private final Duration first;

    /** Creates a poller with the clock of an environment. */
    public Poller(ScenarioEnvironment environment) {
        this(environment, FIRST);
    }

    /** Creates a poller whose first pause has this length. */
    public Poller(ScenarioEnvironment environment, Duration first) {
        this.environment = environment;
        this.first = first;
    }

    /**
     * Waits until a check holds.
     *
     * @return empty if it holds; otherwise the last state seen
     */
    public Optional<String> until(Duration within, Supplier<CheckResult> check) throws InterruptedException {
        Instant deadline = environment.now().plus(within);
        for (Duration wait = first; ; wait = longer(wait)) {
            boolean last = !environment.now().isBefore(deadline);
            switch (result(check)) {
                case CheckResult.Holds() -> {
                    return Optional.empty();
                }
                case CheckResult.Never(String saw) -> {
                    return Optional.of(saw);
                }
                case CheckResult.NotYet(String saw) -> {
                    if (last) {
                        return Optional.of(saw);
                    }
                }
            }
            environment.pause(shorter(wait, Duration.between(environment.now(), deadline)));
        }
    }

    /**
     * Repeats a check for a time, in which it must always hold.
     *
     * @return empty if every check held; otherwise the first other state seen
     */
    public Optional<String> throughout(Duration still, Supplier<CheckResult> check) throws InterruptedException {
        Instant end = environment.now().plus(still);
        for (Duration wait = first; ; wait = longer(wait)) {
            boolean last = !environment.now().isBefore(end);
            switch (result(check)) {
                case CheckResult.Holds() -> {
                    if (last) {
                        return Optional.empty();
                    }
                }
                case CheckResult.Never(String saw) -> {
                    return Optional.of(saw);
                }
                case CheckResult.NotYet(String saw) -> {
                    return Optional.of(saw);
                }
            }
            environment.pause(shorter(wait, Duration.between(environment.now(), end)));
        }
    }

    private static CheckResult result(Supplier<CheckResult> check) {
        try {
            return check.get();
        } catch (ClusterException e) {
            return new CheckResult.NotYet(e.reason() + ": " + e.getMessage());
        }
    }

    private static Duration longer(Duration wait) {
        return shorter(wait.multipliedBy(3).dividedBy(2), LONGEST);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
