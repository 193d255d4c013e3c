package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.cel.MatchConditions;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates MutatingWebhookConfigurations and ValidatingWebhookConfigurations. */
final class WebhookRules extends FieldChecks {

    private static final int MAX_CONDITIONS = 64;

    private static final List<String> REVIEWS = List.of("v1", "v1beta1");

    private WebhookRules() {}

    static List<FieldError> check(ObjectNode tree) {
        WebhookRules rules = new WebhookRules();
        Set<String> names = new HashSet<>();
        JsonNode webhooks = tree.path("webhooks");
        for (int i = 0; i < webhooks.size(); i++) {
            FieldPath place = new FieldPath("webhooks").index(i);
            rules.webhook(place, webhooks.get(i));
            if (!names.add(text(webhooks.get(i), "name"))) {
                rules.errors.add(FieldError.duplicate(
                        place.field("name"), webhooks.get(i).path("name")));
            }
        }
        return rules.errors;
    }

    private void webhook(FieldPath place, JsonNode webhook) {
        if (has(webhook, place, "name")) {
            List<String> problems = new ArrayList<>(NameForms.subdomain(text(webhook, "name")));
            if (problems.isEmpty() && text(webhook, "name").split("\\.", -1).length < 3) {
                problems.add("should be a domain with at least three segments separated by dots");
            }
            name(place.field("name"), problems, webhook.path("name"));
        }
        for (String field : List.of("namespaceSelector", "objectSelector")) {
            selector(place.field(field), webhook.path(field));
        }
        oneOf(place.field("failurePolicy"), webhook.path("failurePolicy"), List.of("Fail", "Ignore"));
        oneOf(place.field("matchPolicy"), webhook.path("matchPolicy"), List.of("Equivalent", "Exact"));
        oneOf(place.field("reinvocationPolicy"), webhook.path("reinvocationPolicy"), List.of("IfNeeded", "Never"));
        sideEffects(place.field("sideEffects"), webhook.path("sideEffects"));
        if (webhook.has("timeoutSeconds")) {
            between(place.field("timeoutSeconds"), webhook.path("timeoutSeconds"), 1, 30);
        }
        client(place.field("clientConfig"), webhook.path("clientConfig"));
        versions(place.field("admissionReviewVersions"), webhook.path("admissionReviewVersions"));
        for (int i = 0; i < webhook.path("rules").size(); i++) {
            rule(place.field("rules").index(i), webhook.path("rules").get(i));
        }
        conditions(place.field("matchConditions"), webhook.path("matchConditions"));
    }

    private void sideEffects(FieldPath place, JsonNode effects) {
        if (!effects.isTextual()) {
            required(place, "must specify one of None, NoneOnDryRun");
        } else if (!List.of("None", "NoneOnDryRun").contains(effects.asText())) {
            errors.add(FieldError.unsupported(place, effects, List.of("None", "NoneOnDryRun")));
        }
    }

    private void client(FieldPath place, JsonNode client) {
        JsonNode url = client.path("url");
        JsonNode service = client.path("service");
        if (url.isTextual() == service.isObject()) {
            required(place, "exactly one of url or service is required");
        } else if (url.isTextual()) {
            url(place.field("url"), url);
        } else {
            FieldPath at = place.field("service");
            namedByTheOther(service, at, "name", "namespace");
            namedByTheOther(service, at, "namespace", "name");
            if (service.has("port")) {
                port(at.field("port"), service.path("port"));
            }
            path(at.field("path"), service.path("path"));
        }
    }

    /** A real server has a missing name and a missing namespace mixed up. */
    private void namedByTheOther(JsonNode service, FieldPath place, String field, String other) {
        if (text(service, field).isEmpty()) {
            required(place.field(other), "");
        }
    }

    private void url(FieldPath place, JsonNode url) {
        try {
            URI uri = new URI(url.asText());
            if (!"https".equalsIgnoreCase(uri.getScheme())) {
                invalid(place, url, "'https' is the only allowed URL scheme");
            }
            if (uri.getRawAuthority() == null) {
                invalid(place, url, "host must be specified");
            }
            if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
                invalid(place, url, "user information, query parameters and fragments are not permitted");
            }
        } catch (URISyntaxException _) {
            required(place, "url must be a valid URL");
        }
    }

    /** Checks the path of a service; its last segment may be empty, which a closing slash makes. */
    private void path(FieldPath place, JsonNode path) {
        String text = path.asText();
        if (!path.isTextual() || text.equals("/")) {
            return;
        }
        if (!text.startsWith("/")) {
            invalid(place, path, "must start with a '/'");
        }
        String[] segments = text.substring(text.startsWith("/") ? 1 : 0).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            if (!segments[i].isEmpty()) {
                name(place, NameForms.subdomain(segments[i]), path);
            } else if (i < segments.length - 1 || segments.length == 1) {
                invalid(place, path, "segment[" + i + "] may not be empty");
            }
        }
    }

    private void versions(FieldPath place, JsonNode versions) {
        if (versions.isEmpty()) {
            required(place, "must specify one of v1, v1beta1");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            name(place.index(i), NameForms.versionLabel(version.asText()), version);
            if (!seen.add(version.asText())) {
                invalid(place.index(i), version, "duplicate version");
            }
        }
        if (seen.stream().noneMatch(REVIEWS::contains)) {
            invalid(place, versions, "must include at least one of v1, v1beta1");
        }
    }

    private void rule(FieldPath place, JsonNode rule) {
        FieldPath operations = place.field("operations");
        alone(operations, rule.path("operations"));
        for (int i = 0; i < rule.path("operations").size(); i++) {
            JsonNode operation = rule.path("operations").get(i);
            List<String> allowed = List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
            if (!allowed.contains(operation.asText())) {
                errors.add(FieldError.unsupported(operations.index(i), operation, allowed));
            }
        }
        alone(place.field("apiGroups"), rule.path("apiGroups"));
        alone(place.field("apiVersions"), rule.path("apiVersions"));
        named(place.field("apiVersions"), rule.path("apiVersions"));
        resources(place.field("resources"), rule.path("resources"));
        oneOf(place.field("scope"), rule.path("scope"), List.of("*", "Cluster", "Namespaced"));
    }

    /** Requires a value, and refuses others beside one that stands for all. */
    private void alone(FieldPath place, JsonNode values) {
        if (values.isEmpty()) {
            required(place, "");
        } else if (values.size() > 1
                && values.valueStream().anyMatch(value -> value.asText().equals("*"))) {
            invalid(place, values, "if '*' is present, must not specify others");
        }
    }

    private void named(FieldPath place, JsonNode values) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).asText().isEmpty()) {
                required(place.index(i), "");
            }
        }
    }

    /** Checks resources and subresources, {@code deployments} and {@code deployments/scale}. */
    private void resources(FieldPath place, JsonNode resources) {
        if (resources.isEmpty()) {
            required(place, "");
        }
        named(place, resources);
        Set<String> whole = new HashSet<>();
        Set<String> allOf = new HashSet<>();
        Set<String> inAll = new HashSet<>();
        for (int i = 0; i < resources.size(); i++) {
            String[] parts = resources.get(i).asText().split("/", 2);
            if (parts.length == 1) {
                whole.add(parts[0]);
                continue;
            }
            if (allOf.contains(parts[0]) || inAll.contains(parts[1])) {
                invalid(place.index(i), resources.get(i), "an earlier one with '*' includes it");
            }
            if (parts[1].equals("*")) {
                allOf.add(parts[0]);
            }
            if (parts[0].equals("*")) {
                inAll.add(parts[1]);
            }
        }
        boolean everything =
                resources.valueStream().anyMatch(resource -> resource.asText().equals("*/*"));
        if (resources.size() > 1 && everything) {
            invalid(place, resources, "if '*/*' is present, must not specify other resources");
        }
        if (whole.contains("*") && whole.size() > 1) {
            invalid(place, resources, "if '*' is present, must not specify other resources without subresources");
        }
    }

    private void conditions(FieldPath place, JsonNode conditions) {
        if (conditions.size() > MAX_CONDITIONS) {
            errors.add(FieldError.tooMany(place, conditions.size(), MAX_CONDITIONS));
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            FieldPath at = place.index(i);
            JsonNode condition = conditions.get(i);
            if (text(condition, "expression").isBlank()) {
                required(at.field("expression"), "");
            } else {
                errors.addAll(MatchConditions.check(condition.path("expression"), at.field("expression")));
            }
            if (has(condition, at, "name")) {
                name(at.field("name"), NameForms.qualified(text(condition, "name")), condition.path("name"));
                if (!names.add(text(condition, "name"))) {
                    errors.add(FieldError.duplicate(at.field("name"), condition.path("name")));
                }
            }
        }
    }
}
