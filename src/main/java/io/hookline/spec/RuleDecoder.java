package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ChildRule.StatusCheck;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Decodes the rules of a controller for parents and children. */
final class RuleDecoder {
    private RuleDecoder() {}

    static ParentRule compositeParent(FieldReader rule) {
        return new ParentRule(
                rule.required("apiVersion"),
                rule.required("resource"),
                labelSelector(rule),
                LabelSelector.EVERYTHING,
                rule.flag("ignoreStatusChanges"),
                rule.object("revisionHistory", history -> history.texts("fieldPaths"))
                        .filter(paths -> !paths.isEmpty())
                        .orElse(List.of("spec")));
    }

    static ParentRule decoratorParent(FieldReader rule) {
        return new ParentRule(
                rule.required("apiVersion"),
                rule.required("resource"),
                labelSelector(rule),
                selector(rule, "annotationSelector", "matchAnnotations", LabelSelector::fromAnnotationSelector),
                rule.flag("ignoreStatusChanges"),
                List.of());
    }

    private static LabelSelector labelSelector(FieldReader rule) {
        return selector(rule, "labelSelector", "matchLabels", LabelSelector::fromJson);
    }

    private static LabelSelector selector(
            FieldReader rule, String name, String match, BiFunction<JsonNode, FieldPath, LabelSelector> reader) {
        return rule.object(name, json -> reader.apply(json.whole(match, "matchExpressions"), json.place()))
                .orElse(LabelSelector.EVERYTHING);
    }

    static ChildRule child(FieldReader rule) {
        return rule(rule, true);
    }

    /** Decodes a rule without status checks, because attachments have no rolling updates. */
    static ChildRule attachment(FieldReader rule) {
        return rule(rule, false);
    }

    private static ChildRule rule(FieldReader rule, boolean rolls) {
        Optional<Strategy> strategy = rule.object(
                "updateStrategy", fields -> new Strategy(method(fields), rolls ? statusChecks(fields) : List.of()));
        return new ChildRule(
                rule.required("apiVersion"),
                rule.required("resource"),
                strategy.map(Strategy::method).orElse(UpdateMethod.ON_DELETE),
                strategy.map(Strategy::checks).orElse(List.of()),
                RuleExtensions.read(rule));
    }

    private record Strategy(UpdateMethod method, List<StatusCheck> checks) {}

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
}
