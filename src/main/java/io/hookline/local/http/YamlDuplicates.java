package io.hookline.local.http;

import io.hookline.local.machinery.FieldError;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Finds the keys of a YAML document that its mappings have twice, in the words of the real server's reader of YAML. */
final class YamlDuplicates {
    private YamlDuplicates() {}

    /** Such as {@code line 3: key "a" already set in map}. A text that is not YAML is for its reader to refuse. */
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
