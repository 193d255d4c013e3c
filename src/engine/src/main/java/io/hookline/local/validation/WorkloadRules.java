package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Validates Pods and the workloads that create them. */
final class WorkloadRules extends FieldChecks {

    private static final Set<String> STATEFUL_SET_CHANGES = Set.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");

    private WorkloadRules() {}

    static List<FieldError> pod(JsonNode spec, String path) {
        return PodRules.check(spec, new FieldPath(path));
    }

    /** Refuses changes of a Pod's spec, except images, a few numbers and the removal of gates. */
    static List<FieldError> podUpdate(JsonNode spec, JsonNode before) {
        List<FieldError> errors = new ArrayList<>(pod(spec, "spec"));
        errors.addAll(changes(spec, before));
        for (JsonNode toleration : before.path("tolerations")) {
            if (spec.path("tolerations")
                    .valueStream()
                    .noneMatch(now -> timeless(now).equals(timeless(toleration)))) {
                errors.add(FieldError.forbidden(
                        "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds"));
                break;
            }
        }
        return errors;
    }

    private static List<FieldError> changes(JsonNode spec, JsonNode before) {
        for (String list : List.of("containers", "initContainers")) {
            if (spec.path(list).size() != before.path(list).size()) {
                return List.of(FieldError.forbidden("spec." + list, "pod updates may not add or remove containers"));
            }
        }
        JsonNode gates = spec.path("schedulingGates");
        for (int i = 0; i < gates.size(); i++) {
            String name = gates.get(i).path("name").asText();
            if (!before.path("schedulingGates").findValuesAsText("name").contains(name)) {
                return List.of(FieldError.forbidden(
                        "spec.schedulingGates[" + i + "].name",
                        "only deletion is allowed, but found new scheduling gate '" + name + "'"));
            }
        }
        if (JsonEquality.semantic(unchangeable(spec), unchangeable(before))) {
            return List.of();
        }
        return List.of(
                FieldError.forbidden(
                        "spec",
                        "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
                                + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
                                + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"));
    }

    private static JsonNode timeless(JsonNode toleration) {
        return toleration instanceof ObjectNode object ? object.deepCopy().without("tolerationSeconds") : toleration;
    }

    private static JsonNode unchangeable(JsonNode spec) {
        JsonNode copy = spec.deepCopy();
        if (copy instanceof ObjectNode object) {
            object.remove(List.of(
                    "activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds", "schedulingGates"));
            for (String list : List.of("initContainers", "containers")) {
                for (JsonNode container : object.path(list)) {
                    if (container instanceof ObjectNode changeable) {
                        changeable.remove("image");
                    }
                }
            }
        }
        return copy;
    }

    /**
     * Validates a workload with a selector and a Pod template: the selector must match the template.
     *
     * @param requiresSelector whether a missing selector, or one that is not valid, is an error of its own
     */
    static List<FieldError> workload(JsonNode spec, boolean requiresSelector) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode selector = spec.path("selector");
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        if (requiresSelector && Json.isAbsent(selector)) {
            errors.add(FieldError.required("spec.selector", ""));
        }
        if (selector.isObject()
                && selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            errors.add(FieldError.invalid(new FieldPath("spec.selector"), selector, "empty selector is invalid"));
        }
        WorkloadRules rules = new WorkloadRules();
        rules.selector(new FieldPath("spec.selector"), selector);
        errors.addAll(rules.errors);
        if (spec.path("replicas").asLong() < 0) {
            errors.add(FieldError.invalid(
                    new FieldPath("spec.replicas"), spec.path("replicas"), "must be greater than or equal to 0"));
        }
        if (!rules.errors.isEmpty() && requiresSelector) {
            errors.add(FieldError.invalid(new FieldPath("spec.selector"), selector, "invalid label selector"));
            return errors;
        }
        if (rules.errors.isEmpty() && (Json.isAbsent(selector) || !matches(selector, labels))) {
            errors.add(FieldError.invalid(
                    new FieldPath("spec.template.metadata.labels"),
                    labels.isMissingNode() ? Json.NODES.nullNode() : labels,
                    "`selector` does not match template `labels`"));
        }
        JsonNode policy = spec.at("/template/spec/restartPolicy");
        if (policy.isTextual() && !policy.asText().equals("Always")) {
            errors.add(FieldError.unsupported(
                    new FieldPath("spec.template.spec.restartPolicy"), policy, List.of("Always")));
        }
        errors.addAll(template(withClaims(spec), new FieldPath("spec.template")));
        return errors;
    }

    /** Checks the template of a Pod, but not how it fits to its owner. */
    static List<FieldError> template(JsonNode template, FieldPath place) {
        List<FieldError> errors = new ArrayList<>(PodRules.check(template.path("spec"), place.field("spec")));
        errors.addAll(templateLabels(template, place));
        return errors;
    }

    /** The template with the volumes of the claims of a StatefulSet, which come first. */
    private static JsonNode withClaims(JsonNode spec) {
        JsonNode template = spec.path("template").deepCopy();
        if (spec.path("volumeClaimTemplates").isEmpty() || !(template.get("spec") instanceof ObjectNode podSpec)) {
            return template;
        }
        Map<String, JsonNode> volumes = new LinkedHashMap<>();
        for (JsonNode claim : spec.path("volumeClaimTemplates")) {
            String name = claim.at("/metadata/name").asText();
            ObjectNode volume = Json.NODES.objectNode().put("name", name);
            volume.putObject("persistentVolumeClaim").put("claimName", name);
            volumes.put(name, volume);
        }
        List<JsonNode> all = new ArrayList<>(volumes.values());
        podSpec.path("volumes").forEach(volume -> {
            if (!volumes.containsKey(volume.path("name").asText())) {
                all.add(volume);
            }
        });
        podSpec.putArray("volumes").addAll(all);
        return template;
    }

    /** Checks the labels that Pods get. In errors, the field is not in the metadata. */
    private static List<FieldError> templateLabels(JsonNode template, FieldPath place) {
        List<FieldError> errors = new ArrayList<>();
        for (Map.Entry<String, JsonNode> label :
                template.path("metadata").path("labels").properties()) {
            List<String> problems = new ArrayList<>(NameForms.qualified(label.getKey()));
            problems.addAll(NameForms.labelValue(label.getValue().asText()));
            problems.forEach(
                    problem -> errors.add(FieldError.invalid(place.field("labels"), label.getValue(), problem)));
        }
        return errors;
    }

    private static boolean matches(JsonNode selector, JsonNode labels) {
        Map<String, String> values = new HashMap<>();
        labels.properties()
                .forEach(label -> values.put(label.getKey(), label.getValue().asText()));
        try {
            return LabelSelector.fromJson(selector, new FieldPath("spec.selector"))
                    .matches(values);
        } catch (DecodeException e) {
            return false;
        }
    }

    static List<FieldError> job(JsonNode spec, String path) {
        FieldPath place = new FieldPath(path);
        List<FieldError> errors = new ArrayList<>(JobRules.check(spec, place));
        errors.addAll(template(spec.path("template"), place.field("template")));
        return errors;
    }

    /** The selector of a Job and the labels of its template are generated, unless the client says that it wrote them. */
    static List<FieldError> generatedSelector(JsonNode job) {
        WorkloadRules rules = new WorkloadRules();
        JsonNode spec = job.path("spec");
        if (spec.path("manualSelector").asBoolean()) {
            return rules.errors;
        }
        ObjectNode generated = Json.NODES.objectNode();
        for (String prefix : List.of("", "batch.kubernetes.io/")) {
            generated.set(prefix + "controller-uid", job.path("metadata").path("uid"));
            generated.set(prefix + "job-name", job.path("metadata").path("name"));
        }
        JsonNode labels = spec.at("/template/metadata/labels");
        for (Map.Entry<String, JsonNode> label : generated.properties()) {
            if (!labels.path(label.getKey()).equals(label.getValue())) {
                rules.invalid(
                        new FieldPath("spec.template.metadata").field("labels[" + label.getKey() + "]"),
                        labels,
                        "must be '" + label.getValue().asText() + "'");
            }
        }
        if (!matches(spec.path("selector"), generated)) {
            rules.invalid(new FieldPath("spec.selector"), spec.path("selector"), "`selector` not auto-generated");
        }
        return rules.errors;
    }

    /** The selector of a Job must match the template. */
    static List<FieldError> matchingSelector(JsonNode spec) {
        WorkloadRules rules = new WorkloadRules();
        JsonNode labels = spec.at("/template/metadata/labels");
        FieldPath place = new FieldPath("spec");
        if (Json.isAbsent(spec.path("selector"))) {
            rules.required(place.field("selector"), "");
        }
        rules.selector(place.field("selector"), spec.path("selector"));
        if (Json.isAbsent(spec.path("selector")) || !matches(spec.path("selector"), labels)) {
            rules.invalid(
                    new FieldPath("spec.template.metadata.labels"),
                    labels,
                    "`selector` does not match template `labels`");
        }
        return rules.errors;
    }

    static List<FieldError> cronJob(JsonNode spec) {
        List<FieldError> errors = new ArrayList<>(JobRules.cronJob(spec, new FieldPath("spec")));
        errors.addAll(job(spec.path("jobTemplate").path("spec"), "spec.jobTemplate.spec"));
        return errors;
    }

    static List<FieldError> statefulSetUpdate(JsonNode spec, JsonNode before) {
        if (spec instanceof ObjectNode now
                && before instanceof ObjectNode old
                && !JsonEquality.semantic(
                        now.deepCopy().without(STATEFUL_SET_CHANGES),
                        old.deepCopy().without(STATEFUL_SET_CHANGES))) {
            return List.of(FieldError.forbidden(
                    "spec",
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                            + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
                            + " 'minReadySeconds' are forbidden"));
        }
        return List.of();
    }
}
