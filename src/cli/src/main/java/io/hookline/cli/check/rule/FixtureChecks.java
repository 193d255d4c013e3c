package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.NearestName;
import io.hookline.testing.AnswerFields;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Mistakes in the answers of hooks, as fixtures have them. */
final class FixtureChecks {

    private FixtureChecks() {}

    /** Unknown fields in the answers of fixtures. */
    static Stream<Finding> unknownKeys(CheckedProject project) {
        return project.fixtures().stream()
                .flatMap(fixture ->
                        AnswerFields.unknown(fixture.answer().tree(), fixture.controller(), fixture.type()).stream()
                                .map(unknown -> unknownKey(fixture, unknown)));
    }

    private static Finding unknownKey(AnswerFixture fixture, AnswerFields.Unknown unknown) {
        return unknown.isError()
                ? fixture.error(unknown.place(), unknown.toString())
                : fixture.warning(unknown.place(), unknown.toString());
    }

    /** Answers that the watcher refuses, and those without children, with which it deletes all that there are. */
    static Stream<Finding> uselessAnswers(CheckedProject project) {
        return project.fixtures().stream()
                .filter(fixture -> !AnswerFields.isLater(fixture.answer().tree()))
                .flatMap(fixture -> refusal(fixture).or(() -> noChildren(project, fixture)).stream());
    }

    private static Optional<Finding> refusal(AnswerFixture fixture) {
        AnswerCodec codec = new AnswerCodec(fixture.controller(), HookVersion.V1, false);
        JsonText answer = new JsonText(GoJson.bytes(fixture.answer().tree()));
        try {
            if (fixture.type() == HookType.CUSTOMIZE) {
                codec.decodeCustomize(answer);
            } else {
                codec.decodeSync(fixture.type(), answer);
            }
            return Optional.empty();
        } catch (DecodeException e) {
            String whose = fixture.returned() ? " of the hook " + fixture.hook() : "";
            return Optional.of(Finding.error(
                    fixture.answer().at(e.place()), "the watcher refuses the answer" + whose + ": " + e.getMessage()));
        }
    }

    /** Only of a sync: the cleanup of a finalize hook may be just that. */
    private static Optional<Finding> noChildren(CheckedProject project, AnswerFixture fixture) {
        JsonNode children = fixture.children();
        boolean none = Json.isAbsent(children);
        if (fixture.type() != HookType.SYNC || !none || isMisspelt(fixture)) {
            return Optional.empty();
        }
        List<ControllerManifest> callers = project.callers(fixture);
        if (callers.stream().allMatch(controller -> controller.children().isEmpty())) {
            return Optional.empty();
        }
        String field = fixture.controller().childrenField();
        return Optional.of(fixture.warning(
                FieldPath.ROOT,
                (children.isNull() ? "\"" + field + "\": null" : "no field \"" + field + "\"")
                        + ": the watcher deletes all " + field + " of the parent; answer \"" + field
                        + "\": [] if that is meant"));
    }

    /** Another check reports it. */
    private static boolean isMisspelt(AnswerFixture fixture) {
        Optional<String> children = Optional.of(fixture.controller().childrenField());
        return AnswerFields.unknown(fixture.answer().tree(), fixture.controller(), fixture.type()).stream()
                .anyMatch(unknown -> unknown.meant().equals(children));
    }

    /**
     * Children in answers of a kind that does not exist, or that the controller does not declare. The latter would be
     * created, but never deleted.
     */
    static Stream<Finding> undeclaredChildren(CheckedProject project) {
        return project.fixtures().stream()
                .flatMap(fixture -> project.callers(fixture).stream()
                        .flatMap(controller -> undeclaredChildren(project.api(), fixture, controller)));
    }

    private static Stream<Finding> undeclaredChildren(
            ProjectApi api, AnswerFixture fixture, ControllerManifest controller) {
        JsonNode children = fixture.children();
        KindNames kinds = new KindNames(api);
        return IntStream.range(0, children.isArray() ? children.size() : 0)
                .filter(i -> isNamed(children.get(i))) // the watcher refuses others, and another check reports them
                .filter(i -> ManifestChecks.removed(children.get(i)).isEmpty()) // another check reports it
                .boxed()
                .flatMap(i -> undeclaredChildren(api, kinds, fixture, i, controller).stream());
    }

    /** Whether a child has a kind. */
    static boolean isNamed(JsonNode child) {
        return child.path("apiVersion").isTextual() && child.path("kind").isTextual();
    }

    private static Optional<Finding> undeclaredChildren(
            ProjectApi api, KindNames kinds, AnswerFixture fixture, int index, ControllerManifest controller) {
        GroupVersionKind kind = kindOf(fixture.children().get(index));
        Optional<String> problem = kinds.problem(kind);
        if (problem.isPresent() && controller.children().stream().noneMatch(rule -> isUnknown(api, rule, kind))) {
            FieldPath place = fixture.childrenPlace().index(index);
            return Optional.of(fixture.error(place, place + ": " + problem.get()));
        }
        return isDeclared(api, controller, kind)
                ? Optional.empty()
                : Optional.of(undeclared(fixture, index, controller));
    }

    /** Whether a kind is probably that of a resource that is not known itself, such as one of a cluster. */
    private static boolean isUnknown(ProjectApi api, ControllerManifest.Rule rule, GroupVersionKind kind) {
        return api.find(rule).isEmpty() && rule.apiVersion().equals(kind.apiVersion()) && isMeant(rule, kind);
    }

    static GroupVersionKind kindOf(JsonNode child) {
        return GroupVersionKind.of(
                child.path("apiVersion").asText(), child.path("kind").asText());
    }

    private static boolean isDeclared(ProjectApi api, ControllerManifest controller, GroupVersionKind kind) {
        return controller.children().stream()
                .anyMatch(rule -> api.find(rule)
                        .map(resource -> resource.gvk().sameKind(kind))
                        .orElseGet(() -> isMeant(rule, kind)));
    }

    /** Whether a rule that names no served resource probably means this kind. Another check reports the rule. */
    private static boolean isMeant(ControllerManifest.Rule rule, GroupVersionKind kind) {
        String singular = kind.kind().toLowerCase(Locale.ROOT);
        return NearestName.of(rule.resource(), List.of(singular, singular + "s", singular + "es"))
                .isPresent();
    }

    private static Finding undeclared(AnswerFixture fixture, int index, ControllerManifest controller) {
        FieldPath place = fixture.childrenPlace().index(index);
        JsonNode child = fixture.children().get(index);
        return fixture.error(
                place,
                place + ": " + child.path("kind").asText() + " "
                        + child.at("/metadata/name").asText() + " is of a kind that " + controller
                        + " does not declare: it would be created, but never updated or deleted; add it to spec."
                        + controller.childrenField() + " ("
                        + controller.manifest().place() + ")");
    }
}
