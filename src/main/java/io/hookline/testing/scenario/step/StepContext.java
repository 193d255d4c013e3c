package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Carries out the steps of one example, one after the other. Used by one thread. */
final class StepRunner {

    private final ExampleInstaller installer;
    private final ExampleWorld world;
    private final String namespace;
    private final Map<String, JsonNode> remembered = new HashMap<>();
    private final Map<String, Long> callsBefore = new HashMap<>();

    /**
     * Before the first step.
     *
     * @param namespace of steps that name none
     */
    StepRunner(ExampleWorld world, ExampleInstaller installer, String namespace) {
        this.world = world;
        this.installer = installer;
        this.namespace = namespace;
    }

    /** Notes the counters that steps will compare with: call it before anything is installed. */
    void begin(ExpectFile expect) {
        for (Step step : expect.steps()) {
            if (step.action() instanceof StepAction.Calls calls) {
                callsBefore.put(calls.hook(), world.hookCalls(calls.hook()));
            }
        }
    }

    /**
     * One step.
     *
     * @return empty when it went as expected; otherwise what was seen
     */
    Optional<String> run(Step step) throws InterruptedException {
        StepObjects objects = new StepObjects(world, step.namespace().isEmpty() ? namespace : step.namespace());
        Duration within = world.limit(step.within());
        StepAction action = new StepReferences(remembered).fill(step.action());
        try {
            return switch (action) {
                case StepAction.Look look -> look(look, objects, within);
                case StepAction.Unchanged unchanged -> waits(objects).unchanged(unchanged, within);
                case StepAction.Calls calls -> waits(objects).calls(calls, within);
                case StepAction.Quiet quiet -> waits(objects).quiet(quiet, within);
                default -> write(action, objects, within);
            };
        } catch (ClusterException e) {
            return Optional.of(e.reason() + ": " + e.getMessage());
        }
    }

    private Optional<String> look(StepAction.Look look, StepObjects objects, Duration within)
            throws InterruptedException {
        StepLooks looks = new StepLooks(objects, remembered);
        StepPoll poll = new StepPoll(world);
        Optional<String> trouble = poll.until(within, () -> looks.look(look));
        if (trouble.isPresent() || look.still().isZero()) {
            return trouble;
        }
        return poll.throughout(look.still(), () -> looks.look(look)).map(saw -> "it did not stay so: " + saw);
    }

    private Optional<String> write(StepAction action, StepObjects objects, Duration within)
            throws InterruptedException {
        StepWrites writes = new StepWrites(objects, installer);
        return switch (action) {
            case StepAction.Apply apply -> writes.apply(apply, within);
            case StepAction.Change change -> writes.change(change, within);
            case StepAction.Phase phase -> writes.phase(phase, within);
            case StepAction.Avail avail -> writes.avail(avail, within);
            case StepAction.Delete delete -> writes.delete(delete, within);
            case StepAction.Remember remember -> writes.remember(remember, remembered, within);
            case StepAction.Damage damage -> new StepRepairs(objects, writes).damage(damage, within);
            case StepAction.Kill kill -> new StepRepairs(objects, writes).kill(kill, within);
            default -> throw new IllegalArgumentException("not a writing step: " + action);
        };
    }

    private StepWaits waits(StepObjects objects) {
        return new StepWaits(objects, callsBefore);
    }
}
