package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The steps that watch for a while: nothing changes, nothing is written, a hook is called. */
final class StepWaits {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final StepObjects objects;
    private final StepPoll poll;
    private final Map<String, Long> callsBefore;

    /**
     * For one example.
     *
     * @param callsBefore how often each hook had been called when the example began
     */
    StepWaits(StepObjects objects, Map<String, Long> callsBefore) {
        this.objects = objects;
        this.poll = new StepPoll(objects.world());
        this.callsBefore = callsBefore;
    }

    Optional<String> unchanged(StepAction.Unchanged unchanged, Duration within) throws InterruptedException {
        ObjectNode first = Json.NODES.objectNode();
        Optional<String> trouble = poll.until(within, () -> {
            first.setAll(objects.get(unchanged.target()).tree());
            return StepSight.holds();
        });
        if (trouble.isPresent()) {
            return trouble;
        }
        StepPath path =
                unchanged.path().parts().isEmpty() ? StepPath.parse("metadata.resourceVersion") : unchanged.path();
        JsonNode before = path.read(first);
        return poll.throughout(unchanged.still(), () -> {
            JsonNode now = path.read(objects.get(unchanged.target()).tree());
            return StepSight.of(
                    JsonEquality.semantic(before, now),
                    path + " went from " + StepMatch.show(before) + " to " + StepMatch.show(now));
        });
    }

    Optional<String> calls(StepAction.Calls calls, Duration within) throws InterruptedException {
        ExampleWorld world = objects.world();
        long from = calls.sinceStep() ? world.hookCalls(calls.hook()) : callsBefore.getOrDefault(calls.hook(), 0L);
        return poll.until(within, () -> {
            long number = world.hookCalls(calls.hook()) - from;
            return StepSight.of(calls.number().accepts(Json.NODES.numberNode(number), Map.of()), number + " calls");
        });
    }

    /** A quiet stretch must begin within the step's time; work that is still going on may end first. */
    Optional<String> quiet(StepAction.Quiet quiet, Duration within) throws InterruptedException {
        ExampleWorld world = objects.world();
        ExampleEvents events = new ExampleEvents(world, objects.namespace());
        Instant latest = world.now().plus(within);
        Instant since = world.now();
        long writes = world.apiWrites(objects.namespace());
        String recorded = events.fingerprint();
        while (Duration.between(since, world.now()).compareTo(quiet.still()) < 0) {
            world.pause(LOOK);
            long writesNow = world.apiWrites(objects.namespace());
            String recordedNow = events.fingerprint();
            if (writesNow != writes || !recordedNow.equals(recorded)) {
                if (world.now().isAfter(latest)) {
                    return Optional.of(
                            (writesNow - writes) + " writes" + (recordedNow.equals(recorded) ? "" : " and an event"));
                }
                since = world.now();
                writes = writesNow;
                recorded = recordedNow;
            }
        }
        return Optional.empty();
    }
}
