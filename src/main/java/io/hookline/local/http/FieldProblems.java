package io.hookline.local.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What strict field validation finds in a request's body.
 *
 * @param yaml keys that occur twice in a YAML text
 * @param fields fields that occur twice in a JSON text or are not known
 */
record FieldProblems(List<String> yaml, List<String> fields) {

    FieldProblems {
        yaml = List.copyOf(yaml);
        fields = List.copyOf(fields);
    }

    boolean isEmpty() {
        return yaml.isEmpty() && fields.isEmpty();
    }

    /** All in one sentence. */
    String strictError() {
        List<String> all = new ArrayList<>();
        if (!yaml.isEmpty()) {
            all.add(yamlError());
        }
        all.addAll(fields);
        return "strict decoding error: " + String.join(", ", all);
    }

    /** The reader of YAML says all that it found in one error. */
    String yamlError() {
        return "yaml: unmarshal errors:\n  " + String.join("\n  ", yaml);
    }

    /** Each on its own, and once. */
    Set<String> warnings() {
        Set<String> warnings = new LinkedHashSet<>(yaml);
        warnings.addAll(fields);
        return warnings;
    }
}
