package io.hookline.cli.init;

import io.hookline.cli.init.Literal.Trait;
import java.util.List;
import java.util.Set;

/** A hook in JavaScript. */
final class JavaScriptFiles extends LanguageFiles {

    private static final Style STYLE = new Style(
            "javascript",
            "js",
            new Literal.Syntax("{ ", " }", ": ", "[", "]", 2, Set.of(Trait.TRAILING_COMMA, Trait.BARE_KEYS)),
            "//",
            false,
            Style.words("""
                    await break case catch class const continue debugger default delete do else enum export extends false
                    finally for function if implements import in instanceof interface let new null package private protected
                    public return static super switch this throw true try typeof var void while with yield arguments eval
                    labels status sync attachmentName console exports parent object children attachments"""));

    JavaScriptFiles(ProjectPlan plan) {
        super(plan, STYLE);
    }

    @Override
    String argument() {
        return plan.decorator() ? "object" : "parent";
    }

    @Override
    String name() {
        return plan.decorator() ? "attachmentName(object)" : "parent.metadata.name";
    }

    @Override
    String selectorOfTarget() {
        return "object.spec.selector.matchLabels";
    }

    @Override
    String labelsOfTarget() {
        return "object.metadata.labels";
    }

    @Override
    String field(String field) {
        return "parent.spec." + field;
    }

    @Override
    String brokenList(List<String> calls) {
        return "[\n  " + String.join(",\n  ", calls) + ",\n]";
    }

    @Override
    String ignored() {
        return "node_modules/\n";
    }
}
