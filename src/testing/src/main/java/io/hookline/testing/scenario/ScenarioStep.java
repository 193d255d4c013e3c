package io.hookline.testing.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.step.Step;
import io.hookline.testing.scenario.step.StepParser;
import io.hookline.testing.scenario.step.StepYaml;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * One entry of {@code steps}: an operation, and the options that every step has.
 *
 * @param number counted from 1
 * @param title the statement that the step checks
 * @param place file and line
 * @param within the time limit of the step
 * @param needs the parts of a control plane that the step needs, such as {@code garbage-collector}; without them it is
 *     skipped
 * @param namespace of the step's objects; empty for the namespace of the scenario
 * @param mentions the kinds that the step names as text
 */
record ScenarioStep(
        int number,
        String title,
        String place,
        Duration within,
        List<String> needs,
        String namespace,
        Step operation,
        List<Scenario.Mention> mentions) {

    /** A real garbage collector discovers new kinds only every 30 s, and the kinds of a scenario are new. */
    private static final Duration COLLECTED_WITHIN = Duration.ofSeconds(60);

    ScenarioStep {
        needs = List.copyOf(needs);
        mentions = List.copyOf(mentions);
    }

    /**
     * Reads the step at {@code steps[index]}.
     *
     * @param files reads the objects of a file of the folder; fails if the file is missing
     * @param within the default time limit
     */
    static ScenarioStep read(
            LocatedYaml.Document document,
            JsonNode node,
            int index,
            Function<String, List<Manifest>> files,
            Duration within) {
        FieldPath place = new FieldPath("steps").index(index);
        MappingReader fields = new MappingReader(document, node, place);
        StepParser operation = Step.operation(fields);
        String keyword = operation.keyword();
        Step action = operation.reader().apply(new StepYaml(keyword, fields, files));
        List<String> needs = fields.has("needs") ? fields.texts("needs") : List.of();
        ScenarioStep step = new ScenarioStep(
                index + 1,
                fields.optionalText("name").orElseGet(() -> keyword + " " + ValueMatcher.show(fields.need(keyword))),
                document.at(place),
                fields.duration("within", limit(needs, within)),
                needs,
                fields.optionalText("namespace").orElse(""),
                action,
                action.mentions(keyword).stream()
                        .map(mention -> new Scenario.Mention(
                                document.at(place.then(mention.place())), mention.kind(), mention.value()))
                        .toList());
        fields.refuseOthers("a step '" + keyword + "'");
        return step;
    }

    private static Duration limit(List<String> needs, Duration within) {
        boolean longer = needs.contains("garbage-collector") && within.compareTo(COLLECTED_WITHIN) < 0;
        return longer ? COLLECTED_WITHIN : within;
    }
}
