package io.hookline.cli.init;

import io.hookline.object.GoJson;
import java.util.Set;

/** What a hook writes for the references of a {@link Body}: expressions, or constants where a decorated object has no such field. */
final class Expressions {

    private final ProjectPlan plan;

    Expressions(ProjectPlan plan) {
        this.plan = plan;
    }

    /** The expression for a reference. */
    String of(String reference) {
        return switch (reference) {
            case "name" -> name();
            case "labels" -> labels();
            case "selector" -> selector();
            default -> field(SpecField.in(Set.of(reference)).getFirst());
        };
    }

    /** The name of the argument of functions. */
    String argument() {
        return !plan.decorator() ? "parent" : plan.language() == Language.JAVASCRIPT ? "object" : "target";
    }

    private String name() {
        if (plan.decorator()) {
            return switch (plan.language()) {
                case JAVA, JAVASCRIPT, GO -> "attachmentName(" + argument() + ")";
                case PYTHON -> "attachment_name(target)";
                case BASH -> "attachment_name";
            };
        }
        return switch (plan.language()) {
            case JAVA -> "parent.name()";
            case JAVASCRIPT -> "parent.metadata.name";
            case PYTHON -> "parent[\"metadata\"][\"name\"]";
            case BASH -> ".parent.metadata.name";
            case GO -> "parent.Metadata.Name";
        };
    }

    private String labels() {
        return plan.language() == Language.BASH ? "labels" : "labels(" + argument() + ")";
    }

    private String selector() {
        return switch (ProjectPlan.Selected.by(plan)) {
            case LABELS_OF_CHILDREN -> labels();
            case ITS_SELECTOR ->
                switch (plan.language()) {
                    case JAVA -> "target.getSpec().getSelector().getMatchLabels()";
                    case JAVASCRIPT -> "object.spec.selector.matchLabels";
                    case PYTHON -> "target[\"spec\"][\"selector\"][\"matchLabels\"]";
                    case BASH -> ".object.spec.selector.matchLabels";
                    case GO -> "target.Spec.Selector.MatchLabels";
                };
            case ITS_LABELS ->
                switch (plan.language()) {
                    case JAVA -> "target.getMetadata().getLabels()";
                    case JAVASCRIPT -> "object.metadata.labels";
                    case PYTHON -> "target[\"metadata\"][\"labels\"]";
                    case BASH -> ".object.metadata.labels";
                    case GO -> "target.Metadata.Labels";
                };
        };
    }

    private String field(SpecField field) {
        if (plan.decorator()) {
            return GoJson.text(field.sample());
        }
        return switch (plan.language()) {
            case JAVA -> "parent.spec()." + field.text() + "()";
            case JAVASCRIPT -> "parent.spec." + field.text();
            case PYTHON -> "parent[\"spec\"][\"" + field.text() + "\"]";
            case BASH -> ".parent.spec." + field.text();
            case GO -> "parent.Spec." + Words.kind(field.text());
        };
    }
}
