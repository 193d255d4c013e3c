package io.hookline.hook;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The answer of a {@link ValidateHook}: an object without causes may be stored. Immutable.
 *
 * <pre>{@code
 * return Verdict.allowed()
 *         .deniedIf(spec.min() > spec.max(), "spec.min", "must not be greater than spec.max")
 *         .warnedIf(spec.max() > 100, "spec.max: more than 100 replicas are slow");
 * }</pre>
 *
 * @param causes why the object is refused, one for each wrong field; empty if it may be stored
 * @param warnings what {@code kubectl} prints, whether the object is stored or not. The API server cuts long ones: about 120
 *     characters are good
 */
public record Verdict(List<Cause> causes, List<String> warnings) {

    private static final Verdict ALLOWED = new Verdict(List.of(), List.of());

    /**
     * Why an object is refused.
     *
     * @param field the wrong field, such as {@code spec.rules[0].host}; empty if it is no single field
     * @param message what is wrong with it: {@code must be a name such as a.example}
     */
    public record Cause(String field, String message) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if the message is empty
         */
        public Cause {
            Objects.requireNonNull(field, "field of a cause");
            if (message.isBlank()) {
                throw new IllegalArgumentException("message of a cause: expected a text, was empty");
            }
        }
    }

    /** Copies the lists. */
    public Verdict {
        causes = List.copyOf(causes);
        warnings = List.copyOf(warnings);
    }

    /** The object may be stored. */
    public static Verdict allowed() {
        return ALLOWED;
    }

    /** Refuses the object for one more reason. */
    public Verdict denied(String field, String message) {
        return new Verdict(added(causes, new Cause(field, message)), warnings);
    }

    /** Refuses the object for one more reason, if that is true. */
    public Verdict deniedIf(boolean wrong, String field, String message) {
        return wrong ? denied(field, message) : this;
    }

    /** Adds a warning, if that is true. */
    public Verdict warnedIf(boolean doubtful, String warning) {
        return doubtful ? new Verdict(causes, added(warnings, warning)) : this;
    }

    private static <T> List<T> added(List<T> list, T last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }
}
