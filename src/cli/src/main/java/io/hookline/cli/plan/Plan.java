package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.MessageText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the watcher would do now. Immutable.
 *
 * @param others writes that belong to the sync of no parent, such as the finalizer of a controller
 * @param warnings of the watcher, except those about failed syncs
 */
record Plan(List<OfController> controllers, List<PlannedWrite> others, List<Warning> warnings) {

    private static final String NOTHING_WRITTEN = "; nothing was written";

    /** What became of the sync of a parent. The order is that of the summary. */
    enum State {
        UNCHANGED("unchanged"),
        CHANGED("would change"),
        FAILED("failed"),
        PAUSED("paused"),
        /** Without a completed sync. */
        OPEN("not done");

        private final String text;

        State(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * One controller.
     *
     * @param name what the user calls it: with its kind if another controller has its name
     * @param runs whether it was started
     * @param parents sorted
     */
    record OfController(PlannedParents.Controller controller, String name, boolean runs, List<OfParent> parents) {

        /** {@code webapp: 400 parents: 387 unchanged, 12 would change, 1 failed; 12 updates, 3 deletions; nothing was written}. */
        String summary() {
            Map<State, Integer> states = new EnumMap<>(State.class);
            parents.forEach(parent -> states.merge(parent.state(), 1, Integer::sum));
            String counted = states.entrySet().stream()
                    .map(each -> each.getValue() + " " + each.getKey())
                    .collect(Collectors.joining(", "));
            return name + ": " + (runs ? "" : "does not run; ") + count(parents.size(), "parent")
                    + (counted.isEmpty() ? "" : ": " + counted)
                    + counted(parents.stream().flatMap(parent -> parent.writes().stream()))
                    + NOTHING_WRITTEN;
        }
    }

    /**
     * One parent of one controller.
     *
     * @param parent such as {@code Hello default/world}
     * @param writes by kind and name, those of the parent itself at the end: children are written at the same time
     * @param failure why the sync failed
     * @param rollout the line about a rolling update of which the writes are only the next step
     * @param times the stages of its last sync in milliseconds, as in the journal; empty if that remembers nothing
     */
    record OfParent(
            String parent,
            State state,
            List<PlannedWrite> writes,
            Optional<String> failure,
            Optional<String> rollout,
            Optional<JsonNode> times) {

        OfParent {
            writes = writes.stream()
                    .sorted(Comparator.comparing(
                                    (PlannedWrite write) -> write.object().equals(parent))
                            .thenComparing(PlannedWrite::object))
                    .toList();
        }
    }

    boolean isComplete() {
        return warnings.stream().noneMatch(Warning::stopsController)
                && controllers.stream().allMatch(OfController::runs)
                && parents(State.FAILED, State.OPEN) == 0;
    }

    /** All writes. */
    List<PlannedWrite> writes() {
        return Stream.concat(
                        controllers.stream()
                                .flatMap(controller -> controller.parents().stream())
                                .flatMap(parent -> parent.writes().stream()),
                        others.stream())
                .toList();
    }

    /** Why syncs failed: {@code CompositeController hello Hello default/world: sync hook failed ...}. */
    List<String> failures() {
        return each(
                (controller, parent) -> parent.failure().map(why -> controller + " " + parent.parent() + ": " + why));
    }

    /** Controllers that were not started, and parents without a completed sync of those that were. */
    List<String> incomplete() {
        Set<String> stopped = warnings.stream()
                .filter(Warning::stopsController)
                .map(Warning::object)
                .collect(Collectors.toSet());
        Stream<String> starting = controllers.stream()
                .filter(each -> !each.runs())
                .map(each -> each.controller().toString())
                .filter(each -> !stopped.contains(each));
        List<String> open = each((controller, parent) ->
                parent.state() == State.OPEN ? Optional.of(controller + " " + parent.parent()) : Optional.empty());
        return Stream.concat(starting, open.stream()).toList();
    }

    /** What is said about a parent of a controller, if something is. */
    private interface Line {
        Optional<String> of(PlannedParents.Controller controller, OfParent parent);
    }

    private List<String> each(Line line) {
        List<String> lines = new ArrayList<>();
        controllers.stream()
                .filter(OfController::runs)
                .forEach(controller -> controller
                        .parents()
                        .forEach(parent ->
                                line.of(controller.controller(), parent).ifPresent(lines::add)));
        return lines;
    }

    private long parents(State... states) {
        return controllers.stream()
                .flatMap(controller -> controller.parents().stream())
                .filter(parent -> List.of(states).contains(parent.state()))
                .count();
    }

    /** Whether hooks have no address for this process, as outside of the cluster. */
    boolean lacksHooks() {
        return failures().stream().anyMatch(failure -> failure.contains("no such host"));
    }

    /** The writes below the parents that they belong to. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (OfController controller : controllers) {
            for (OfParent parent : controller.parents()) {
                if (!parent.writes().isEmpty()) {
                    lines.add(parent.parent() + " by " + controller.name());
                    parent.writes().forEach(write -> lines.add("  " + write));
                    parent.rollout().ifPresent(rollout -> lines.add("  " + rollout));
                }
            }
        }
        if (!others.isEmpty()) {
            lines.add("not for a parent");
            others.forEach(write -> lines.add("  " + write));
        }
        return lines;
    }

    /** The last lines of the output. They must not look like a plan of no writes if the plan is not complete. */
    List<String> summary() {
        List<String> lines = new ArrayList<>();
        controllers.forEach(controller -> lines.add(controller.summary()));
        if (!others.isEmpty()) {
            lines.add("not for a parent" + counted(others.stream()).replaceFirst(";", ":") + NOTHING_WRITTEN);
        }
        if (controllers.isEmpty()) {
            lines.add("there is no controller" + NOTHING_WRITTEN);
        }
        if (!isComplete()) {
            lines.add("the plan is not complete: " + missing() + " (" + firstReason() + ")");
        }
        return lines;
    }

    private String missing() {
        long stopped = controllers.stream().filter(each -> !each.runs()).count();
        long failed = parents(State.FAILED);
        long open = parents(State.OPEN);
        return Stream.of(
                        stopped == 0
                                ? ""
                                : count(stopped, "controller") + (stopped == 1 ? " does" : " do") + " not run",
                        failed == 0 ? "" : count(failed, "sync", "syncs") + " failed",
                        open == 0 ? "" : count(open, "parent") + (open == 1 ? " was" : " were") + " not synced")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** All that is left of the reasons where only the standard output is kept. */
    private String firstReason() {
        List<String> reasons = Stream.of(
                        warnings.stream().filter(Warning::stopsController).map(Warning::toString),
                        failures().stream(),
                        incomplete().stream().map(each -> each + " was not done in time"))
                .flatMap(each -> each)
                .toList();
        return MessageText.oneLine(reasons.getFirst())
                + (reasons.size() == 1 ? "" : "; and " + (reasons.size() - 1) + " more");
    }

    /** {@code ; 12 updates, 3 deletions}, or nothing without writes. */
    private static String counted(Stream<PlannedWrite> writes) {
        Map<PlannedWrite.Effect, Long> counts = writes.collect(Collectors.groupingBy(
                PlannedWrite::effect, () -> new EnumMap<>(PlannedWrite.Effect.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> count(each.getValue(), each.getKey().toString()))
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "), text -> text.isEmpty() ? "" : "; " + text));
    }

    private static String count(long number, String noun) {
        return count(number, noun, noun + "s");
    }

    private static String count(long number, String one, String several) {
        return String.format(Locale.ROOT, "%d %s", number, number == 1 ? one : several);
    }
}
