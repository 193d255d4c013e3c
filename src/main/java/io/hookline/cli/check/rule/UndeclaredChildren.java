package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Children in the answers of fixtures that the controller does not declare. They would be created, but never deleted. */
final class UndeclaredChildren implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.fixtures().stream()
                .flatMap(fixture -> callers(project, fixture).stream()
                        .flatMap(controller -> find(project.api(), fixture, controller)));
    }

    /** The controller of the request, if the project has it; otherwise all that call this hook. */
    private static List<ControllerManifest> callers(CheckedProject project, AnswerFixture fixture) {
        List<ControllerManifest> all = project.controllers().stream()
                .filter(each -> each.hookNames().contains(fixture.hook()))
                .filter(each -> each.manifest()
                        .object()
                        .kind()
                        .equals(fixture.controller().kind()))
                .toList();
        List<ControllerManifest> named = all.stream()
                .filter(each -> each.manifest().object().name().equals(fixture.caller()))
                .toList();
        return named.isEmpty() ? all : named;
    }

    private static Stream<Finding> find(ProjectApi api, AnswerFixture fixture, ControllerManifest controller) {
        JsonNode children = fixture.children();
        return IntStream.range(0, children.isArray() ? children.size() : 0)
                .filter(i -> RemovedFields.removed(children.get(i)).isEmpty()) // another check reports it
                .filter(i -> !isDeclared(api, controller, kind(children.get(i))))
                .mapToObj(i -> finding(fixture, i, controller));
    }

    private static GroupVersionKind kind(JsonNode child) {
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

    private static Finding finding(AnswerFixture fixture, int index, ControllerManifest controller) {
        FieldPath place = fixture.childrenPlace().index(index);
        JsonNode child = fixture.children().get(index);
        return Finding.error(
                fixture.answer().at(place),
                place + ": " + child.path("kind").asText() + " "
                        + child.at("/metadata/name").asText() + " is of a kind that " + controller
                        + " does not declare: it would be created, but never updated or deleted; add it to spec."
                        + controller.childrenField() + " ("
                        + controller.manifest().place() + ")");
    }
}
