package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Children in answers of a kind that does not exist, or that the controller does not declare. The latter would be created, but never
 * deleted.
 */
final class UndeclaredChildren implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.fixtures().stream()
                .flatMap(fixture -> project.callers(fixture).stream()
                        .flatMap(controller -> find(project.api(), fixture, controller)));
    }

    private static Stream<Finding> find(ProjectApi api, AnswerFixture fixture, ControllerManifest controller) {
        JsonNode children = fixture.children();
        KindNames kinds = new KindNames(api);
        return IntStream.range(0, children.isArray() ? children.size() : 0)
                .filter(i -> isNamed(children.get(i))) // the watcher refuses others, and another check reports them
                .filter(i -> RemovedFields.removed(children.get(i)).isEmpty()) // another check reports it
                .boxed()
                .flatMap(i -> find(api, kinds, fixture, i, controller).stream());
    }

    private static boolean isNamed(JsonNode child) {
        return child.path("apiVersion").isTextual() && child.path("kind").isTextual();
    }

    private static Optional<Finding> find(
            ProjectApi api, KindNames kinds, AnswerFixture fixture, int index, ControllerManifest controller) {
        GroupVersionKind kind = kind(fixture.children().get(index));
        Optional<String> problem = kinds.problem(kind);
        if (problem.isPresent() && controller.children().stream().noneMatch(rule -> isUnknown(api, rule, kind))) {
            FieldPath place = fixture.childrenPlace().index(index);
            return Optional.of(fixture.error(place, place + ": " + problem.get()));
        }
        return isDeclared(api, controller, kind) ? Optional.empty() : Optional.of(finding(fixture, index, controller));
    }

    /** Whether a kind is probably that of a resource that is not known itself, such as one of a cluster. */
    private static boolean isUnknown(ProjectApi api, ControllerManifest.Rule rule, GroupVersionKind kind) {
        return api.find(rule).isEmpty() && rule.apiVersion().equals(kind.apiVersion()) && isMeant(rule, kind);
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
        return fixture.error(
                place,
                place + ": " + child.path("kind").asText() + " "
                        + child.at("/metadata/name").asText() + " is of a kind that " + controller
                        + " does not declare: it would be created, but never updated or deleted; add it to spec."
                        + controller.childrenField() + " ("
                        + controller.manifest().place() + ")");
    }
}
