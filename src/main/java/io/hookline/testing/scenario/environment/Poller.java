package io.hookline.cli;

import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks again and again, soon at first, and goes on at once when it sees what it waits for. */
final class StepPoll {

    private static final Duration FIRST = Duration.ofMillis(25);
    private static final Duration LONGEST = Duration.ofMillis(250);

    private final ExampleWorld world;

    StepPoll(ExampleWorld world) {
        this.world = world;
    }

    /**
     * Waits until a look shows what is expected.
     *
     * @return empty when it does; otherwise what was there instead in the end
     */
    Optional<String> until(Duration within, Supplier<StepSight> look) throws InterruptedException {
        Instant deadline = world.now().plus(within);
        for (Duration wait = FIRST; ; wait = longer(wait)) {
            boolean last = !world.now().isBefore(deadline);
            switch (sight(look)) {
                case StepSight.Holds() -> {
                    return Optional.empty();
                }
                case StepSight.Never(String saw) -> {
                    return Optional.of(saw);
                }
                case StepSight.NotYet(String saw) -> {
                    if (last) {
                        return Optional.of(saw);
                    }
                }
            }
            world.pause(shorter(wait, Duration.between(world.now(), deadline)));
        }
    }

    /**
     * Looks for as long as something must stay as it is.
     *
     * @return empty when every look showed it; otherwise what was there instead
     */
    Optional<String> throughout(Duration still, Supplier<StepSight> look) throws InterruptedException {
        Instant end = world.now().plus(still);
        for (Duration wait = FIRST; ; wait = longer(wait)) {
            boolean last = !world.now().isBefore(end);
            switch (sight(look)) {
                case StepSight.Holds() -> {
                    if (last) {
                        return Optional.empty();
                    }
                }
                case StepSight.Never(String saw) -> {
                    return Optional.of(saw);
                }
                case StepSight.NotYet(String saw) -> {
                    return Optional.of(saw);
                }
            }
            world.pause(shorter(wait, Duration.between(world.now(), end)));
        }
    }

    private static StepSight sight(Supplier<StepSight> look) {
        try {
            return look.get();
        } catch (ClusterException e) {
            return new StepSight.NotYet(e.reason() + ": " + e.getMessage());
        }
    }

    private static Duration longer(Duration wait) {
        return shorter(wait.multipliedBy(3).dividedBy(2), LONGEST);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
