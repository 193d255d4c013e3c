package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The common validation rules of built-in kinds: required and immutable fields. Rules of the real server that are
 * missing here are a known limit.
 */
final class BuiltInRules {
    private BuiltInRules() {}

    static List<FieldError> onCreate(ServedResource resource, ObjectNode tree) {
        List<FieldError> errors = new ArrayList<>(common(resource, tree));
        errors.addAll(KindRules.check(resource.table(), tree));
        return errors;
    }

    private static List<FieldError> common(ServedResource resource, ObjectNode tree) {
        return switch (resource.table()) {
            case "configmaps" -> DataRules.configMap(tree);
            case "secrets" -> DataRules.secret(tree);
            case "services" -> service(tree);
            case "pods" -> WorkloadRules.pod(tree.path("spec"), "spec");
            case "deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps" ->
                WorkloadRules.workload(tree.path("spec"));
            case "jobs.batch" -> WorkloadRules.job(tree.path("spec"), "spec");
            case "cronjobs.batch" -> WorkloadRules.cronJob(tree.path("spec"));
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" ->
                binding(tree);
            case CrdResources.TABLE -> CrdValidation.check(tree);
            default -> List.of();
        };
    }

    static List<FieldError> onUpdate(ServedResource resource, ObjectNode tree, ObjectNode before) {
        List<FieldError> errors = new ArrayList<>();
        if (!resource.isBuiltIn("pods") && !resource.isBuiltIn(CrdResources.TABLE)) {
            errors.addAll(onCreate(resource, tree));
        }
        switch (resource.table()) {
            case "configmaps" -> errors.addAll(DataRules.immutable(tree, before));
            case "secrets" -> {
                if (!tree.path("type").equals(before.path("type"))) {
                    errors.add(FieldError.invalid(new FieldPath("type"), tree.path("type"), "field is immutable"));
                }
                errors.addAll(DataRules.immutable(tree, before));
            }
            case "services" -> errors.addAll(serviceUpdate(tree, before));
            case "pods" -> errors.addAll(WorkloadRules.podUpdate(tree.path("spec"), before.path("spec")));
            case "deployments.apps", "replicasets.apps", "daemonsets.apps" ->
                same(tree, before, "spec", "selector", errors);
            case "statefulsets.apps" ->
                errors.addAll(WorkloadRules.statefulSetUpdate(tree.path("spec"), before.path("spec")));
            case "jobs.batch" -> {
                for (String field : List.of("completions", "selector", "template")) {
                    same(tree, before, "spec", field, errors);
                }
            }
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" -> {
                if (!JsonEquality.strict(tree.path("roleRef"), before.path("roleRef"))) {
                    errors.add(FieldError.invalid(
                            new FieldPath("roleRef"), tree.path("roleRef"), "cannot change roleRef"));
                }
            }
            case CrdResources.TABLE -> errors.addAll(CrdValidation.onUpdate(tree, before));
            default -> {
                // all fields may change
            }
        }
        return errors;
    }

    private static void same(ObjectNode tree, ObjectNode before, String part, String field, List<FieldError> errors) {
        JsonNode now = tree.path(part).path(field);
        if (!JsonEquality.semantic(now, before.path(part).path(field))) {
            errors.add(FieldError.invalid(new FieldPath(part).field(field), now, "field is immutable"));
        }
    }

    private static List<FieldError> service(ObjectNode tree) {
        JsonNode spec = tree.path("spec");
        List<FieldError> errors = new ArrayList<>();
        boolean headless = spec.path("clusterIP").asText().equals("None");
        boolean external = spec.path("type").asText().equals("ExternalName");
        if (spec.path("ports").isEmpty() && !headless && !external) {
            errors.add(FieldError.required("spec.ports", ""));
        }
        for (int i = 0; i < spec.path("ports").size(); i++) {
            JsonNode port = spec.path("ports").get(i);
            FieldPath place = new FieldPath("spec.ports").index(i);
            if (spec.path("ports").size() > 1 && port.path("name").asText().isEmpty()) {
                errors.add(FieldError.required(place.field("name").path(), ""));
            }
            long number = port.path("port").asLong();
            if (number < 1 || number > 65_535) {
                errors.add(FieldError.invalid(
                        place.field("port"), port.path("port"), "must be between 1 and 65535, inclusive"));
            }
        }
        return errors;
    }

    private static List<FieldError> serviceUpdate(ObjectNode tree, ObjectNode before) {
        String old = before.path("spec").path("clusterIP").asText();
        JsonNode now = tree.path("spec").path("clusterIP");
        boolean external = tree.path("spec").path("type").asText().equals("ExternalName");
        return old.isEmpty() || external || old.equals(now.asText())
                ? List.of()
                : List.of(new FieldError(
                        "spec.clusterIPs[0]",
                        "Invalid value: [" + FieldError.show(now) + "]: may not change once set"));
    }

    private static List<FieldError> binding(ObjectNode tree) {
        List<FieldError> errors = new ArrayList<>();
        if (tree.path("roleRef").path("name").asText().isEmpty()) {
            errors.add(FieldError.required("roleRef.name", ""));
        }
        return errors;
    }

    /** Validates ConfigMaps and Secrets. */
    private static final class DataRules {

        /** The maximum size of all values together, decoded; keys are not counted. */
        private static final long MAX_BYTES = 1 << 20;

        private DataRules() {}

        static List<FieldError> configMap(ObjectNode tree) {
            List<FieldError> errors = keys(tree);
            long bytes = 0;
            for (JsonNode text : tree.path("data")) {
                bytes += text.asText().getBytes(StandardCharsets.UTF_8).length;
            }
            // As in the real server, the error names no field: the limit is for data and binaryData together.
            return checkSize(bytes + decodedSize(tree.path("binaryData")), "[]", errors);
        }

        static List<FieldError> secret(ObjectNode tree) {
            return checkSize(decodedSize(tree.path("data")), "data", keys(tree));
        }

        private static List<FieldError> checkSize(long bytes, String path, List<FieldError> errors) {
            if (bytes > MAX_BYTES) {
                errors.add(FieldError.tooLong(new FieldPath(path), MAX_BYTES));
            }
            return errors;
        }

        /** The number of bytes that base64 texts encode. */
        private static long decodedSize(JsonNode texts) {
            long bytes = 0;
            for (JsonNode text : texts) {
                String base64 = text.asText().stripTrailing();
                int end = base64.length();
                while (end > 0 && base64.charAt(end - 1) == '=') {
                    end--;
                }
                bytes += end * 3L / 4;
            }
            return bytes;
        }

        private static List<FieldError> keys(ObjectNode tree) {
            List<FieldError> errors = new ArrayList<>();
            for (String part : List.of("data", "binaryData")) {
                for (Map.Entry<String, JsonNode> entry : tree.path(part).properties()) {
                    if (!entry.getKey().matches("[-._a-zA-Z0-9]+")
                            || entry.getKey().equals(".")
                            || entry.getKey().startsWith("..")) {
                        errors.add(
                                FieldError.invalid(
                                        part + "[" + entry.getKey() + "]",
                                        entry.getKey(),
                                        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',"
                                                + "  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"));
                    }
                }
            }
            return errors;
        }

        /** Refuses changes of immutable data. */
        static List<FieldError> immutable(ObjectNode tree, ObjectNode before) {
            if (!before.path("immutable").asBoolean()) {
                return List.of();
            }
            List<FieldError> errors = new ArrayList<>();
            if (!tree.path("immutable").asBoolean()) {
                errors.add(FieldError.forbidden("immutable", "field is immutable when `immutable` is set"));
            }
            for (String part : List.of("data", "binaryData")) {
                if (!JsonEquality.semantic(tree.path(part), before.path(part))) {
                    errors.add(FieldError.forbidden(part, "field is immutable when `immutable` is set"));
                }
            }
            return errors;
        }
    }
}
