package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates the resources of containers, and what happens if these change. */
final class ContainerResourceRules extends FieldChecks {

    private static final String PAGES = "hugepages-";

    /** Those without a domain. */
    private static final Pattern STANDARD = Pattern.compile("cpu|memory|ephemeral-storage|hugepages-.*");

    private ContainerResourceRules() {}

    /**
     * Checks what a container requests.
     *
     * @param claims the names of the claims of the Pod
     */
    static List<FieldError> check(JsonNode resources, FieldPath place, Set<String> claims) {
        ContainerResourceRules rules = new ContainerResourceRules();
        rules.claims(resources.path("claims"), place.field("claims"), claims);
        Set<String> named = new HashSet<>();
        for (String list : List.of("limits", "requests")) {
            for (Map.Entry<String, JsonNode> one : resources.path(list).properties()) {
                named.add(one.getKey());
                rules.quantity(one.getKey(), one.getValue(), place.field(list).path() + "[" + one.getKey() + "]");
            }
        }
        for (Map.Entry<String, JsonNode> request : resources.path("requests").properties()) {
            rules.request(request.getKey(), request.getValue(), resources.path("limits"), place);
        }
        if (named.stream().anyMatch(name -> name.startsWith(PAGES))
                && !named.contains("cpu")
                && !named.contains("memory")) {
            rules.forbidden(place, "HugePages require cpu or memory");
        }
        return rules.errors;
    }

    private void quantity(String resource, JsonNode quantity, String place) {
        List<String> problems = NameForms.qualified(resource);
        problems.forEach(problem -> errors.add(FieldError.invalid(place, resource, problem)));
        if (problems.isEmpty()
                && !resource.contains("/")
                && !STANDARD.matcher(resource).matches()) {
            errors.add(FieldError.invalid(place, resource, "must be a standard resource for containers"));
        } else if (!ResourceRules.isNative(resource) && resource.startsWith("requests.")) {
            errors.add(FieldError.invalid(place, resource, "doesn't follow extended resource name standard"));
        }
        BigDecimal value = GoQuantities.value(quantity.asText());
        if (value.signum() < 0) {
            errors.add(FieldError.invalid(place, quantity.asText(), "must be greater than or equal to 0"));
        } else if (!ResourceRules.isNative(resource)
                && value.stripTrailingZeros().scale() > 0) {
            errors.add(FieldError.invalid(place, quantity.asText(), "must be an integer"));
        }
        if (resource.startsWith(PAGES) && !isMultiple(value, resource.substring(PAGES.length()))) {
            errors.add(FieldError.invalid(
                    place, quantity.asText(), quantity.asText() + " is not positive integer multiple of " + resource));
        }
    }

    private static boolean isMultiple(BigDecimal value, String size) {
        try {
            BigDecimal page = GoQuantities.value(GoQuantities.canonical(size, false));
            return page.signum() > 0 && value.remainder(page).signum() == 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** What is requested is not more than the limit, and for resources that cannot be shared, the same. */
    private void request(String resource, JsonNode quantity, JsonNode limits, FieldPath place) {
        boolean shared = ResourceRules.isNative(resource) && !resource.startsWith(PAGES);
        JsonNode limit = limits.path(resource);
        if (!limit.isTextual()) {
            if (!shared) {
                required(place.field("limits"), "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int order = GoQuantities.value(quantity.asText()).compareTo(GoQuantities.value(limit.asText()));
        if (order > 0 || (order < 0 && !shared)) {
            String rule = shared ? "less than or equal to " : "equal to ";
            invalid(place.field("requests"), quantity, "must be " + rule + resource + " limit of " + limit.asText());
        }
    }

    private void claims(JsonNode claims, FieldPath place, Set<String> known) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            JsonNode name = claims.get(i).path("name");
            String request = text(claims.get(i), "request");
            FieldPath at = place.index(i);
            if (name.asText().isEmpty()) {
                required(at, "");
                continue;
            }
            if (!request.isEmpty()) {
                name(
                        at.field("request"),
                        NameForms.label(request),
                        claims.get(i).path("request"));
            }
            boolean whole = seen.contains(name.asText())
                    || (request.isEmpty() && seen.stream().anyMatch(one -> one.startsWith(name.asText() + "/")));
            if (!seen.add(request.isEmpty() ? name.asText() : name.asText() + "/" + request) || whole) {
                errors.add(FieldError.duplicate(at, name));
            }
            if (!known.contains(name.asText())) {
                errors.add(FieldError.notFound(at, name));
            }
        }
    }

    /**
     * Checks whether a container is started again when its resources change.
     *
     * @param restarts the restart policy of the Pod
     * @param once whether the container ends before the others start
     */
    static List<FieldError> resizing(JsonNode policies, FieldPath place, String restarts, boolean once) {
        ContainerResourceRules rules = new ContainerResourceRules();
        Set<String> resources = new HashSet<>();
        for (int i = 0; i < policies.size(); i++) {
            JsonNode resource = policies.get(i).path("resourceName");
            JsonNode policy = policies.get(i).path("restartPolicy");
            if (!resource.asText().isEmpty() && !resources.add(resource.asText())) {
                rules.errors.add(FieldError.duplicate(place.index(i), resource));
            }
            rules.word(place, resource, List.of("cpu", "memory"));
            rules.word(place, policy, List.of("NotRequired", "RestartContainer"));
            if (restarts.equals("Never") && !policy.asText().equals("NotRequired")) {
                rules.invalid(place, policy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
            if (once && policy.asText().equals("RestartContainer")) {
                rules.invalid(place.index(i).field("restartPolicy"), policy, "must not be set for init containers");
            }
        }
        return rules.errors;
    }

    private void word(FieldPath place, JsonNode value, List<String> allowed) {
        if (value.asText().isEmpty()) {
            required(place, "");
        } else {
            only(place, value, allowed);
        }
    }
}
