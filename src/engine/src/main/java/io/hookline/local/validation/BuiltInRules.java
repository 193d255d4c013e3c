package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.GoTimes;
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

    /** Kinds whose updates have rules of their own. */
    private static final List<String> UPDATED_BY_OTHER_RULES =
            List.of("pods", "priorityclasses.scheduling.k8s.io", CrdResources.TABLE);

    /** Above are the priorities of the cluster itself. */
    private static final int MOST_PRIORITY = 1_000_000_000;

    private BuiltInRules() {}

    static List<FieldError> onCreate(ServedResource resource, ObjectNode tree) {
        List<FieldError> errors = new ArrayList<>(common(resource, tree));
        errors.addAll(KindRules.check(resource.table(), tree));
        if (resource.isBuiltIn("events")) {
            errors.addAll(EventRules.onCreate(tree));
        }
        return errors;
    }

    private static List<FieldError> common(ServedResource resource, ObjectNode tree) {
        return switch (resource.table()) {
            case "configmaps" -> DataRules.configMap(tree);
            case "secrets" -> DataRules.secret(tree);
            case "pods" -> WorkloadRules.pod(tree.path("spec"), "spec");
            case "deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps" ->
                WorkloadRules.workload(tree.path("spec"), !resource.isBuiltIn("daemonsets.apps"));
            case "jobs.batch" -> {
                List<FieldError> errors = new ArrayList<>(WorkloadRules.job(tree.path("spec"), "spec"));
                errors.addAll(WorkloadRules.generatedSelector(tree));
                errors.addAll(WorkloadRules.matchingSelector(tree.path("spec")));
                yield errors;
            }
            case "cronjobs.batch" -> WorkloadRules.cronJob(tree.path("spec"));
            case "priorityclasses.scheduling.k8s.io" -> priority(tree);
            case CrdResources.TABLE -> CrdValidation.check(tree);
            default -> List.of();
        };
    }

    static List<FieldError> onUpdate(ServedResource resource, ObjectNode tree, ObjectNode before) {
        List<FieldError> errors = new ArrayList<>();
        if (resource.isBuiltIn("events")) {
            return EventRules.onUpdate(tree, before);
        }
        if (resource.isBuiltIn("controllerrevisions.apps")) {
            return CoreRules.revisionChanges(tree, before);
        }
        if (!UPDATED_BY_OTHER_RULES.contains(resource.table())) {
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
            case "horizontalpodautoscalers.autoscaling" -> {
                JsonNode now = tree.path("spec").path("scaleTargetRef");
                JsonNode old = before.path("spec").path("scaleTargetRef");
                if (now.path("apiVersion")
                                .asText()
                                .equals(old.path("apiVersion").asText())
                        && now.path("kind").equals(old.path("kind"))) {
                    errors.removeIf(error -> error.path().equals("spec.scaleTargetRef.apiVersion"));
                }
            }
            case "services" -> {
                errors.addAll(serviceUpdate(tree, before));
                errors.addAll(ServiceRules.changes(tree.path("spec"), before.path("spec")));
            }
            case "pods" ->
                errors.addAll(WorkloadRules.podUpdate(
                        withEqualQuantities(resource, tree).path("spec"),
                        withEqualQuantities(resource, before).path("spec")));
            case "deployments.apps", "replicasets.apps", "daemonsets.apps" -> same(tree, before, "selector", errors);
            case "statefulsets.apps" -> {
                // these fields may not change, so that only their first value is checked
                errors.removeIf(error -> error.path().startsWith("spec.volumeClaimTemplates")
                        || error.path().equals("spec.serviceName"));
                errors.addAll(WorkloadRules.statefulSetUpdate(
                        withEqualQuantities(resource, tree).path("spec"),
                        withEqualQuantities(resource, before).path("spec")));
            }
            case "nodes" -> errors.addAll(CoreRules.nodeChanges(tree, before));
            case "jobs.batch" -> {
                ObjectNode now = withEqualQuantities(resource, tree);
                ObjectNode old = withEqualQuantities(resource, before);
                JobRules.IMMUTABLE.forEach(field -> same(now, old, field, errors));
                JsonNode spec = now.path("spec");
                boolean scaled = spec.path("completionMode").asText().equals("Indexed")
                        && spec.path("completions").equals(spec.path("parallelism"));
                if (!scaled) {
                    same(now, old, "completions", errors);
                }
            }
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" -> {
                if (!JsonEquality.strict(tree.path("roleRef"), before.path("roleRef"))) {
                    errors.add(FieldError.invalid(
                            new FieldPath("roleRef"), tree.path("roleRef"), "cannot change roleRef"));
                }
            }
            case "endpointslices.discovery.k8s.io" -> {
                if (!tree.path("addressType").equals(before.path("addressType"))) {
                    errors.add(FieldError.invalid(
                            new FieldPath("addressType"), tree.path("addressType"), "field is immutable"));
                }
            }
            case "ingressclasses.networking.k8s.io" -> same(tree, before, "controller", errors);
            case "persistentvolumeclaims" ->
                errors.addAll(StorageRules.claimChanges(
                        withEqualQuantities(resource, tree), withEqualQuantities(resource, before)));
            case "storageclasses.storage.k8s.io" -> errors.addAll(StorageRules.storageClassChanges(tree, before));
            case "csidrivers.storage.k8s.io" ->
                errors.addAll(StorageRules.driverChanges(tree.path("spec"), before.path("spec")));
            case "persistentvolumes" -> errors.addAll(VolumeRules.changes(tree, before));
            case "priorityclasses.scheduling.k8s.io" -> {
                if (tree.path("value").asLong() != before.path("value").asLong()) {
                    errors.add(FieldError.forbidden("value", "may not be changed in an update."));
                }
                JsonNode policy = tree.path("preemptionPolicy");
                if (!policy.equals(before.path("preemptionPolicy"))) {
                    errors.add(FieldError.invalid(new FieldPath("preemptionPolicy"), policy, "field is immutable"));
                }
            }
            case "resourcequotas" -> errors.addAll(ResourceRules.quotaChanges(tree, before));
            case CrdResources.TABLE -> errors.addAll(CrdValidation.onUpdate(tree, before));
            default -> {
                // all fields may change
            }
        }
        return errors;
    }

    /** The object with quantities that are equal if they stand for the same number. */
    private static ObjectNode withEqualQuantities(ServedResource resource, ObjectNode tree) {
        return GoTimes.withEqualQuantities(tree, resource.schema().get());
    }

    private static void same(ObjectNode tree, ObjectNode before, String field, List<FieldError> errors) {
        JsonNode now = tree.path("spec").path(field);
        if (!JsonEquality.semantic(now, before.path("spec").path(field))) {
            errors.add(FieldError.invalid(new FieldPath("spec").field(field), now, "field is immutable"));
        }
    }

    private static List<FieldError> priority(ObjectNode tree) {
        List<FieldError> errors = new ArrayList<>();
        if (tree.at("/metadata/name").asText().startsWith("system-")) {
            errors.add(
                    FieldError.forbidden("metadata.name", "names with the prefix 'system-' are those of the cluster"));
        } else if (tree.path("value").asLong() > MOST_PRIORITY) {
            errors.add(FieldError.forbidden("value", "must be at most " + MOST_PRIORITY));
        }
        JsonNode policy = tree.path("preemptionPolicy");
        List<String> policies = List.of("PreemptLowerPriority", "Never");
        if (!policies.contains(policy.asText())) {
            errors.add(FieldError.unsupported(new FieldPath("preemptionPolicy"), policy, policies));
        }
        return errors;
    }

    /** An address is allocated before a Service is validated, for an owner whose name can be a part of a path. */
    static List<FieldError> address(ObjectNode service) {
        JsonNode spec = service.path("spec");
        String name = service.path("metadata").path("name").asText();
        boolean none = spec.path("type").asText().equals("ExternalName")
                || spec.path("clusterIP").asText().equals("None");
        return none || (!name.isEmpty() && NameForms.pathSegment(name).isEmpty())
                ? List.of()
                : List.of(FieldError.invalid(
                        new FieldPath("spec.clusterIPs"),
                        spec.path("clusterIPs"),
                        "failed to allocate IP: the name of the Service is not valid"));
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

    /** Validates Events. The two groups that serve them name some fields differently, also in errors. */
    private static final class EventRules {

        /** The maximum length of some fields, in bytes. */
        private static final Map<String, Integer> LENGTHS =
                Map.of("reportingInstance", 128, "action", 128, "reason", 128, "message", 1024);

        /** Names in the core group, which are those in errors, by those in the other group. */
        private static final Map<String, String> NAMES = Map.of(
                "note", "message",
                "regarding", "involvedObject",
                "deprecatedSource", "source",
                "deprecatedFirstTimestamp", "firstTimestamp",
                "deprecatedLastTimestamp", "lastTimestamp",
                "deprecatedCount", "count");

        /** What stays as it was created, in the other group. */
        private static final List<String> IMMUTABLE = List.of(
                "regarding",
                "reason",
                "note",
                "deprecatedSource",
                "deprecatedFirstTimestamp",
                "deprecatedLastTimestamp",
                "deprecatedCount",
                "type",
                "eventTime",
                "action",
                "related",
                "reportingController",
                "reportingInstance");

        private EventRules() {}

        static List<FieldError> onCreate(ObjectNode tree) {
            List<FieldError> errors = common(tree);
            if (isOfNewGroup(tree)) {
                errors.addAll(series(tree));
                if (!isDated(tree)) {
                    errors.add(FieldError.required("eventTime", ""));
                }
                if (!List.of("Normal", "Warning").contains(tree.path("type").asText())) {
                    errors.add(FieldError.invalid(
                            "type",
                            "",
                            "has invalid value: " + tree.path("type").asText()));
                }
                for (String field : List.of(
                        "deprecatedFirstTimestamp", "deprecatedLastTimestamp", "deprecatedCount", "deprecatedSource")) {
                    if (!isZero(tree.path(field))) {
                        errors.add(FieldError.invalid(NAMES.getOrDefault(field, field), "", "needs to be unset"));
                    }
                }
            }
            return errors;
        }

        static List<FieldError> onUpdate(ObjectNode tree, ObjectNode before) {
            List<FieldError> errors = common(tree);
            if (isOfNewGroup(tree)) {
                if (!JsonEquality.semantic(tree.path("series"), before.path("series"))) {
                    errors.addAll(series(tree));
                }
                for (String field : IMMUTABLE) {
                    JsonNode now = tree.path(field);
                    JsonNode old = before.path(field);
                    if (!JsonEquality.semantic(now, old) && !(isZero(now) && isZero(old))) {
                        errors.add(FieldError.invalid(
                                new FieldPath(NAMES.getOrDefault(field, field)), now, "field is immutable"));
                    }
                }
            }
            return errors;
        }

        private static boolean isOfNewGroup(ObjectNode tree) {
            return tree.path("apiVersion").asText().startsWith("events.k8s.io/");
        }

        private static boolean isDated(ObjectNode tree) {
            return tree.path("eventTime").isTextual();
        }

        private static boolean isZero(JsonNode value) {
            return value.isNumber()
                    ? value.asLong() == 0
                    : value.isNull() || (value.isEmpty() && value.asText().isEmpty());
        }

        private static List<FieldError> common(ObjectNode tree) {
            List<FieldError> errors = new ArrayList<>();
            boolean ofNewGroup = isOfNewGroup(tree);
            boolean dated = isDated(tree);
            String namespace = tree.path("metadata").path("namespace").asText();
            String other = tree.path(ofNewGroup ? "regarding" : "involvedObject")
                    .path("namespace")
                    .asText();
            boolean ofCluster = namespace.equals("default") || (dated && namespace.equals("kube-system"));
            if (other.isEmpty() ? !ofCluster : !dated && !other.equals(namespace)) {
                errors.add(FieldError.invalid("involvedObject.namespace", other, "does not match event.namespace"));
            }
            if (dated) {
                String controller = ofNewGroup ? "reportingController" : "reportingComponent";
                for (String field : List.of(controller, "reportingInstance", "action", "reason")) {
                    if (tree.path(field).asText().isEmpty()) {
                        errors.add(FieldError.required(field, ""));
                    }
                }
                NameForms.qualified(tree.path(controller).asText())
                        .forEach(problem -> errors.add(
                                FieldError.invalid(new FieldPath(controller), tree.path(controller), problem)));
                LENGTHS.forEach((field, most) -> {
                    String text = tree.path(field.equals("message") && ofNewGroup ? "note" : field)
                            .asText();
                    if (text.getBytes(StandardCharsets.UTF_8).length > most) {
                        errors.add(FieldError.invalid(field, "", "can have at most " + most + " characters"));
                    }
                });
            }
            return errors;
        }

        private static List<FieldError> series(ObjectNode tree) {
            JsonNode series = tree.path("series");
            List<FieldError> errors = new ArrayList<>();
            if (series.isObject()) {
                if (series.path("count").asLong() < 2) {
                    errors.add(FieldError.invalid("series.count", "", "should be at least 2"));
                }
                if (!series.path("lastObservedTime").isTextual()) {
                    errors.add(FieldError.required("series.lastObservedTime", ""));
                }
            }
            return errors;
        }
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
