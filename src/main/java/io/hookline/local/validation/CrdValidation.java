package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.schema.StructuralSchemaRules;
import io.hookline.object.FieldPath;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates CustomResourceDefinitions. */
final class CrdValidation {

    private static final String APPROVAL = "api-approved.kubernetes.io";
    private static final Pattern PROTECTED = Pattern.compile("(.*\\.)?(k8s\\.io|kubernetes\\.io)");

    private final JsonNode spec;
    private final List<FieldError> errors = new ArrayList<>();

    private CrdValidation(JsonNode spec) {
        this.spec = spec;
    }

    static List<FieldError> check(ObjectNode tree) {
        CrdValidation rules = new CrdValidation(tree.path("spec"));
        rules.name(tree.path("metadata").path("name"));
        rules.names();
        rules.versions();
        rules.approval(tree.path("metadata").path("annotations").path(APPROVAL));
        return rules.errors;
    }

    static List<FieldError> onUpdate(ObjectNode tree, ObjectNode before) {
        List<FieldError> errors = new ArrayList<>();
        for (String field : List.of("group", "scope")) {
            JsonNode now = tree.path("spec").path(field);
            if (!now.equals(before.path("spec").path(field))) {
                errors.add(FieldError.invalid(new FieldPath("spec").field(field), now, "field is immutable"));
            }
        }
        for (String field : List.of("plural", "kind")) {
            JsonNode now = tree.path("spec").path("names").path(field);
            if (!now.equals(before.path("spec").path("names").path(field))) {
                errors.add(FieldError.invalid(new FieldPath("spec.names").field(field), now, "field is immutable"));
            }
        }
        CrdValidation rules = new CrdValidation(tree.path("spec"));
        rules.versions();
        errors.addAll(rules.errors);
        return errors;
    }

    private void name(JsonNode name) {
        String expected = spec.path("names").path("plural").asText() + "."
                + spec.path("group").asText();
        if (!name.asText().equals(expected)) {
            errors.add(FieldError.invalid(
                    new FieldPath("metadata.name"), name, "must be spec.names.plural+\".\"+spec.group"));
        }
    }

    private void names() {
        if (spec.path("group").asText().isEmpty()) {
            errors.add(FieldError.required("spec.group", ""));
        }
        JsonNode scope = spec.path("scope");
        if (!Set.of("Namespaced", "Cluster").contains(scope.asText())) {
            errors.add(
                    scope.asText().isEmpty()
                            ? FieldError.required("spec.scope", "")
                            : FieldError.unsupported(
                                    new FieldPath("spec.scope"), scope, List.of("Cluster", "Namespaced")));
        }
        for (String field : List.of("plural", "kind")) {
            if (spec.path("names").path(field).asText().isEmpty()) {
                errors.add(FieldError.required("spec.names." + field, ""));
            }
        }
    }

    private void versions() {
        int stored = 0;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < spec.path("versions").size(); i++) {
            JsonNode version = spec.path("versions").get(i);
            FieldPath place = new FieldPath("spec.versions").index(i);
            stored += version.path("storage").asBoolean() ? 1 : 0;
            if (!seen.add(version.path("name").asText())) {
                errors.add(FieldError.invalid("spec.versions", "", "must contain unique version names"));
            }
            schema(version, place);
        }
        if (stored != 1) {
            errors.add(new FieldError(
                    "spec.versions",
                    "Invalid value: " + FieldError.show(spec.path("versions"))
                            + ": must have exactly one version marked as storage version"));
        }
        if (spec.path("conversion").path("strategy").asText().equals("Webhook")) {
            errors.add(FieldError.unsupported(
                    new FieldPath("spec.conversion.strategy"),
                    spec.path("conversion").path("strategy"),
                    List.of("None")));
        }
    }

    private void schema(JsonNode version, FieldPath place) {
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        FieldPath at = place.field("schema").field("openAPIV3Schema");
        if (!schema.isObject()) {
            errors.add(FieldError.required(at.path(), ""));
            return;
        }
        if (!schema.path("type").asText().equals("object")) {
            errors.add(
                    schema.path("type").asText().isEmpty()
                            ? FieldError.required(at.field("type").path(), "must not be empty at the root")
                            : FieldError.invalid(at.field("type"), schema.path("type"), "must be object at the root"));
        }
        errors.addAll(StructuralSchemaRules.check(schema, at));
    }

    private void approval(JsonNode annotation) {
        if (!PROTECTED.matcher(spec.path("group").asText()).matches()
                || annotation.asText().startsWith("unapproved")
                || isUrl(annotation.asText())) {
            return;
        }
        String path = "metadata.annotations[" + APPROVAL + "]";
        String see = "see https://github.com/kubernetes/enhancements/pull/1111";
        String must = "protected groups must have approval annotation \"" + APPROVAL + "\"";
        errors.add(
                annotation.asText().isEmpty()
                        ? FieldError.required(path, must + ", " + see)
                        : FieldError.invalid(
                                path,
                                annotation.asText(),
                                must + " with either a URL or a reason starting with \"unapproved\", " + see));
    }

    private static boolean isUrl(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null && uri.getScheme() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
