package io.hookline.cli;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in words what a step expects. */
final class StepText {
    private StepText() {}

    /** After "expected". */
    static String of(Step step) {
        String limit = " within " + time(step.within());
        return switch (step.action()) {
            case StepAction.Apply apply ->
                (apply.replace() ? "to apply " : "to create ") + names(apply) + refused(apply.refused()) + limit;
            case StepAction.Expect expect ->
                expect.target()
                        + with(expect.where())
                        + expect.owner().map(o -> " owned by " + o).orElse("")
                        + limit
                        + stays(expect.still());
            case StepAction.Gone gone -> "no " + gone.target() + limit + stays(gone.still());
            case StepAction.Count count ->
                "the number of " + count.kind() + with(count.where()) + " " + count.number() + limit
                        + stays(count.still());
            case StepAction.Unchanged unchanged ->
                unchanged.target() + " " + unchanged.path() + " to stay as it is for " + time(unchanged.still());
            case StepAction.Change change -> "to change " + change.target() + refused(change.refused()) + limit;
            case StepAction.Damage damage -> damage.target() + " to be repaired" + limit;
            case StepAction.Kill kill -> kill.target() + " to be made anew" + limit;
            case StepAction.Phase phase -> "Pods " + phase.pods() + " to take phase " + phase.phase() + limit;
            case StepAction.Avail avail -> avail.target() + " to take " + avail.replicas() + " replicas" + limit;
            case StepAction.Delete delete -> "to delete " + delete.target() + limit;
            case StepAction.Calls calls -> "calls of hook " + calls.hook() + " " + calls.number() + limit;
            case StepAction.Quiet quiet -> "no writes and events for " + time(quiet.still()) + ", beginning" + limit;
            case StepAction.Remember remember -> "to read " + remember.values() + " of " + remember.target() + limit;
        };
    }

    private static String names(StepAction.Apply apply) {
        return apply.objects().stream()
                .map(manifest ->
                        manifest.object().kind() + "/" + manifest.object().name())
                .collect(Collectors.joining(", "));
    }

    private static String with(Map<StepPath, StepMatch> where) {
        return where.isEmpty()
                ? ""
                : where.entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", ", " with ", ""));
    }

    private static String refused(Optional<StepMatch> refused) {
        return refused.map(match -> " and be refused with a message " + match).orElse("");
    }

    private static String stays(Duration still) {
        return still.isZero() ? "" : ", staying so for " + time(still);
    }

    /** {@code 5s}, {@code 250ms}. */
    static String time(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
