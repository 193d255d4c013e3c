package io.hookline.cli.init;

import io.hookline.cli.init.Literal.Trait;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A hook in Python. */
final class PythonFiles extends LanguageFiles {

    private static final Style STYLE = new Style(
            "python",
            "py",
            new Literal.Syntax("{", "}", ": ", "[", "]", 4, Set.of(Trait.TRAILING_COMMA, Trait.CAPITAL_BOOLEANS)),
            "#",
            true,
            Style.words("""
                    and as assert async await break class continue def del elif else except finally for from global if import
                    in is lambda nonlocal not or pass raise return try while with yield
                    labels status sync attachment_name request parent target children attachments workload"""));

    PythonFiles(ProjectPlan plan) {
        super(plan, STYLE);
    }

    @Override
    String name() {
        return plan.decorator() ? "attachment_name(target)" : "parent[\"metadata\"][\"name\"]";
    }

    @Override
    String selectorOfTarget() {
        return "target[\"spec\"][\"selector\"][\"matchLabels\"]";
    }

    @Override
    String labelsOfTarget() {
        return "target[\"metadata\"][\"labels\"]";
    }

    @Override
    String field(String field) {
        return "parent[\"spec\"][\"" + field + "\"]";
    }

    @Override
    String brokenList(List<String> calls) {
        return "[\n    " + String.join(",\n    ", calls) + ",\n]";
    }

    @Override
    String betweenFunctions() {
        return "\n\n\n";
    }

    @Override
    String readme() {
        return Template.fill("project/README-python.md", Map.of()) + "\n" + super.readme();
    }
}
