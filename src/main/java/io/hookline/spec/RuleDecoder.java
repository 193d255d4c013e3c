package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;
import io.hookline.spec.UpdateStrategy.MaxUnavailable;
import io.hookline.spec.UpdateStrategy.StatusCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** Decodes the rules of a controller for parents and children. */
final class RuleDecoder {

    private static final Pattern FIELD_PATH = Pattern.compile("[^.]+(\\.[^.]+)*");
    private static final Pattern PERCENTAGE = Pattern.compile("([1-9]|[1-9][0-9]|100)%");

    private RuleDecoder() {}

    static ParentRule compositeParent(FieldReader rule) {
        return new ParentRule(
                rule.required("apiVersion"),
                rule.required("resource"),
                labelSelector(rule),
                LabelSelector.EVERYTHING,
                rule.flag("ignoreStatusChanges"),
                rule.object("revisionHistory", RuleDecoder::fieldPaths)
                        .filter(paths -> !paths.isEmpty())
                        .orElse(List.of("spec")));
    }

    private static List<String> fieldPaths(FieldReader history) {
        List<String> paths = history.texts("fieldPaths");
        for (int i = 0; i < paths.size(); i++) {
            if (!FIELD_PATH.matcher(paths.get(i)).matches()) {
                throw new DecodeException(
                        history.at("fieldPaths").index(i),
                        "expected names of fields with dots between them, was \"" + paths.get(i) + "\"");
            }
        }
        return paths;
    }

    static ParentRule decoratorParent(FieldReader rule) {
        return new ParentRule(
                rule.required("apiVersion"),
                rule.required("resource"),
                labelSelector(rule),
                selector(
                        rule,
                        "annotationSelector",
                        LabelSelector::fromAnnotationSelector,
                        LabelSelector::unknownFieldsOfAnnotationSelector),
                rule.flag("ignoreStatusChanges"),
                List.of());
    }

    private static LabelSelector labelSelector(FieldReader rule) {
        return selector(rule, "labelSelector", LabelSelector::fromJson, LabelSelector::unknownFields);
    }

    private static LabelSelector selector(
            FieldReader rule,
            String name,
            BiFunction<JsonNode, FieldPath, LabelSelector> reader,
            BiFunction<JsonNode, FieldPath, List<FieldPath>> unknown) {
        return rule.object(name, fields -> {
                    JsonNode json = fields.whole();
                    unknown.apply(json, fields.place()).forEach(fields::warnUnknown);
                    return reader.apply(json, fields.place());
                })
                .orElse(LabelSelector.EVERYTHING);
    }

    static ChildRule child(FieldReader rule) {
        return rule(rule, true);
    }

    /** Decodes a rule with the method only, because attachments have no rolling updates. */
    static ChildRule attachment(FieldReader rule) {
        return rule(rule, false);
    }

    private static ChildRule rule(FieldReader rule, boolean rolls) {
        Optional<UpdateStrategy> strategy =
                rule.object("updateStrategy", fields -> rolls ? strategy(fields) : UpdateStrategy.of(method(fields)));
        return new ChildRule(
                rule.required("apiVersion"),
                rule.required("resource"),
                strategy.orElse(UpdateStrategy.of(UpdateMethod.ON_DELETE)),
                RuleExtensions.adoption(rule),
                RuleExtensions.applyStrategy(rule),
                RuleExtensions.conflicts(rule));
    }

    private static UpdateStrategy strategy(FieldReader fields) {
        return new UpdateStrategy(
                method(fields),
                statusChecks(fields),
                maxUnavailable(fields),
                fields.flag("paused"),
                progressDeadline(fields));
    }

    private static UpdateMethod method(FieldReader strategy) {
        String method = strategy.text("method").orElse("");
        return method.isEmpty()
                ? UpdateMethod.ON_DELETE
                : UpdateMethod.parse(method)
                        .orElseThrow(() -> strategy.wrong("method", "unknown method \"" + method + "\""));
    }

    private static List<StatusCheck> statusChecks(FieldReader strategy) {
        return strategy.object("statusChecks", checks -> checks.objects("conditions", RuleDecoder::statusCheck))
                .orElse(List.of());
    }

    private static StatusCheck statusCheck(FieldReader condition) {
        return new StatusCheck(condition.required("type"), condition.text("status"), condition.text("reason"));
    }

    private static MaxUnavailable maxUnavailable(FieldReader strategy) {
        return strategy.node("maxUnavailable")
                .map(node -> node.isTextual()
                        ? percentage(strategy, node.textValue())
                        : new MaxUnavailable(atLeastOne(strategy, "maxUnavailable"), false))
                .orElse(MaxUnavailable.ONE);
    }

    private static MaxUnavailable percentage(FieldReader strategy, String text) {
        if (!PERCENTAGE.matcher(text).matches()) {
            throw strategy.wrong(
                    "maxUnavailable",
                    "expected a number or a percentage from \"1%\" to \"100%\", was \"" + text + "\"");
        }
        return new MaxUnavailable(Integer.parseInt(text.substring(0, text.length() - 1)), true);
    }

    private static Optional<Duration> progressDeadline(FieldReader strategy) {
        return strategy.node("progressDeadlineSeconds")
                .map(_ -> Duration.ofSeconds(atLeastOne(strategy, "progressDeadlineSeconds")));
    }

    private static int atLeastOne(FieldReader fields, String name) {
        int value = fields.integer(name).orElse(1);
        if (value < 1) {
            throw fields.wrong(name, "must be at least 1, was " + value);
        }
        return value;
    }
}
