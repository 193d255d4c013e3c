package io.hookline.cli.check.rule;

import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Objects that the API server refuses, such as a sample that does not fit the schema of its CRD. */
final class RefusedObjects implements Check {

    /** The first field in a message of the API server: {@code ... is invalid: spec.size: Invalid value: ...}. */
    private static final Pattern FIELD = Pattern.compile("is invalid: \\[?([A-Za-z][\\w.\\[\\]-]*): ");

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.placed()
                .flatMap(placed -> project
                        .api()
                        .refusal(placed.manifest(), placed.namespace())
                        .map(refusal ->
                                Finding.error(placed.manifest(), field(refusal), shown(placed.manifest(), refusal)))
                        .stream());
    }

    private static FieldPath field(String refusal) {
        Matcher field = FIELD.matcher(refusal);
        return field.find() ? new FieldPath(field.group(1)) : FieldPath.ROOT;
    }

    /** Most messages name the object. */
    private static String shown(Manifest manifest, String refusal) {
        return refusal.contains(manifest.object().name()) ? refusal : manifest.object() + ": " + refusal;
    }
}
