package io.hookline.spec;

import java.util.List;

/**
 * A decoded value with warnings.
 *
 * @param warnings for the author, each with its field: {@code spec.hooks.sync.webhok: unknown field}
 */
public record Decoded<T>(T value, List<String> warnings) {
    public Decoded {
        warnings = List.copyOf(warnings);
    }

    /** The warnings of unknown fields, which are ignored. In a selector, more is selected without them. */
    public List<String> unknownFields() {
        return warnings.stream()
                .filter(warning -> warning.endsWith(FieldReader.UNKNOWN))
                .toList();
    }
}
