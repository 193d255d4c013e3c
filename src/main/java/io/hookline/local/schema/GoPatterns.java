package io.hookline.local.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * Regular expressions of schemas, as Go has them: without look-ahead and references, so that no text takes longer than its
 * length.
 */
final class GoPatterns {

    private GoPatterns() {}

    /** @throws PatternSyntaxException if it is not one */
    static Pattern compile(String pattern) {
        return Pattern.compile(pattern);
    }

    /** Go's words for what is wrong with a pattern; empty if nothing is. */
    static Optional<String> problem(String pattern) {
        try {
            compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("error parsing regexp: " + inGo(e, pattern));
        }
    }

    /** The library's words are Go's, but for two. */
    private static String inGo(PatternSyntaxException e, String pattern) {
        return switch (e.getDescription()) {
            case "regexp/syntax: internal error" -> "unexpected ): `" + pattern + "`";
            case String words -> words + ": `" + (e.getPattern() == null ? "" : e.getPattern()) + "`";
        };
    }
}
