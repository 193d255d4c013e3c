package io.hookline.local.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The problems that strict field validation finds in the body of a request.
 *
 * @param yaml duplicate keys of a YAML text
 * @param fields duplicate or unknown fields of a JSON text
 */
record FieldProblems(List<String> yaml, List<String> fields) {

    FieldProblems {
        yaml = List.copyOf(yaml);
        fields = List.copyOf(fields);
    }

    boolean isEmpty() {
        return yaml.isEmpty() && fields.isEmpty();
    }

    /** The message with all problems. */
    String strictError() {
        List<String> all = new ArrayList<>();
        if (!yaml.isEmpty()) {
            all.add(yamlError());
        }
        all.addAll(fields);
        return "strict decoding error: " + String.join(", ", all);
    }

    /** The message about duplicate keys: the YAML reader of the real server reports them in one error. */
    String yamlError() {
        return "yaml: unmarshal errors:\n  " + String.join("\n  ", yaml);
    }

    /** One warning for each problem, without duplicates. */
    Set<String> warnings() {
        Set<String> warnings = new LinkedHashSet<>(yaml);
        warnings.addAll(fields);
        return warnings;
    }
}
