package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import java.util.List;

/** Validates Roles, ClusterRoles and their bindings. */
final class AccessRules extends FieldChecks {

    private static final String GROUP = "rbac.authorization.k8s.io";

    private AccessRules() {}

    static List<FieldError> role(JsonNode role, boolean ofCluster) {
        AccessRules checks = new AccessRules();
        JsonNode rules = role.path("rules");
        for (int i = 0; i < rules.size(); i++) {
            checks.rule(new FieldPath("rules").index(i), rules.get(i), ofCluster);
        }
        if (role.path("aggregationRule").isObject()) {
            checks.aggregation(role.path("aggregationRule"));
        }
        return checks.errors;
    }

    private void rule(FieldPath place, JsonNode rule, boolean ofCluster) {
        if (rule.path("verbs").isEmpty()) {
            required(place.field("verbs"), "verbs must contain at least one value");
        }
        JsonNode urls = rule.path("nonResourceURLs");
        if (urls.isEmpty()) {
            for (String field : List.of("apiGroups", "resources")) {
                if (rule.path(field).isEmpty()) {
                    required(place.field(field), "resource rules must supply at least one value");
                }
            }
            return;
        }
        if (!ofCluster) {
            invalid(place.field("nonResourceURLs"), urls, "namespaced rules cannot apply to non-resource URLs");
        }
        if (!rule.path("apiGroups").isEmpty()
                || !rule.path("resources").isEmpty()
                || !rule.path("resourceNames").isEmpty()) {
            invalid(
                    place.field("nonResourceURLs"),
                    urls,
                    "rules cannot apply to both regular resources and non-resource URLs");
        }
    }

    private void aggregation(JsonNode aggregation) {
        JsonNode selectors = aggregation.path("clusterRoleSelectors");
        FieldPath place = new FieldPath("aggregationRule.clusterRoleSelectors");
        if (selectors.isEmpty()) {
            required(place, "at least one clusterRoleSelector required if aggregationRule is non-nil");
        }
        for (int i = 0; i < selectors.size(); i++) {
            int before = errors.size();
            selector(place.index(i), selectors.get(i));
            if (errors.size() > before) {
                invalid(place.index(i), selectors.get(i), "invalid label selector.");
            }
        }
    }

    static List<FieldError> binding(JsonNode binding, boolean ofCluster) {
        AccessRules checks = new AccessRules();
        checks.roleRef(binding.path("roleRef"), ofCluster ? List.of("ClusterRole") : List.of("ClusterRole", "Role"));
        JsonNode subjects = binding.path("subjects");
        for (int i = 0; i < subjects.size(); i++) {
            checks.subject(new FieldPath("subjects").index(i), subjects.get(i), ofCluster);
        }
        return checks.errors;
    }

    private void roleRef(JsonNode role, List<String> kinds) {
        FieldPath place = new FieldPath("roleRef");
        only(place.field("apiGroup"), role.path("apiGroup"), List.of(GROUP));
        only(place.field("kind"), role.path("kind"), kinds);
        if (has(role, place, "name")) {
            name(place.field("name"), NameForms.pathSegment(text(role, "name")), role.path("name"));
        }
    }

    private void subject(FieldPath place, JsonNode subject, boolean ofCluster) {
        boolean named = has(subject, place, "name");
        switch (text(subject, "kind")) {
            case "ServiceAccount" -> {
                if (named) {
                    name(place.field("name"), NameForms.subdomain(text(subject, "name")), subject.path("name"));
                }
                oneOf(place.field("apiGroup"), subject.path("apiGroup"), List.of(""));
                if (ofCluster) {
                    has(subject, place, "namespace");
                }
            }
            case "Group", "User" -> only(place.field("apiGroup"), subject.path("apiGroup"), List.of(GROUP));
            default -> only(place.field("kind"), subject.path("kind"), List.of("Group", "ServiceAccount", "User"));
        }
    }
}
