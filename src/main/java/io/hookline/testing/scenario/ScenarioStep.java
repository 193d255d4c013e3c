package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.StepAction.StepPatch;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.Json;
import io.hookline.object.Place;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads one step of {@code expect.yaml}: one key says what kind it is, the others are its options. */
final class StepReader {

    private static final List<String> KINDS = List.of(
            "apply",
            "create",
            "expect",
            "gone",
            "count",
            "unchanged",
            "change",
            "break",
            "run",
            "done",
            "fail",
            "avail",
            "delete",
            "calls",
            "quiet",
            "remember");

    /** A real garbage collector looks for kinds that are new to it every 30 s, and an example's kinds are. */
    private static final Duration COLLECTED_WITHIN = Duration.ofSeconds(60);

    private final Function<String, List<ExampleManifest>> files;
    private final Duration within;

    /**
     * For one file.
     *
     * @param files the objects of a file of the folder; fails if there is no such file
     * @param within how long a step may take
     */
    StepReader(Function<String, List<ExampleManifest>> files, Duration within) {
        this.files = files;
        this.within = within;
    }

    /** The step at {@code steps[index]}. */
    Step read(ExampleYaml.Document document, JsonNode node, int index) {
        Place place = new Place("steps").index(index);
        StepFields fields = new StepFields(document, node, place);
        String kind = kind(fields, place);
        StepAction action = action(kind, fields);
        List<String> needs = fields.has("needs") ? fields.texts("needs") : List.of();
        Step step = new Step(
                index + 1,
                fields.optionalText("name").orElseGet(() -> kind + " " + StepMatch.show(fields.need(kind))),
                document.at(place),
                fields.duration("within", patience(needs)),
                needs,
                fields.optionalText("namespace").orElse(""),
                action);
        fields.refuseOthers("a step '" + kind + "'");
        return step;
    }

    private Duration patience(List<String> needs) {
        boolean longer = needs.contains("garbage-collector") && within.compareTo(COLLECTED_WITHIN) < 0;
        return longer ? COLLECTED_WITHIN : within;
    }

    private static String kind(StepFields fields, Place place) {
        boolean damage = fields.names().contains("break"); // whose option is delete
        List<String> kinds = fields.names().stream()
                .filter(KINDS::contains)
                .filter(name -> !damage || !name.equals("delete"))
                .toList();
        if (kinds.size() != 1) {
            String was = kinds.isEmpty() ? "found " + String.join(", ", fields.names()) : "found " + kinds;
            throw fields.document().problem(place, "expected one of " + String.join(", ", KINDS) + "; " + was);
        }
        return kinds.getFirst();
    }

    private StepAction action(String kind, StepFields fields) {
        return switch (kind) {
            case "apply" -> new StepAction.Apply(objects(fields, kind), true, refused(fields));
            case "create" -> new StepAction.Apply(objects(fields, kind), false, refused(fields));
            case "expect" -> expect(fields);
            case "gone" -> new StepAction.Gone(fields.target(kind), still(fields));
            case "count" -> count(fields);
            case "unchanged" -> unchanged(fields);
            case "change" -> new StepAction.Change(fields.target(kind), patch(fields), refused(fields));
            case "break" -> damage(fields);
            case "run" -> new StepAction.Phase(fields.texts(kind), "Running");
            case "done" -> new StepAction.Phase(fields.texts(kind), "Succeeded");
            case "fail" -> new StepAction.Phase(fields.texts(kind), "Failed");
            case "avail" -> new StepAction.Avail(fields.target(kind), fields.number("replicas"));
            case "delete" -> new StepAction.Delete(fields.target(kind), propagation(fields));
            case "calls" -> calls(fields.inner(kind));
            case "quiet" -> new StepAction.Quiet(fields.duration(kind));
            default -> remember(fields);
        };
    }

    private List<ExampleManifest> objects(StepFields fields, String kind) {
        JsonNode value = fields.need(kind);
        if (value.isTextual()) {
            return fields.read(kind, value.textValue(), files);
        }
        List<ExampleManifest> objects = ExampleManifest.from(fields.document(), value, fields.place(kind));
        if (objects.isEmpty()) {
            throw fields.problem(kind, "expected a file name, an object or a list of objects, was empty");
        }
        return objects;
    }

    private static StepAction expect(StepFields fields) {
        Optional<StepTarget> owner = fields.has("owner") ? Optional.of(fields.target("owner")) : Optional.empty();
        return new StepAction.Expect(fields.target("expect"), fields.where("where"), owner, still(fields));
    }

    private static StepAction count(StepFields fields) {
        return new StepAction.Count(
                fields.text("count"),
                fields.labels("labels"),
                fields.where("where"),
                bounds(fields, "is"),
                still(fields));
    }

    private static StepAction unchanged(StepFields fields) {
        StepPath path = fields.has("path") ? fields.path("path") : StepPath.parse("");
        return new StepAction.Unchanged(fields.target("unchanged"), path, fields.duration("still"));
    }

    private static StepAction damage(StepFields fields) {
        StepTarget target = fields.target("break");
        return fields.isTrue("delete") ? new StepAction.Kill(target) : new StepAction.Damage(target, patch(fields));
    }

    private static StepAction calls(StepFields fields) {
        String hook = fields.text("hook");
        boolean grows = fields.has("grows");
        StepMatch number = grows
                ? new StepMatch(List.of(new StepMatch.Test.AtLeast(fields.number("grows"))))
                : bounds(fields, "exactly");
        fields.refuseOthers("calls");
        return new StepAction.Calls(hook, number, grows);
    }

    private static StepAction remember(StepFields fields) {
        Map<String, StepPath> values = new LinkedHashMap<>();
        StepFields as = fields.inner("as");
        as.names().forEach(name -> values.put(name, as.path(name)));
        return new StepAction.Remember(fields.target("remember"), values);
    }

    /** How many: exactly under the given name, or {@code atLeast} and {@code atMost}. */
    private static StepMatch bounds(StepFields fields, String exactly) {
        if (fields.has(exactly)) {
            return StepMatch.of(Json.NODES.numberNode(fields.number(exactly)));
        }
        ObjectNode tests = Json.NODES.objectNode();
        for (String name : List.of("atLeast", "atMost")) {
            if (fields.has(name)) {
                tests.put(name, fields.number(name));
            }
        }
        if (tests.isEmpty()) {
            throw fields.problem(exactly, "is missing; or say atLeast, atMost");
        }
        return new StepMatchReader(fields.document()).read(tests, Place.ROOT);
    }

    private static StepPatch patch(StepFields fields) {
        boolean status = fields.has("status");
        if (status == fields.has("merge")) {
            throw fields.problem("merge", "expected exactly one of merge: {...} and status: {...}");
        }
        return new StepPatch(fields.object(status ? "status" : "merge"), status);
    }

    private static Optional<StepMatch> refused(StepFields fields) {
        return fields.has("refused")
                ? Optional.of(new StepMatchReader(fields.document())
                        .readMessage(fields.need("refused"), fields.place("refused")))
                : Optional.empty();
    }

    private static Duration still(StepFields fields) {
        return fields.duration("still", Duration.ZERO);
    }

    private static Propagation propagation(StepFields fields) {
        String text = fields.optionalText("propagation").orElse("Background");
        return Arrays.stream(Propagation.values())
                .filter(p -> p.name().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        fields.problem("propagation", "expected Background, Foreground or Orphan, was '" + text + "'"));
    }
}
