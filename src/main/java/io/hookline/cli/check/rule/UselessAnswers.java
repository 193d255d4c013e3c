package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.testing.AnswerFields;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Answers that the watcher refuses, and those without children, with which it deletes all that there are. */
final class UselessAnswers implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
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
        boolean none = children.isMissingNode() || children.isNull();
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
}
