package io.hookline.local.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * Compiles the regular expressions of schemas in Go's syntax. It has no look-ahead and no back-references, so that
 * matching takes linear time.
 */
final class GoPatterns {

    private GoPatterns() {}

    /** @throws PatternSyntaxException if the pattern is not valid */
    static Pattern compile(String pattern) {
        return Pattern.compile(pattern);
    }

    /** Go's message about a pattern that is not valid; empty if it is valid. */
    static Optional<String> problem(String pattern) {
        try {
            compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("error parsing regexp: " + inGo(e, pattern));
        }
    }

    /** The library's messages are those of Go, with one exception. */
    private static String inGo(PatternSyntaxException e, String pattern) {
        return switch (e.getDescription()) {
            case "regexp/syntax: internal error" -> "unexpected ): `" + pattern + "`";
            case String message -> message + ": `" + (e.getPattern() == null ? "" : e.getPattern()) + "`";
        };
    }
}
