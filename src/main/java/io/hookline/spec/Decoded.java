package io.hookline.spec;

import java.util.List;

/**
 * What was read, and what was passed over while reading.
 *
 * @param warnings for the author, each with its place: {@code spec.hooks.sync.webhok: unknown field}
 */
public record Decoded<T>(T value, List<String> warnings) {
    public Decoded {
        warnings = List.copyOf(warnings);
    }
}
