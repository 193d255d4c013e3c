package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Validates LimitRanges and ResourceQuotas: the names of resources, and their quantities. */
final class ResourceRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");

    private static final Set<String> OF_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");

    private static final Set<String> COUNTED = Set.of(
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "services.nodeports",
            "services.loadbalancers");

    private static final Set<String> MEASURED = Set.of(
            "cpu",
            "memory",
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.storage",
            "requests.ephemeral-storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage");

    private static final Set<String> OF_PODS =
            Set.of("pods", "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory");

    /** What a quota with a scope may limit, of the resources without a domain. */
    private static final Map<String, Set<String>> SCOPES = Map.of(
            "Terminating", OF_PODS,
            "NotTerminating", OF_PODS,
            "NotBestEffort", OF_PODS,
            "PriorityClass", OF_PODS,
            "CrossNamespacePodAffinity", OF_PODS,
            "BestEffort", Set.of("pods"),
            "VolumeAttributesClass", Set.of("persistentvolumeclaims", "requests.storage"));

    /** Those whose selector has no values. */
    private static final Set<String> PLAIN_SCOPES =
            Set.of("Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "CrossNamespacePodAffinity");

    private ResourceRules() {}

    static List<FieldError> limitRange(JsonNode range) {
        ResourceRules rules = new ResourceRules();
        JsonNode limits = range.path("spec").path("limits");
        Set<String> types = new HashSet<>();
        for (int i = 0; i < limits.size(); i++) {
            FieldPath place = SPEC.field("limits").index(i);
            rules.limit(place, limits.get(i));
            if (!types.add(text(limits.get(i), "type"))) {
                rules.errors.add(
                        FieldError.duplicate(place.field("type"), limits.get(i).path("type")));
            }
        }
        return rules.errors;
    }

    private void limit(FieldPath place, JsonNode limit) {
        String type = text(limit, "type");
        List<String> problems = NameForms.qualified(type);
        name(place.field("type"), problems, limit.path("type"));
        boolean isStandard = Set.of("Container", "PersistentVolumeClaim", "Pod").contains(type);
        if (problems.isEmpty() && !type.contains("/") && !isStandard) {
            invalid(place.field("type"), limit.path("type"), "must be a standard limit type or fully qualified");
        }
        boolean isPod = type.equals("Pod");
        Set<String> resources = new TreeSet<>();
        for (String bound : List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")) {
            if (isPod && bound.startsWith("default")) {
                if (!limit.path(bound).isEmpty()) {
                    forbidden(place.field(bound), "may not be specified when `type` is 'Pod'");
                }
                continue;
            }
            limit.path(bound).fieldNames().forEachRemaining(resource -> {
                resources.add(resource);
                FieldPath at = place.field(bound).field("[" + resource + "]");
                resource(at, resource);
                if (isPod || type.equals("Container")) {
                    containerResource(at, resource);
                }
            });
        }
        if (type.equals("PersistentVolumeClaim")
                && !limit.path("min").has("storage")
                && !limit.path("max").has("storage")) {
            required(place.field("limits"), "either minimum or maximum storage value is required");
        }
        resources.forEach(resource -> bounds(place, limit, resource, isPod));
    }

    /** Compares the bounds of a resource, each with those that may not be less. */
    private void bounds(FieldPath place, JsonNode limit, String resource, boolean isPod) {
        ordered(place, limit, resource, "min", "max", "min");
        if (!isPod) {
            ordered(place, limit, resource, "min", "defaultRequest", "defaultRequest");
            ordered(place, limit, resource, "defaultRequest", "max", "defaultRequest");
            ordered(place, limit, resource, "defaultRequest", "default", "defaultRequest");
            ordered(place, limit, resource, "min", "default", "default");
            ordered(place, limit, resource, "default", "max", "default");
        }
        JsonNode ratio = limit.path("maxLimitRequestRatio").path(resource);
        JsonNode least = limit.path("min").path(resource);
        JsonNode most = limit.path("max").path(resource);
        FieldPath at = place.field("maxLimitRequestRatio").field("[" + resource + "]");
        if (ratio.isTextual()) {
            if (value(ratio).compareTo(BigDecimal.ONE) < 0) {
                invalid(at, ratio, "ratio is less than 1");
            }
            boolean isBounded =
                    least.isTextual() && most.isTextual() && value(least).signum() > 0;
            if (isBounded && value(ratio).multiply(value(least)).compareTo(value(most)) > 0) {
                invalid(at, ratio, "ratio is greater than max/min");
            }
        }
        JsonNode fallback = limit.path("default").path(resource);
        JsonNode requested = limit.path("defaultRequest").path(resource);
        boolean mayDiffer = isNative(resource) && !resource.startsWith("hugepages-");
        if (!isPod
                && !mayDiffer
                && fallback.isTextual()
                && requested.isTextual()
                && value(fallback).compareTo(value(requested)) != 0) {
            invalid(
                    place.field("defaultRequest").field("[" + resource + "]"),
                    requested,
                    "default value must equal to defaultRequest value");
        }
    }

    private void ordered(FieldPath place, JsonNode limit, String resource, String less, String more, String blamed) {
        JsonNode low = limit.path(less).path(resource);
        JsonNode high = limit.path(more).path(resource);
        if (low.isTextual() && high.isTextual() && value(low).compareTo(value(high)) > 0) {
            String why = less + " value " + low.asText() + " is greater than " + more + " value " + high.asText();
            invalid(
                    place.field(blamed).field("[" + resource + "]"),
                    limit.path(blamed).path(resource),
                    why);
        }
    }

    private static BigDecimal value(JsonNode quantity) {
        return GoQuantities.value(quantity.asText());
    }

    static List<FieldError> quota(JsonNode quota) {
        ResourceRules rules = new ResourceRules();
        JsonNode spec = quota.path("spec");
        for (Map.Entry<String, JsonNode> limit : spec.path("hard").properties()) {
            rules.hard(SPEC.field("hard").field("[" + limit.getKey() + "]"), limit.getKey(), limit.getValue());
        }
        FieldPath scopes = SPEC.field("scopes");
        for (JsonNode scope : spec.path("scopes")) {
            rules.scope(scopes, scopes, scope, spec);
        }
        rules.conflicts(scopes, ObjectTrees.texts(spec.path("scopes")), spec);
        FieldPath place = SPEC.field("scopeSelector").field("matchExpressions");
        JsonNode expressions = spec.path("scopeSelector").path("matchExpressions");
        for (JsonNode expression : expressions) {
            rules.scope(place.field("scopeName"), place, expression.path("scopeName"), spec);
            rules.selected(place, expression);
        }
        List<String> selected =
                expressions.valueStream().map(each -> text(each, "scopeName")).toList();
        rules.conflicts(place, selected, spec);
        return rules.errors;
    }

    static List<FieldError> quotaChanges(JsonNode quota, JsonNode before) {
        ResourceRules rules = new ResourceRules();
        JsonNode scopes = quota.path("spec").path("scopes");
        if (!Set.copyOf(ObjectTrees.texts(scopes))
                .equals(Set.copyOf(ObjectTrees.texts(before.path("spec").path("scopes"))))) {
            rules.invalid(SPEC.field("scopes"), scopes, "field is immutable");
        }
        return rules.errors;
    }

    private void hard(FieldPath place, String resource, JsonNode quantity) {
        resource(place, resource);
        if (resource.equals("storage")) {
            invalid(place, quantity, "must be a standard resource for quota");
        }
        if (value(quantity).signum() < 0) {
            invalid(place, quantity, "must be greater than or equal to 0");
        }
        boolean isCounted = COUNTED.contains(resource) || isExtended(resource);
        if (isCounted && value(quantity).stripTrailingZeros().scale() > 0) {
            invalid(place, quantity, "must be an integer");
        }
    }

    private void scope(FieldPath place, FieldPath ofResources, JsonNode scope, JsonNode spec) {
        Set<String> allowed = SCOPES.get(scope.asText());
        if (allowed == null) {
            invalid(place, scope, "unsupported scope");
            return;
        }
        spec.path("hard").fieldNames().forEachRemaining(resource -> {
            if (isOfQuota(resource) && !allowed.contains(resource)) {
                invalid(ofResources, scope, "unsupported scope applied to resource");
            }
        });
    }

    private void selected(FieldPath place, JsonNode expression) {
        JsonNode operator = expression.path("operator");
        JsonNode values = expression.path("values");
        boolean exists = operator.asText().equals("Exists");
        if (PLAIN_SCOPES.contains(text(expression, "scopeName")) && !exists) {
            invalid(place.field("operator"), operator, "must be 'Exists' for this scope");
        }
        switch (operator.asText()) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    required(place.field("values"), "must be at least one value when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    invalid(
                            place.field("values"),
                            values,
                            "must be no value when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> invalid(place.field("operator"), operator, "not a valid selector operator");
        }
    }

    private void conflicts(FieldPath place, List<String> scopes, JsonNode spec) {
        for (String scope : List.of("BestEffort", "Terminating")) {
            if (scopes.contains(scope) && scopes.contains("Not" + scope)) {
                invalid(place, spec.path("scopes"), "conflicting scopes");
            }
        }
    }

    private void resource(FieldPath place, String resource) {
        List<String> problems = NameForms.qualified(resource);
        problems.forEach(problem -> errors.add(FieldError.invalid(place.path(), resource, problem)));
        if (problems.isEmpty() && !resource.contains("/") && !isOfQuota(resource) && !resource.equals("storage")) {
            errors.add(
                    FieldError.invalid(place.path(), resource, "must be a standard resource type or fully qualified"));
        }
    }

    private void containerResource(FieldPath place, String resource) {
        boolean fits = resource.contains("/")
                ? isNative(resource) || isExtended(resource)
                : OF_CONTAINERS.contains(resource) || resource.startsWith("hugepages-");
        if (!fits) {
            errors.add(FieldError.invalid(place.path(), resource, "must be a standard resource for containers"));
        }
    }

    private static boolean isOfQuota(String resource) {
        return COUNTED.contains(resource)
                || MEASURED.contains(resource)
                || resource.startsWith("hugepages-")
                || resource.startsWith("requests.hugepages-");
    }

    /** Whether Kubernetes itself has the resource, and not a plugin for devices. */
    static boolean isNative(String resource) {
        return !resource.contains("/") || resource.contains("kubernetes.io/");
    }

    /** Whether a resource is one of devices that are not Kubernetes' own. */
    private static boolean isExtended(String resource) {
        return !isNative(resource)
                && !resource.startsWith("requests.")
                && NameForms.qualified("requests." + resource).isEmpty();
    }

    /** The errors in the name of what a container may use. */
    static List<FieldError> ofContainer(FieldPath place, String resource) {
        ResourceRules rules = new ResourceRules();
        rules.resource(place, resource);
        rules.containerResource(place, resource);
        return rules.errors;
    }
}
