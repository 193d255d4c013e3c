package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.AnswerFields;
import io.hookline.testing.RedactedAnswer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What becomes of the objects in the answers of hooks: an API server refuses them, or loses a part of them. */
final class AnsweredObjects {

    private AnsweredObjects() {}

    private static Stream<AnswerFixture> answers(CheckedProject project) {
        return project.fixtures().stream()
                .filter(fixture -> fixture.type() == HookType.SYNC || fixture.type() == HookType.FINALIZE)
                .filter(fixture -> !AnswerFields.isLater(fixture.answer().tree()));
    }

    /** Children that cannot be created: an API server refuses them, or the watcher does. */
    static Stream<Finding> refusedChildren(CheckedProject project) {
        return answers(project)
                .flatMap(fixture -> children(fixture)
                        .filter(child -> !child.isObserved()) // its fields are merged into those that are there
                        .flatMap(child -> child.refusals(project.api())));
    }

    /** Children with the same name, which the watcher refuses, and those in another namespace than their parent. */
    static Stream<Finding> misplacedChildren(CheckedProject project) {
        return answers(project).flatMap(fixture -> {
            Set<Named> names = new HashSet<>();
            return children(fixture)
                    .flatMap(child -> Stream.concat(child.foreign().stream(), child.again(names).stream()));
        });
    }

    /** Fields of children that an API server removes. */
    static Stream<Finding> unknownFields(CheckedProject project) {
        return answers(project)
                .flatMap(fixture -> children(fixture).flatMap(child -> child.unknownFields(project.api())));
    }

    /** A status that an API server refuses, or of which it removes fields. */
    static Stream<Finding> statuses(CheckedProject project) {
        return answers(project)
                .filter(fixture -> status(fixture).isObject())
                .flatMap(fixture ->
                        Stream.concat(refusedStatus(project.api(), fixture), unknownStatus(project.api(), fixture)));
    }

    private static JsonNode status(AnswerFixture fixture) {
        return fixture.answer().tree().path("status");
    }

    private static Stream<Finding> refusedStatus(ProjectApi api, AnswerFixture fixture) {
        return api.refusedStatus(fixture.request().parent(), status(fixture)).stream()
                .flatMap(ManifestChecks::reasons)
                .map(reason -> fixture.error(
                        new FieldPath(reason.field().startsWith("status") ? reason.field() : "status"),
                        "a status that the API server refuses: " + reason.message()));
    }

    private static Stream<Finding> unknownStatus(ProjectApi api, AnswerFixture fixture) {
        KubeObject parent = fixture.request().parent();
        ObjectNode tree = Json.NODES.objectNode();
        tree.put("apiVersion", parent.apiVersion()).put("kind", parent.kind());
        tree.set("status", status(fixture));
        return api.unknownFields(tree).stream()
                .filter(path -> path.startsWith("status."))
                .map(path -> unknown(fixture, new FieldPath(path), path, api.meant(tree, path), parent.kind()));
    }

    private static Finding unknown(
            AnswerFixture fixture, FieldPath place, String shown, Optional<String> meant, String kind) {
        String text = ProjectApi.removed(shown, kind);
        return meant.map(name -> fixture.error(place, text + "; did you mean " + name + "?"))
                .orElseGet(() -> fixture.warning(place, text));
    }

    private static Stream<Child> children(AnswerFixture fixture) {
        JsonNode children = fixture.children();
        return IntStream.range(0, children.isArray() ? children.size() : 0)
                .filter(i -> FixtureChecks.isNamed(children.get(i))
                        && children.get(i).at("/metadata/name").isTextual()) // another check reports others
                .mapToObj(i -> new Child(fixture, fixture.childrenPlace().index(i), (ObjectNode) children.get(i)));
    }

    /** What no two children have in common. */
    private record Named(String group, String kind, ObjectKey key) {}

    /** One child in an answer. */
    private record Child(AnswerFixture fixture, FieldPath place, ObjectNode tree) {

        private GroupVersionKind kind() {
            return FixtureChecks.kindOf(tree);
        }

        private String namespace() {
            return tree.at("/metadata/namespace").asText();
        }

        private String home() {
            return fixture.request().parent().namespace();
        }

        private Named named() {
            return new Named(
                    kind().group(),
                    kind().kind(),
                    new ObjectKey(
                            namespace().isEmpty() ? home() : namespace(),
                            tree.at("/metadata/name").asText()));
        }

        private String shown() {
            return place + ": " + kind().kind() + " "
                    + tree.at("/metadata/name").asText();
        }

        boolean isObserved() {
            return fixture.request().children().all().stream()
                    .anyMatch(observed -> observed.gvk().sameKind(kind())
                            && observed.name().equals(named().key().name())
                            && (observed.namespace().isEmpty()
                                    || observed.namespace().equals(named().key().namespace())));
        }

        Stream<Finding> refusals(ProjectApi api) {
            if (tree.toString().contains(RedactedAnswer.REDACTED)) {
                return Stream.empty(); // it does not have the values that the hook returned
            }
            return api.refusal(tree).stream()
                    .flatMap(ManifestChecks::reasons)
                    .map(reason -> fixture.error(
                            reason.field().isEmpty() ? place : new FieldPath(place + "." + reason.field()),
                            shown() + ": the API server refuses it: " + reason.message()));
        }

        Optional<Finding> foreign() {
            boolean foreign =
                    !home().isEmpty() && !namespace().isEmpty() && !namespace().equals(home());
            return foreign
                    ? Optional.of(fixture.error(
                            place.field("metadata").field("namespace"),
                            shown() + " is in namespace " + namespace() + ", and its parent in " + home()
                                    + ": the watcher refuses the answer; leave metadata.namespace out"))
                    : Optional.empty();
        }

        Optional<Finding> again(Set<Named> names) {
            return names.add(named())
                    ? Optional.empty()
                    : Optional.of(
                            fixture.error(
                                    place,
                                    shown()
                                            + " is in the answer twice: the watcher uses the last one; give them different names"));
        }

        Stream<Finding> unknownFields(ProjectApi api) {
            return api.unknownFields(tree).stream()
                    .map(path -> unknown(
                            fixture,
                            new FieldPath(place + "." + path),
                            place + "." + path,
                            api.meant(tree, path),
                            kind().kind()));
        }
    }
}
