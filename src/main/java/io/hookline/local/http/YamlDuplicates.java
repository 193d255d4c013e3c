package io.hookline.local.http;

import io.hookline.local.machinery.FieldError;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Finds duplicate keys of a YAML document, with the texts of the real server's YAML reader. */
final class YamlDuplicates {
    private YamlDuplicates() {}

    /**
     * Returns messages such as {@code line 3: key "a" already set in map}; none if the text is not YAML, which its reader
     * refuses.
     */
    static List<String> find(String yaml) {
        try {
            return Yaml.first(yaml.getBytes(StandardCharsets.UTF_8)).repeated().stream()
                    .filter(repeated -> !repeated.merged())
                    .map(repeated -> "line " + repeated.line() + ": key " + FieldError.quote(repeated.key())
                            + " already set in map")
                    .toList();
        } catch (YamlException _) {
            return List.of();
        }
    }
}
