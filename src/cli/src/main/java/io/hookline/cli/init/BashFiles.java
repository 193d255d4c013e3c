package io.hookline.cli.init;

import io.hookline.cli.init.Literal.Trait;
import java.util.List;
import java.util.Set;

/** A hook in Bash, whose functions are written for {@code jq}. */
final class BashFiles extends LanguageFiles {

    private static final Style STYLE = new Style(
            "bash",
            "sh",
            new Literal.Syntax("{", "}", ": ", "[", "]", 2, Set.of(Trait.BARE_KEYS)),
            "#",
            true,
            Style.words("""
                    __loc__ and as catch def elif else end foreach if import include label module not or reduce then try
                    labels status attachment_name has"""));

    BashFiles(ProjectPlan plan) {
        super(plan, STYLE);
    }

    @Override
    String name() {
        return plan.decorator() ? "attachment_name" : ".parent.metadata.name";
    }

    @Override
    String labels() {
        return "labels";
    }

    @Override
    String selectorOfTarget() {
        return ".object.spec.selector.matchLabels";
    }

    @Override
    String labelsOfTarget() {
        return ".object.metadata.labels";
    }

    @Override
    String field(String field) {
        return ".parent.spec." + field;
    }

    /** A filter has the request as its input, not as an argument. */
    @Override
    String call(String function) {
        return function;
    }

    @Override
    String brokenList(List<String> calls) {
        return "[\n  " + String.join(",\n  ", calls) + "\n]";
    }
}
