package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.SchemaPath;
import io.hookline.object.FieldPath;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Validates CustomResourceDefinitions, except for their schemas. The paths of errors are those of the real server: what
 * is the same in all versions, as in a definition with one version, is named by the field that it had in {@code
 * v1beta1}, such as {@code spec.validation}.
 */
final class CrdValidation {

    private static final String APPROVAL = "api-approved.kubernetes.io";
    private static final Pattern PROTECTED = Pattern.compile("(.*\\.)?(k8s\\.io|kubernetes\\.io)");
    private static final FieldPath SPEC = new FieldPath("spec");
    private static final FieldPath NAMES = SPEC.field("names");
    private static final FieldPath VERSIONS = SPEC.field("versions");
    private static final int MAX_SELECTABLE = 8;
    private static final int MAX_WARNING = 256;

    private final JsonNode spec;
    private final List<FieldError> errors = new ArrayList<>();

    private CrdValidation(JsonNode spec) {
        this.spec = spec;
    }

    static List<FieldError> check(ObjectNode tree) {
        CrdValidation rules = new CrdValidation(tree.path("spec"));
        rules.name(tree.path("metadata"), "name");
        rules.name(tree.path("metadata"), "generateName");
        rules.content(List.of());
        rules.approval(tree.path("metadata").path("annotations").path(APPROVAL));
        rules.preserving();
        return rules.errors;
    }

    static List<FieldError> onUpdate(ObjectNode tree, ObjectNode before) {
        CrdValidation rules = new CrdValidation(tree.path("spec"));
        rules.content(ObjectTrees.texts(before.path("status").path("storedVersions")));
        for (String field : List.of("scope", "group")) {
            rules.unchanged(SPEC.field(field), rules.spec, before.path("spec"), field);
        }
        for (String field : List.of("kind", "plural")) {
            rules.unchanged(
                    NAMES.field(field),
                    rules.spec.path("names"),
                    before.path("spec").path("names"),
                    field);
        }
        JsonNode now = tree.path("metadata").path("annotations").path(APPROVAL);
        if (!now.equals(before.path("metadata").path("annotations").path(APPROVAL))) {
            rules.approval(now);
        }
        rules.preserving();
        return rules.errors;
    }

    private void unchanged(FieldPath place, JsonNode now, JsonNode before, String field) {
        if (!now.path(field).equals(before.path(field))) {
            errors.add(FieldError.invalid(place, now.path(field), "field is immutable"));
        }
    }

    private void content(List<String> stored) {
        group();
        scope();
        versions();
        names();
        conversion();
        stored(stored);
    }

    private void name(JsonNode metadata, String field) {
        JsonNode name = metadata.path(field);
        String expected = spec.path("names").path("plural").asText() + "."
                + spec.path("group").asText();
        if (!name.asText().isEmpty() && !name.asText().equals(expected)) {
            errors.add(FieldError.invalid(
                    new FieldPath("metadata").field(field), name, "must be spec.names.plural+\".\"+spec.group"));
        }
    }

    private void group() {
        String group = spec.path("group").asText();
        FieldPath place = SPEC.field("group");
        if (group.isEmpty()) {
            errors.add(FieldError.required(place.path(), ""));
        } else if (!NameForms.subdomain(group).isEmpty()) {
            invalid(place, group, String.join(",", NameForms.subdomain(group)));
        } else if (!group.contains(".")) {
            invalid(place, group, "should be a domain with at least one dot");
        }
    }

    private void scope() {
        oneOf(SPEC.field("scope"), spec.path("scope"), List.of("Cluster", "Namespaced"));
    }

    private void oneOf(FieldPath place, JsonNode value, List<String> allowed) {
        if (value.asText().isEmpty()) {
            errors.add(FieldError.required(place.path(), ""));
        } else if (!allowed.contains(value.asText())) {
            errors.add(FieldError.unsupported(place, value, allowed));
        }
    }

    private void names() {
        JsonNode names = spec.path("names");
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            String name = names.path(field).asText();
            boolean isKind = field.equals("kind") || field.equals("listKind");
            List<String> problems = NameForms.versionLabel(isKind ? name.toLowerCase(Locale.ROOT) : name);
            if (name.isEmpty()) {
                errors.add(FieldError.required(NAMES.field(field).path(), ""));
            } else if (!problems.isEmpty()) {
                String start = isKind ? "may have mixed case, but should otherwise match: " : "";
                invalid(NAMES.field(field), name, start + String.join(",", problems));
            }
        }
        for (String field : List.of("shortNames", "categories")) {
            List<String> all = ObjectTrees.texts(names.path(field));
            for (int i = 0; i < all.size(); i++) {
                List<String> problems = NameForms.versionLabel(all.get(i));
                if (!problems.isEmpty()) {
                    invalid(NAMES.field(field).index(i), all.get(i), String.join(",", problems));
                }
            }
        }
        String kind = names.path("kind").asText();
        if (!kind.isEmpty() && kind.equals(names.path("listKind").asText())) {
            invalid(NAMES.field("listKind"), kind, "kind and listKind may not be the same");
        }
    }

    private void versions() {
        JsonNode versions = spec.path("versions");
        int stored = 0;
        Set<String> seen = new HashSet<>();
        boolean unique = true;
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            FieldPath place = VERSIONS.index(i);
            String name = version.path("name").asText();
            stored += version.path("storage").asBoolean() ? 1 : 0;
            unique &= seen.add(name);
            List<String> problems = NameForms.versionLabel(name);
            if (!problems.isEmpty()) {
                invalid(place.field("name"), name, String.join(",", problems));
                if (i == 0 && !name.isEmpty()) {
                    invalid(SPEC.field("version"), name, String.join(",", problems));
                }
            }
            deprecation(version, place.field("deprecationWarning"));
            if (!version.path("schema").path("openAPIV3Schema").isObject()) {
                errors.add(FieldError.required(
                        place.field("schema").field("openAPIV3Schema").path(), ""));
            }
        }
        parts();
        if (!unique) {
            errors.add(FieldError.invalid(VERSIONS, versions, "must contain unique version names"));
        }
        if (stored != 1) {
            errors.add(
                    FieldError.invalid(VERSIONS, versions, "must have exactly one version marked as storage version"));
        }
    }

    private void deprecation(JsonNode version, FieldPath place) {
        JsonNode warning = version.path("deprecationWarning");
        if (warning.isMissingNode()) {
            return;
        }
        String text = warning.asText();
        if (!version.path("deprecated").asBoolean()) {
            errors.add(FieldError.invalid(place, warning, "can only be set for deprecated versions"));
        } else if (text.getBytes(StandardCharsets.UTF_8).length > MAX_WARNING) {
            errors.add(FieldError.invalid(place, warning, "must be <= 256 characters long"));
        } else if (text.isEmpty()) {
            errors.add(FieldError.invalid(place, warning, "must not be an empty string"));
        } else if (text.codePoints().anyMatch(c -> !isPrintable(c))) {
            errors.add(FieldError.invalid(place, warning, "must only contain printable UTF-8 characters"));
        }
    }

    /** Letters, marks, numbers, punctuation, symbols and the space, as in Go. */
    private static boolean isPrintable(int character) {
        return character == ' '
                || switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.UNASSIGNED,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.SPACE_SEPARATOR,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> false;
                    default -> true;
                };
    }

    /** The parts that may be the same in all versions. */
    private void parts() {
        JsonNode versions = spec.path("versions");
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            boolean first = i == 0;
            if (first || !same("schema")) {
                FieldPath at = same("schema")
                        ? SPEC.field("validation")
                        : VERSIONS.index(i).field("schema");
                errors.addAll(CrdSchemaRules.check(
                        version.path("schema").path("openAPIV3Schema"), at.field("openAPIV3Schema"), hasStatus(i)));
            }
            if (first || !same("subresources")) {
                scale(version.path("subresources").path("scale"), at(i, "subresources"));
            }
            if (first || !same("additionalPrinterColumns")) {
                columns(version.path("additionalPrinterColumns"), at(i, "additionalPrinterColumns"));
            }
            if (first || !same("selectableFields")) {
                selectable(version, at(i, "selectableFields"));
            }
        }
    }

    /** A schema of all versions has the rules for a status if any of them has one. */
    private boolean hasStatus(int version) {
        return same("schema")
                ? spec.path("versions")
                        .valueStream()
                        .anyMatch(one -> one.path("subresources").has("status"))
                : spec.path("versions").path(version).path("subresources").has("status");
    }

    private boolean same(String part) {
        JsonNode first = spec.path("versions").path(0).path(part);
        return spec.path("versions")
                .valueStream()
                .allMatch(version -> version.path(part).equals(first));
    }

    private FieldPath at(int version, String part) {
        return (same(part) ? SPEC : VERSIONS.index(version)).field(part);
    }

    private void scale(JsonNode scale, FieldPath subresources) {
        if (!scale.isObject()) {
            return;
        }
        FieldPath place = subresources.field("scale");
        replicas(scale, "specReplicasPath", ".spec", place);
        replicas(scale, "statusReplicasPath", ".status", place);
        String selector = scale.path("labelSelectorPath").asText();
        FieldPath at = place.field("labelSelectorPath");
        if (!selector.isEmpty() && !isPath(selector, at)) {
            return;
        }
        if (!selector.isEmpty() && !selector.startsWith(".spec.") && !selector.startsWith(".status.")) {
            invalid(at, selector, "should be a json path under either .spec or .status");
        }
    }

    private void replicas(JsonNode scale, String field, String root, FieldPath place) {
        String path = scale.path(field).asText();
        if (path.isEmpty()) {
            errors.add(FieldError.required(place.field(field).path(), ""));
        } else if (isPath(path, place.field(field)) && !path.startsWith(root + ".")) {
            invalid(place.field(field), path, "should be a json path under " + root);
        }
    }

    private boolean isPath(String path, FieldPath place) {
        if (!path.startsWith(".")) {
            invalid(place, path, "must be a simple json path starting with .");
        }
        return path.startsWith(".");
    }

    private void columns(JsonNode columns, FieldPath place) {
        for (int i = 0; i < columns.size(); i++) {
            JsonNode column = columns.get(i);
            FieldPath at = place.index(i);
            if (column.path("name").asText().isEmpty()) {
                errors.add(FieldError.required(at.field("name").path(), ""));
            }
            String type = column.path("type").asText();
            String types = "must be one of boolean,date,integer,number,string";
            if (type.isEmpty()) {
                errors.add(FieldError.required(at.field("type").path(), types));
            } else if (!Set.of("boolean", "date", "integer", "number", "string").contains(type)) {
                invalid(at.field("type"), type, types);
            }
            String format = column.path("format").asText();
            Set<String> formats =
                    Set.of("", "int32", "int64", "float", "double", "byte", "date", "date-time", "password");
            if (!formats.contains(format)) {
                invalid(
                        at.field("format"),
                        format,
                        "must be one of byte,date,date-time,double,float,int32,int64,password");
            }
            String path = column.path("jsonPath").asText();
            if (path.isEmpty()) {
                errors.add(FieldError.required(at.field("JSONPath").path(), ""));
            } else {
                isPath(path, at.field("JSONPath"));
            }
        }
    }

    private void selectable(JsonNode version, FieldPath place) {
        JsonNode fields = version.path("selectableFields");
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        if (fields.isEmpty()) {
            return;
        }
        boolean same = same("selectableFields") && spec.path("versions").size() > 0;
        if (!schema.isObject() || (same && !same("schema")) || (!same && same("schema"))) {
            invalid(place, "", "may only be set when a schema is included");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            String path = fields.get(i).path("jsonPath").asText();
            FieldPath at = place.index(i).field("jsonPath");
            if (path.isEmpty()) {
                errors.add(FieldError.required(at.path(), ""));
                continue;
            }
            switch (SchemaPath.find(path, schema, false)) {
                case SchemaPath.Wrong wrong -> invalid(at, path, "is an invalid path: " + wrong.why());
                case SchemaPath.Found found -> {
                    if (found.root().equals("metadata")) {
                        invalid(at, path, "must not point to fields in metadata");
                    }
                    if (!Set.of("string", "boolean", "integer")
                            .contains(found.schema().path("type").asText())) {
                        invalid(
                                at,
                                path,
                                "must point to a field of type string, boolean or integer. Enum string fields and"
                                        + " strings with formats are allowed.");
                    }
                    if (!seen.add(found.path())) {
                        errors.add(FieldError.duplicate(at, fields.get(i).path("jsonPath")));
                    }
                }
            }
        }
        if (seen.size() > MAX_SELECTABLE) {
            errors.add(FieldError.tooMany(place, seen.size(), MAX_SELECTABLE));
        }
    }

    private void conversion() {
        JsonNode conversion = spec.path("conversion");
        FieldPath place = SPEC.field("conversion");
        JsonNode strategy = conversion.path("strategy");
        oneOf(place.field("strategy"), strategy, List.of("None", "Webhook"));
        JsonNode webhook = conversion.path("webhook");
        if (strategy.asText().equals("Webhook")) {
            client(webhook.path("clientConfig"), place.field("webhookClientConfig"));
            reviewVersions(
                    ObjectTrees.texts(webhook.path("conversionReviewVersions")),
                    place.field("conversionReviewVersions"));
            return;
        }
        String why = "should not be set when strategy is not set to Webhook";
        if (webhook.has("clientConfig")) {
            errors.add(FieldError.forbidden(place.field("webhookClientConfig").path(), why));
        }
        if (!webhook.path("conversionReviewVersions").isEmpty()) {
            errors.add(
                    FieldError.forbidden(place.field("conversionReviewVersions").path(), why));
        }
    }

    private void client(JsonNode client, FieldPath place) {
        if (!client.isObject()) {
            errors.add(FieldError.required(place.path(), "required when strategy is set to Webhook"));
        } else if (client.has("url") == client.has("service")) {
            errors.add(FieldError.required(place.path(), "exactly one of url or service is required"));
        } else if (client.has("url")) {
            url(client.path("url").asText(), place.field("url"));
        } else {
            service(client.path("service"), place.field("service"));
        }
    }

    private void url(String text, FieldPath place) {
        try {
            URI url = new URI(text);
            boolean plain = "https".equals(url.getScheme())
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getFragment() == null
                    && url.getQuery() == null;
            if (!plain) {
                invalid(
                        place,
                        text,
                        "must be an https URL with a host, without user, query and fragment; desired format:"
                                + " https://host[/path]");
            }
        } catch (URISyntaxException _) {
            errors.add(
                    FieldError.required(place.path(), "url must be a valid URL; desired format: https://host[/path]"));
        }
    }

    /** The real server names the other one of name and namespace. */
    private void service(JsonNode service, FieldPath place) {
        if (service.path("namespace").asText().isEmpty()) {
            errors.add(FieldError.required(place.field("name").path(), ""));
        }
        if (service.path("name").asText().isEmpty()) {
            errors.add(FieldError.required(place.field("namespace").path(), ""));
        }
        long port = service.path("port").asLong(443);
        if (port < 1 || port > 65_535) {
            errors.add(FieldError.invalid(
                    place.field("port"),
                    service.path("port"),
                    "port is not valid: must be between 1 and 65535, inclusive"));
        }
        String path = service.path("path").asText();
        if (!path.isEmpty() && !path.equals("/") && !isServicePath(path)) {
            invalid(place.field("path"), path, "must start with a '/', and consist of DNS names");
        }
    }

    private static boolean isServicePath(String path) {
        String steps = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return path.startsWith("/")
                && !path.equals("//")
                && List.of(steps.substring(1).split("/", -1)).stream()
                        .allMatch(step -> NameForms.subdomain(step).isEmpty());
    }

    private void reviewVersions(List<String> versions, FieldPath place) {
        if (versions.isEmpty()) {
            errors.add(FieldError.required(place.path(), ""));
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            FieldPath at = place.index(i);
            String version = versions.get(i);
            if (!seen.add(version)) {
                invalid(at, version, "duplicate version");
            } else {
                NameForms.versionLabel(version).forEach(problem -> invalid(at, version, problem));
            }
        }
        if (!seen.contains("v1") && !seen.contains("v1beta1")) {
            invalid(place, String.join(",", versions), "must include at least one of v1, v1beta1");
        }
    }

    /** The versions that objects may be stored in: those of before, and the storage version. */
    private void stored(List<String> before) {
        FieldPath place = new FieldPath("status.storedVersions");
        List<String> stored = new ArrayList<>(before);
        spec.path("versions")
                .valueStream()
                .filter(version -> version.path("storage").asBoolean())
                .limit(1)
                .map(version -> version.path("name").asText())
                .filter(name -> !stored.contains(name))
                .forEach(stored::add);
        if (stored.isEmpty()) {
            invalid(place, "", "must have at least one stored version");
            return;
        }
        Set<String> missing = new HashSet<>(stored);
        for (JsonNode version : spec.path("versions")) {
            String name = version.path("name").asText();
            if (version.path("storage").asBoolean() && !stored.contains(name)) {
                invalid(place, String.join(",", stored), "must have the storage version " + name);
            }
            missing.remove(name);
        }
        for (int i = 0; i < stored.size(); i++) {
            String name = stored.get(i);
            if (missing.contains(name)) {
                invalid(
                        place.index(i),
                        name,
                        "missing from spec.versions; " + name + " was previously a storage version, and must remain in"
                                + " spec.versions until a storage migration ensures no data remains persisted in "
                                + name + " and removes " + name + " from status.storedVersions");
            }
        }
    }

    private void preserving() {
        if (spec.path("preserveUnknownFields").asBoolean()) {
            errors.add(FieldError.invalid(
                    SPEC.field("preserveUnknownFields"),
                    spec.path("preserveUnknownFields"),
                    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema"
                            + " instead"));
        }
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

    private void invalid(FieldPath place, String value, String why) {
        errors.add(FieldError.invalid(place.path(), value, why));
    }
}
