package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonEquality;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Validates PersistentVolumeClaims, StorageClasses and CSIDrivers. */
final class StorageRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");

    private static final int MOST_PARAMETERS = 512;

    private static final int MOST_OF_PARAMETERS = 256 * 1024;

    private StorageRules() {}

    static List<FieldError> claim(JsonNode spec, FieldPath root) {
        StorageRules rules = new StorageRules();
        rules.errors.addAll(VolumeRules.accessModes(spec.path("accessModes"), root.field("accessModes")));
        if (spec.path("selector").isObject()) {
            rules.selector(root.field("selector"), spec.path("selector"));
        }
        JsonNode size = spec.at("/resources/requests/storage");
        FieldPath place = root.field("resources").field("[storage]");
        if (size.isMissingNode()) {
            rules.required(place, "");
        } else if (value(size).signum() <= 0) {
            rules.invalid(place, size, "must be greater than zero");
        }
        for (String field : List.of("storageClassName", "volumeAttributesClassName")) {
            if (!text(spec, field).isEmpty()) {
                rules.name(root.field(field), NameForms.subdomain(text(spec, field)), spec.path(field));
            }
        }
        if (spec.path("volumeMode").isTextual()) {
            rules.only(root.field("volumeMode"), spec.path("volumeMode"), List.of("Block", "Filesystem"));
        }
        rules.dataSources(root, spec.path("dataSource"), spec.path("dataSourceRef"));
        return rules.errors;
    }

    private void dataSources(FieldPath root, JsonNode source, JsonNode reference) {
        if (source.isObject()) {
            dataSource(root.field("dataSource"), source);
        }
        if (reference.isObject()) {
            dataSource(root.field("dataSourceRef"), reference);
        }
        if (source.isObject() && reference.isObject()) {
            boolean elsewhere = !text(reference, "namespace").isEmpty();
            if (elsewhere
                    || List.of("apiGroup", "kind", "name").stream()
                            .anyMatch(field -> !text(source, field).equals(text(reference, field)))) {
                String why = elsewhere
                        ? "may not be specified when dataSourceRef.namespace is specified"
                        : "must match dataSourceRef";
                invalid(root, source, why);
            }
        }
    }

    private void dataSource(FieldPath place, JsonNode source) {
        has(source, place, "name");
        has(source, place, "kind");
        String group = text(source, "apiGroup");
        if (!group.isEmpty()) {
            name(place.field("apiGroup"), NameForms.subdomain(group), source.path("apiGroup"));
        } else if (!text(source, "kind").equals("PersistentVolumeClaim")) {
            invalid(
                    place,
                    source.path("kind"),
                    "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        if (!text(source, "namespace").isEmpty()) {
            name(place.field("namespace"), NameForms.label(text(source, "namespace")), source.path("namespace"));
        }
    }

    /** All stays, except for the name of the volume if there is none, and for what a bound claim asks for. */
    static List<FieldError> claimChanges(ObjectNode claim, ObjectNode before) {
        StorageRules rules = new StorageRules();
        ObjectNode spec = claim.withObjectProperty("spec").deepCopy();
        ObjectNode old = before.withObjectProperty("spec").deepCopy();
        JsonNode size = spec.at("/resources/requests/storage");
        JsonNode oldSize = old.at("/resources/requests/storage");
        List<String> free = new ArrayList<>();
        if (text(old, "volumeName").isEmpty()) {
            free.add("volumeName");
        }
        if (spec.has("storageClassName") && !old.has("storageClassName")) {
            free.add("storageClassName");
        }
        if (claim.at("/status/phase").asText().equals("Bound")) {
            free.add("volumeAttributesClassName");
            if (spec.at("/resources/requests") instanceof ObjectNode requests) {
                requests.set("storage", oldSize);
            }
        }
        if (!JsonEquality.semantic(spec.without(free), old.without(free))) {
            rules.forbidden(
                    SPEC,
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
                            + " bound claims");
        }
        if (value(size).compareTo(value(oldSize)) < 0
                && value(size).compareTo(value(before.at("/status/capacity/storage"))) <= 0) {
            rules.forbidden(
                    SPEC.field("resources").field("requests").field("storage"),
                    "field can not be less than status.capacity");
        }
        if (!spec.path("volumeMode").equals(old.path("volumeMode"))) {
            rules.invalid(new FieldPath("volumeMode"), spec.path("volumeMode"), "field is immutable");
        }
        return rules.errors;
    }

    private static BigDecimal value(JsonNode quantity) {
        return quantity.isMissingNode() ? BigDecimal.ZERO : GoQuantities.value(quantity.asText());
    }

    static List<FieldError> storageClass(JsonNode storage) {
        StorageRules rules = new StorageRules();
        if (rules.has(storage, FieldPath.ROOT, "provisioner")) {
            String provisioner = text(storage, "provisioner").toLowerCase(Locale.ROOT);
            rules.name(new FieldPath("provisioner"), NameForms.qualified(provisioner), storage.path("provisioner"));
        }
        JsonNode parameters = storage.path("parameters");
        int size = parameters
                .propertyStream()
                .mapToInt(one -> one.getKey().length() + one.getValue().asText().length())
                .sum();
        if (parameters.size() > MOST_PARAMETERS) {
            rules.errors.add(FieldError.tooLong(new FieldPath("parameters"), MOST_PARAMETERS));
        } else if (size > MOST_OF_PARAMETERS) {
            rules.errors.add(FieldError.tooLong(new FieldPath("parameters"), MOST_OF_PARAMETERS));
        }
        if (parameters.has("")) {
            rules.invalid(new FieldPath("parameters"), storage.path("parameters"), "field can not be empty.");
        }
        rules.oneOf(new FieldPath("reclaimPolicy"), storage.path("reclaimPolicy"), List.of("Delete", "Retain"));
        rules.only(
                new FieldPath("volumeBindingMode"),
                storage.path("volumeBindingMode"),
                List.of("Immediate", "WaitForFirstConsumer"));
        rules.topologies(new FieldPath("allowedTopologies"), storage.path("allowedTopologies"));
        return rules.errors;
    }

    private void topologies(FieldPath place, JsonNode topologies) {
        Set<JsonNode> others = new HashSet<>();
        for (int i = 0; i < topologies.size(); i++) {
            JsonNode expressions = topologies.get(i).path("matchLabelExpressions");
            FieldPath at = place.index(i).field("matchLabelExpressions");
            Set<String> keys = new HashSet<>();
            for (int j = 0; j < expressions.size(); j++) {
                topology(at.index(j), expressions.get(j), keys);
            }
            if (expressions.isEmpty() || !others.add(expressions)) {
                errors.add(FieldError.duplicate(at, expressions));
            }
        }
    }

    private void topology(FieldPath place, JsonNode expression, Set<String> keys) {
        JsonNode values = expression.path("values");
        if (values.isEmpty()) {
            required(place.field("values"), "");
        }
        Set<String> others = new HashSet<>();
        for (int i = 0; i < values.size(); i++) {
            if (!others.add(values.get(i).asText())) {
                errors.add(FieldError.duplicate(place.field("values").index(i), values.get(i)));
            }
        }
        name(place.field("key"), NameForms.qualified(text(expression, "key")), expression.path("key"));
        if (!keys.add(text(expression, "key"))) {
            errors.add(FieldError.duplicate(place.field("key"), expression.path("key")));
        }
    }

    static List<FieldError> storageClassChanges(JsonNode storage, JsonNode before) {
        StorageRules rules = new StorageRules();
        for (String field : List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")) {
            rules.same(new FieldPath(field), storage.path(field), before.path(field));
        }
        return rules.errors;
    }

    private void same(FieldPath place, JsonNode now, JsonNode before) {
        if (!JsonEquality.semantic(now, before)) {
            invalid(place, now, "field is immutable");
        }
    }

    static List<FieldError> driver(JsonNode spec) {
        StorageRules rules = new StorageRules();
        rules.only(
                SPEC.field("fsGroupPolicy"),
                spec.path("fsGroupPolicy"),
                List.of("File", "None", "ReadWriteOnceWithFSType"));
        Set<String> audiences = new HashSet<>();
        JsonNode tokens = spec.path("tokenRequests");
        for (int i = 0; i < tokens.size(); i++) {
            FieldPath place = SPEC.field("tokenRequests").index(i);
            JsonNode seconds = tokens.get(i).path("expirationSeconds");
            if (!audiences.add(text(tokens.get(i), "audience"))) {
                rules.errors.add(FieldError.duplicate(
                        place.field("audience"), tokens.get(i).path("audience")));
            } else if (seconds.isNumber()) {
                rules.between(place.field("expirationSeconds"), seconds, 600, 1L << 32);
            }
        }
        for (JsonNode mode : spec.path("volumeLifecycleModes")) {
            rules.only(SPEC.field("volumeLifecycleModes"), mode, List.of("Ephemeral", "Persistent"));
        }
        JsonNode period = spec.path("nodeAllocatableUpdatePeriodSeconds");
        if (period.isNumber() && period.asLong() < 10) {
            rules.invalid(
                    SPEC.field("nodeAllocatableUpdatePeriodSeconds"),
                    period,
                    "must be greater than or equal to 10 seconds");
        }
        if (spec.path("serviceAccountTokenInSecrets").isBoolean() && tokens.isEmpty()) {
            rules.invalid(
                    SPEC.field("serviceAccountTokenInSecrets"),
                    spec.path("serviceAccountTokenInSecrets"),
                    "is set but no tokenRequests are specified");
        }
        return rules.errors;
    }

    /** Errors name the first field as the real server does. */
    static List<FieldError> driverChanges(JsonNode spec, JsonNode before) {
        StorageRules rules = new StorageRules();
        rules.same(SPEC.field("attachedRequired"), spec.path("attachRequired"), before.path("attachRequired"));
        rules.same(
                SPEC.field("volumeLifecycleModes"),
                spec.path("volumeLifecycleModes"),
                before.path("volumeLifecycleModes"));
        return rules.errors;
    }
}
