package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates Pods and the workloads that create them. */
final class WorkloadRules {

    private static final Set<String> STATEFUL_SET_CHANGES = Set.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");

    /** Those without a domain. */
    private static final Pattern CONTAINER_RESOURCES = Pattern.compile("cpu|memory|ephemeral-storage|hugepages-.*");

    /** Printable, and no equals sign. */
    private static final Pattern VARIABLE = Pattern.compile("[ -<>-~]*");

    private WorkloadRules() {}

    static List<FieldError> pod(JsonNode spec, String path) {
        List<FieldError> errors = new ArrayList<>();
        if (spec.path("containers").isEmpty()) {
            errors.add(FieldError.required(path + ".containers", ""));
        }
        JsonNode deadline = spec.path("activeDeadlineSeconds");
        if (deadline.isNumber() && (deadline.asLong() < 1 || deadline.asLong() > Integer.MAX_VALUE)) {
            errors.add(FieldError.invalid(
                    new FieldPath(path + ".activeDeadlineSeconds"),
                    deadline,
                    "must be between 1 and 2147483647, inclusive"));
        }
        for (Map.Entry<String, JsonNode> label : spec.path("nodeSelector").properties()) {
            for (String problem : NameForms.labelValue(label.getValue().asText())) {
                errors.add(FieldError.invalid(new FieldPath(path + ".nodeSelector"), label.getValue(), problem));
            }
        }
        for (String list : List.of("initContainers", "containers")) {
            for (int i = 0; i < spec.path(list).size(); i++) {
                container(spec.path(list).get(i), new FieldPath(path + "." + list).index(i), errors);
            }
        }
        return errors;
    }

    private static void container(JsonNode container, FieldPath place, List<FieldError> errors) {
        String name = container.path("name").asText();
        if (name.isEmpty()) {
            errors.add(FieldError.required(place.field("name").path(), ""));
        } else {
            for (String problem : NameForms.label(name)) {
                errors.add(FieldError.invalid(place.field("name").path(), name, problem));
            }
        }
        variables(container, place, errors);
        resources(container.path("resources"), place.field("resources"), errors);
        if (container.path("image").asText().isEmpty()) {
            errors.add(FieldError.required(place.field("image").path(), ""));
        }
    }

    /** The names of variables, and what comes before the names of those from a ConfigMap or a Secret. */
    private static void variables(JsonNode container, FieldPath place, List<FieldError> errors) {
        for (int i = 0; i < container.path("env").size(); i++) {
            String name = container.path("env").get(i).path("name").asText();
            FieldPath of = place.field("env").index(i).field("name");
            if (name.isEmpty()) {
                errors.add(FieldError.required(of.path(), ""));
            }
            variable(name, of, errors);
        }
        for (int i = 0; i < container.path("envFrom").size(); i++) {
            String prefix = container.path("envFrom").get(i).path("prefix").asText();
            variable(prefix, place.field("envFrom").index(i).field("prefix"), errors);
        }
    }

    private static void variable(String name, FieldPath place, List<FieldError> errors) {
        if (!VARIABLE.matcher(name).matches()) {
            errors.add(FieldError.invalid(
                    place.path(),
                    name,
                    "a valid environment variable name must consist only of printable ASCII characters other than"
                            + " '='"));
        }
    }

    /** What is requested is not negative, and not more than the limit. */
    private static void resources(JsonNode resources, FieldPath place, List<FieldError> errors) {
        for (String list : List.of("limits", "requests")) {
            for (Map.Entry<String, JsonNode> one : resources.path(list).properties()) {
                if (!one.getKey().contains("/")
                        && !CONTAINER_RESOURCES.matcher(one.getKey()).matches()) {
                    errors.add(FieldError.invalid(
                            place.field(list) + "[" + one.getKey() + "]",
                            one.getKey(),
                            "must be a standard resource for containers"));
                }
                if (GoQuantities.value(one.getValue().asText()).signum() < 0) {
                    errors.add(FieldError.invalid(
                            place.field(list) + "[" + one.getKey() + "]",
                            one.getValue().asText(),
                            "must be greater than or equal to 0"));
                }
            }
        }
        for (Map.Entry<String, JsonNode> request : resources.path("requests").properties()) {
            JsonNode limit = resources.path("limits").path(request.getKey());
            if (limit.isTextual()
                    && GoQuantities.value(request.getValue().asText()).compareTo(GoQuantities.value(limit.asText()))
                            > 0) {
                errors.add(FieldError.invalid(
                        place.field("requests"),
                        request.getValue(),
                        "must be less than or equal to " + request.getKey() + " limit of " + limit.asText()));
            }
        }
    }

    /** Refuses changes of a Pod's spec, except images, a few numbers and the removal of gates. */
    static List<FieldError> podUpdate(JsonNode spec, JsonNode before) {
        List<FieldError> errors = new ArrayList<>(pod(spec, "spec"));
        errors.addAll(changes(spec, before));
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
        if (requiresSelector && ObjectTrees.isAbsent(selector)) {
            errors.add(FieldError.required("spec.selector", ""));
        }
        if (selector.isObject()
                && selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            errors.add(FieldError.invalid(new FieldPath("spec.selector"), selector, "empty selector is invalid"));
        }
        boolean valid = true;
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            for (String problem : NameForms.labelValue(label.getValue().asText())) {
                errors.add(FieldError.invalid(new FieldPath("spec.selector.matchLabels"), label.getValue(), problem));
                valid = false;
            }
        }
        if (!valid && requiresSelector) {
            errors.add(FieldError.invalid(new FieldPath("spec.selector"), selector, "invalid label selector"));
        }
        if (valid && (ObjectTrees.isAbsent(selector) || !matches(selector, labels))) {
            errors.add(FieldError.invalid(
                    new FieldPath("spec.template.metadata.labels"),
                    labels.isMissingNode() ? Json.NODES.nullNode() : labels,
                    "`selector` does not match template `labels`"));
        }
        if (spec.path("replicas").asLong() < 0) {
            errors.add(FieldError.invalid(
                    new FieldPath("spec.replicas"), spec.path("replicas"), "must be greater than or equal to 0"));
        }
        JsonNode policy = spec.at("/template/spec/restartPolicy");
        if (policy.isTextual() && !policy.asText().equals("Always")) {
            errors.add(FieldError.unsupported(
                    new FieldPath("spec.template.spec.restartPolicy"), policy, List.of("Always")));
        }
        errors.addAll(pod(spec.path("template").path("spec"), "spec.template.spec"));
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
        JsonNode podSpec = spec.path("template").path("spec");
        List<FieldError> errors = new ArrayList<>(pod(podSpec, path + ".template.spec"));
        JsonNode policy = podSpec.path("restartPolicy");
        if (policy.asText().equals("Always")) {
            errors.add(new FieldError(
                    path + ".template.spec.restartPolicy", "Required value: valid values: \"OnFailure\", \"Never\""));
        }
        return errors;
    }

    static List<FieldError> cronJob(JsonNode spec) {
        List<FieldError> errors = new ArrayList<>();
        if (spec.path("schedule").asText().isEmpty()) {
            errors.add(FieldError.required("spec.schedule", ""));
        }
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
