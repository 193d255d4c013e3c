package io.hookline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.HumanDuration;
import io.hookline.object.Json;
import io.hookline.object.NearestName;
import io.hookline.object.ObjectKey;
import io.hookline.trace.Causes;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.journal.JournalEntry;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.sync.HookRollout;
import io.hookline.watcher.view.ControllerState;
import io.hookline.watcher.view.ParentState;
import io.hookline.watcher.view.WatcherView;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answers of the console as JSON.
 *
 * @param leader the process that runs the controllers if this one does not; empty if it is not known
 * @param trial tries edited parents; empty if that is not possible
 * @param hookProblems why the newest versions of hooks of this process are not loaded, by the names of the hooks
 */
public record Answers(
        WatcherView view,
        Journal journal,
        Supplier<String> leader,
        Optional<ParentTrial> trial,
        Supplier<Map<String, String>> hookProblems) {

    /** Answers of a process that tries no edited parents and loads no hooks. */
    public Answers(WatcherView view, Journal journal, Supplier<String> leader) {
        this(view, journal, leader, Optional.empty(), Map::of);
    }

    /** The number of failing, stuck, busiest and slowest parents in the overview. */
    private static final int TOP = 10;

    private static final int MAX_CHILDREN = 200;

    /** The children of a parent often have the same warning. */
    private static final int MAX_WARNINGS = 5;

    /** This number of syncs in a row that only follow our own writes is a loop. */
    private static final int LOOP = 3;

    /** A hook that is busy for a while puts a parent off less often. */
    private static final int OFTEN_PUT_OFF = 10;

    /** Most finalize hooks that wait for something are done earlier. */
    private static final Duration LONG_FINALIZING = Duration.ofMinutes(1);

    /** The controllers: what they are, and what keeps them from working. */
    ObjectNode controllers() {
        ObjectNode answer = begin();
        ArrayNode all = answer.putArray("controllers");
        for (ControllerState each : view.controllers()) {
            all.addObject()
                    .put("name", name(each.name()))
                    .put("running", each.running())
                    .put("ready", each.ready())
                    .put("message", each.message())
                    .put("parents", each.parents())
                    .put("failing", each.failing())
                    .put("paused", each.paused())
                    .put("queued", each.queued())
                    .put("hook", each.hook());
        }
        return answer;
    }

    /** What is wrong now: the controllers, hooks that are not loaded, the parents that fail or are stuck, and those that are synced most often and longest. */
    ObjectNode overview() {
        ObjectNode answer = controllers();
        ArrayNode hooks = answer.putArray("hooks");
        hookProblems
                .get()
                .forEach(
                        (name, problem) -> hooks.addObject().put("object", name).put("problem", problem));
        ArrayNode failing = answer.putArray("failing");
        List<ParentState> parents = view.parents();
        parents.stream().filter(Answers::isFailing).limit(TOP).forEach(each -> failing.add(row(each)));
        ArrayNode stuck = answer.putArray("stuck");
        parents.stream().filter(this::isStuck).limit(TOP).forEach(each -> stuck.add(row(each)));
        Map<Journal.Key, Journal.Syncs> syncs = journal.syncs();
        top(answer.putArray("busiest"), syncs, Comparator.comparingLong(Journal.Syncs::number));
        top(answer.putArray("slowest"), syncs, Comparator.comparing(Journal.Syncs::longest));
        return answer;
    }

    private static void top(ArrayNode to, Map<Journal.Key, Journal.Syncs> syncs, Comparator<Journal.Syncs> order) {
        syncs.entrySet().stream()
                .sorted(Map.Entry.<Journal.Key, Journal.Syncs>comparingByValue(order)
                        .reversed())
                .limit(TOP)
                .forEach(each -> to.addObject()
                        .put("controller", name(each.getKey().controller()))
                        .put("object", each.getKey().parent().toString())
                        .put("syncs", each.getValue().number())
                        .put("longest", HumanDuration.text(each.getValue().longest())));
    }

    /**
     * A page of parents: failing ones first, then the busiest.
     *
     * @param search a part of kind, namespace and name, in any case; empty for all
     * @param controller its name, or its kind and name; empty for all
     * @param state such as {@code failing}; empty for all
     * @param after how many to leave out
     * @throws ConsoleServer.Refused if there is no such state
     */
    ObjectNode parents(String search, String controller, String state, int after, int limit) {
        String part = search.toLowerCase(Locale.ROOT);
        Optional<State> wanted = state.isEmpty() ? Optional.empty() : Optional.of(State.of(state));
        List<Listed> found = view.parents().stream()
                .filter(each -> controller.isEmpty()
                        || each.controller().name().equals(controller)
                        || name(each.controller()).equals(controller))
                .filter(each -> wanted.isEmpty() || wanted.get() == stateOf(each.now()))
                .filter(each -> part.isEmpty()
                        || each.key().toString().toLowerCase(Locale.ROOT).contains(part))
                .map(each -> new Listed(each, isFailing(each), journal.syncs(key(each))))
                .toList();
        ObjectNode answer = begin().put("total", found.size());
        ArrayNode rows = answer.putArray("parents");
        Listed.first(found, (int) Math.min(found.size(), (long) after + limit)).stream()
                .skip(after)
                .forEach(each -> rows.add(row(each.state()).put("syncs", each.syncs())));
        return answer;
    }

    /** What happens to a parent, in one or two words. */
    private enum State {
        FAILING,
        WAITING,
        BUSY,
        PAUSED,
        DONE,
        NOT_SELECTED,
        NOT_RUNNING,
        MISSING;

        static State of(String text) {
            return Arrays.stream(values())
                    .filter(each -> each.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new ConsoleServer.Refused(
                            400,
                            "state: expected one of "
                                    + Arrays.stream(values())
                                            .map(State::toString)
                                            .collect(Collectors.joining(", "))));
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private boolean isStuck(ParentState state) {
        return switch (state.now()) {
            case ParentState.KeptBack _ -> true;
            case ParentState.Retrying(int failures, var _) when failures == 0 && isPutOffAgainAndAgain(state) -> true;
            case ParentState.Finalizing finalizing when finalizing.since().compareTo(LONG_FINALIZING) >= 0 -> true;
            default -> !state.problems().isEmpty();
        };
    }

    /** Whether a hook that answers 429 for ever keeps the parent as it is, which no failure shows. */
    private boolean isPutOffAgainAndAgain(ParentState state) {
        return journal.of(key(state))
                .filter(known -> !known.entries().isEmpty())
                .filter(known -> known.entries().getFirst().times() >= OFTEN_PUT_OFF)
                .isPresent();
    }

    private static boolean isFailing(ParentState state) {
        return state.now() instanceof ParentState.Retrying retrying && retrying.failures() > 0;
    }

    /** A parent in a list, with what it is sorted by. */
    private record Listed(ParentState state, boolean fails, long syncs) {

        private static final Comparator<Listed> ORDER = Comparator.comparing(Listed::fails)
                .thenComparingLong(Listed::syncs)
                .reversed()
                .thenComparing(each -> each.state().key().kind().kind())
                .thenComparing(each -> each.state().key().key())
                .thenComparing(each -> each.state().controller().name());

        /** The first ones, in their order. The others, of which there may be very many, are not sorted. */
        static List<Listed> first(List<Listed> all, int most) {
            PriorityQueue<Listed> kept = new PriorityQueue<>(most + 1, ORDER.reversed());
            for (Listed each : all) {
                if (kept.size() < most) {
                    kept.add(each);
                } else if (most > 0 && ORDER.compare(each, kept.element()) < 0) {
                    kept.remove();
                    kept.add(each);
                }
            }
            return kept.stream().sorted(ORDER).toList();
        }
    }

    /** One parent with all that is known of it. */
    ObjectNode parent(Journal.Key key) {
        ParentState state = view.parent(key.controller(), key.parent())
                .filter(each ->
                        each.parent().isPresent() || journal.of(key(each)).isPresent())
                .orElseThrow(() -> notFound(name(key.controller()) + " has no "
                        + key.parent().kind().kind() + " " + key.parent().key()));
        ObjectNode answer =
                whole(state, _ -> true).put("since", journal.since().toString()).put("tries", trial.isPresent());
        state.parent().ifPresent(object -> {
            answer.set("health", Shown.state(object));
            answer.set("parent", Shown.object(object));
        });
        return answer;
    }

    /**
     * Why a parent, or a child, is as it is.
     *
     * @throws ConsoleServer.Refused with 404 if no controller knows it
     */
    ObjectNode why(WatcherView.Query query) {
        ObjectNode answer = begin();
        if (view.isStandby()) {
            return answer;
        }
        ArrayNode objects = answer.putArray("objects");
        List<ParentState> parents = view.parents(query);
        if (parents.stream().allMatch(each -> each.now() instanceof ParentState.NotSelected)) {
            // A child, which may be selected as a parent by none of the controllers.
            view.children(query)
                    .forEach(child ->
                            view.parentsOf(child).forEach(each -> objects.add(ofChild(each, child.toString()))));
            if (objects.isEmpty()) {
                deleted(query).forEach(objects::add);
            }
        }
        if (objects.isEmpty()) {
            parents.forEach(each -> objects.add(whole(each, _ -> true)));
        }
        if (objects.isEmpty()) {
            throw notFound(unknown(query));
        }
        return answer;
    }

    /** A parent or a child that is not there any more, of which the journal knows. */
    private List<ObjectNode> deleted(WatcherView.Query query) {
        List<ObjectNode> asParent = journal.syncs().keySet().stream()
                .filter(key -> isNamed(key, query))
                .map(key -> whole(state(key), _ -> true))
                .toList();
        if (!asParent.isEmpty()) {
            return asParent;
        }
        String kind = view.kinds().stream()
                .filter(query.kind()::equalsIgnoreCase)
                .findFirst()
                .orElse(query.kind());
        return Stream.of(query.namespace() + "/", "")
                .map(namespace -> kind + " " + namespace + query.name())
                .flatMap(child -> journal.writersOf(child).stream().map(key -> ofChild(state(key), child)))
                .toList();
    }

    private static boolean isNamed(Journal.Key key, WatcherView.Query query) {
        ObjectKey parent = key.parent().key();
        return key.parent().kind().kind().equalsIgnoreCase(query.kind())
                && parent.name().equals(query.name())
                && (parent.namespace().isEmpty() || parent.namespace().equals(query.namespace()))
                && (query.controller().isEmpty() || key.controller().name().equals(query.controller()));
    }

    private static ConsoleServer.Refused notFound(String message) {
        return new ConsoleServer.Refused(404, message);
    }

    private ParentState state(Journal.Key key) {
        return view.parent(key.controller(), key.parent())
                .orElseGet(() -> new ParentState(
                        key.controller(), key.parent(), Optional.empty(), new ParentState.Missing(), List.of()));
    }

    private String unknown(WatcherView.Query query) {
        List<String> kinds = view.kinds();
        String message = "no controller has " + query.kind() + " " + query.namespace() + "/" + query.name();
        if (kinds.isEmpty() || kinds.stream().anyMatch(query.kind()::equalsIgnoreCase)) {
            return message;
        }
        return message
                + NearestName.suggestion(query.kind(), kinds).orElse("; the kinds are " + String.join(", ", kinds));
    }

    private ObjectNode begin() {
        ObjectNode answer = Json.NODES.objectNode().put("since", journal.since().toString());
        if (view.isStandby()) {
            String who = leader.get();
            answer.put(
                    "standby",
                    "this watcher is a standby; "
                            + (who.isEmpty() ? "there is no leader now" : "the leader is " + who));
        }
        return answer;
    }

    private static Journal.Key key(ParentState state) {
        return new Journal.Key(state.controller(), state.key());
    }

    static String name(ControllerName controller) {
        return controller.type().kind() + "/" + controller.name();
    }

    /** The path of a parent below that of all parents. */
    static String id(Journal.Key key) {
        ParentKey parent = key.parent();
        String group = parent.kind().group();
        return key.controller().label() + "/" + parent.kind().kind()
                + (group.isEmpty() ? "" : "." + group) + "/"
                + (parent.key().namespace().isEmpty() ? "-" : parent.key().namespace()) + "/"
                + parent.key().name();
    }

    private ObjectNode row(ParentState state) {
        GroupVersionKind kind = state.key().kind();
        ObjectNode row = Json.NODES
                .objectNode()
                .put("id", id(key(state)))
                .put("controller", name(state.controller()))
                .put("object", state.key().toString())
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind())
                .put("namespace", state.key().key().namespace())
                .put("name", state.key().key().name())
                .put("state", stateOf(state.now()).toString())
                .put("now", sentence(state));
        if (!state.problems().isEmpty()) {
            ArrayNode problems = row.putArray("problems");
            state.problems().forEach(problems::add);
        }
        return row;
    }

    private ObjectNode ofChild(ParentState state, String child) {
        return whole(state, entry -> names(entry, "writes", child) || names(entry, "changed", child))
                .put("child", child);
    }

    private static boolean names(JsonNode entry, String where, String object) {
        return entry.path(where)
                .valueStream()
                .anyMatch(each -> each.path("object").asText().equals(object));
    }

    private ObjectNode whole(ParentState state, Predicate<JsonNode> which) {
        ObjectNode answer = row(state);
        if (!state.warnings().isEmpty()) {
            ArrayNode warnings = answer.putArray("warnings");
            state.warnings().stream().limit(MAX_WARNINGS).forEach(warnings::add);
            if (state.warnings().size() > MAX_WARNINGS) {
                warnings.add("and " + (state.warnings().size() - MAX_WARNINGS) + " more warnings");
            }
        }
        List<ObjectNode> children = state.children().stream()
                .map(child -> Shown.state(child).put("object", child.toString()).put("kind", child.kind()))
                .sorted(Comparator.comparing((ObjectNode child) -> !child.has("problem"))
                        .thenComparing(child -> child.path("object").asText()))
                .toList();
        ObjectNode kinds = answer.putObject("childKinds");
        for (ObjectNode child : children) {
            ObjectNode kind = kinds.withObjectProperty(child.path("kind").asText());
            int notReady = child.has("problem") ? 1 : 0;
            kind.put("count", kind.path("count").asInt() + 1);
            kind.put("notReady", kind.path("notReady").asInt() + notReady);
        }
        answer.putArray("children").addAll(children.subList(0, Math.min(MAX_CHILDREN, children.size())));
        answer.put("childCount", children.size());
        journal.of(key(state)).ifPresent(known -> {
            List<ObjectNode> all =
                    known.entries().stream().map(JournalEntry::tree).toList();
            loop(all).ifPresent(text -> answer.put("loop", text));
            answer.set("quiet", known.quiet().tree());
            ArrayNode entries = answer.putArray("entries");
            all.stream().filter(which).forEach(entries::add);
        });
        return answer;
    }

    /** Whether the newest syncs only follow our own writes, and which write that is. */
    private static Optional<String> loop(List<ObjectNode> entries) {
        List<ObjectNode> looping = entries.stream()
                .takeWhile(entry -> !entry.path("writes").isEmpty()
                        && !entry.path("changed").isEmpty()
                        && entry.path("changed")
                                .valueStream()
                                .allMatch(each -> each.path("how").asText().equals("own write")))
                .toList();
        if (looping.size() < LOOP) {
            return Optional.empty();
        }
        JsonNode write = looping.getFirst().path("writes").path(0);
        String fields = write.path("fields").path(0).asText().replaceFirst(": .*", "");
        Duration time = Duration.between(
                Instant.parse(looping.getLast().path("time").asText()),
                Instant.parse(looping.getFirst().path("time").asText()));
        return Optional.of("the last " + looping.size() + " calls within " + HumanDuration.text(time)
                + ", each after our own write of "
                + (write.has("object") ? write.path("object").asText() : "the status")
                + (fields.isEmpty() ? "" : ": " + fields));
    }

    /** The state in one word, for lists. */
    private static State stateOf(ParentState.Now now) {
        return switch (now) {
            case ParentState.Syncing _ -> State.BUSY;
            case ParentState.Queued _, ParentState.AwaitsCache _, ParentState.Finalizing _ -> State.WAITING;
            case ParentState.Paused _, ParentState.KeptBack _ -> State.PAUSED;
            case ParentState.Retrying(int failures, var _) -> failures > 0 ? State.FAILING : State.WAITING;
            case ParentState.Done _ -> State.DONE;
            case ParentState.NotSelected _ -> State.NOT_SELECTED;
            case ParentState.NotRunning _ -> State.NOT_RUNNING;
            case ParentState.Missing _ -> State.MISSING;
        };
    }

    /** The state in one sentence. */
    private String sentence(ParentState state) {
        String controller = "controller " + state.controller().name();
        return switch (state.now()) {
            case ParentState.Syncing(Duration since) -> "being synced for " + HumanDuration.text(since);
            case ParentState.Queued(Duration since) -> "waits in the queue for " + HumanDuration.text(since);
            case ParentState.Paused(boolean all) ->
                "paused by the annotation hookline.io/paused" + (all ? " of the " + controller : "");
            case ParentState.KeptBack(String why) ->
                "kept as it is: " + why + "; to go on, annotate the " + controller + " with "
                        + HookRollout.RESUME_ANNOTATION + ", to go back, serve the former version again";
            case ParentState.AwaitsCache _ -> "waits until the cache shows its own writes";
            case ParentState.Retrying(int failures, Duration in) ->
                (failures > 0 ? "failed " + failures + (failures == 1 ? " time" : " times") : putOff(state))
                        + ", next in " + HumanDuration.text(in.isNegative() ? Duration.ZERO : in);
            case ParentState.Done(Optional<Duration> next, Causes why) -> "done; " + nextCall(next, why);
            case ParentState.Finalizing(Duration since, int answers, Optional<Duration> next, Causes why) ->
                "being deleted for " + HumanDuration.text(since.isNegative() ? Duration.ZERO : since)
                        + "; the finalize hook answered finalized: false " + answers
                        + (answers == 1 ? " time; " : " times; ") + nextCall(next, why);
            case ParentState.NotSelected(String why) ->
                "no controller selects it: " + state.controller().name() + ": " + why;
            case ParentState.NotRunning(String why) -> controller + " does not run: " + why;
            case ParentState.Missing _ -> "it does not exist any more";
        };
    }

    private static String nextCall(Optional<Duration> next, Causes why) {
        return "next call "
                + next.map(in -> "in " + HumanDuration.text(in) + " (" + why + "), or ")
                        .orElse("")
                + "when something changes";
    }

    /** Why the last sync was put off, and how often that happened. */
    private String putOff(ParentState state) {
        JsonNode last = journal.of(key(state)).stream()
                .flatMap(known -> known.entries().stream().limit(1))
                .<JsonNode>map(JournalEntry::tree)
                .findFirst()
                .orElseGet(Json.NODES::objectNode);
        String why = last.path("outcome")
                .asText()
                .replaceFirst("^(postponed|will be retried): ", "")
                .replaceFirst("^(done|failed|)$", "put off");
        if (!last.has("count")) {
            return why;
        }
        Duration within = Duration.between(
                Instant.parse(last.path("time").asText()),
                Instant.parse(last.path("until").asText()));
        return why + " " + last.path("count").asInt() + " times within " + HumanDuration.text(within);
    }
}
