package io.hookline.cli.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.watcher.rights.Right;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The rights that a hook grants by the roles and bindings in its answers. RBAC lets a client create a role only if the
 * client has the rights of the role, and a binding only if it has the rights of the bound role, or the verb
 * {@code bind} on it.
 */
final class GrantedRights {

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String GRANTS = "rights that the hook grants";

    /** A rule of a role, or the role itself if only its name is known. */
    private sealed interface Grant {
        record Rule(String group, String resource, Set<String> verbs) implements Grant {}

        record Binding(String roles, String name) implements Grant {}
    }

    private final List<Grant> grants = new ArrayList<>();

    /** Adds what an answer grants; a role that it binds may be in the request. */
    void add(JsonNode answer, JsonNode request) {
        for (JsonNode child : FixtureAnswers.children(answer)) {
            if (!child.path("apiVersion").asText().startsWith(GROUP + "/")) {
                continue;
            }
            switch (child.path("kind").asText()) {
                case "Role", "ClusterRole" -> addRules(child);
                case "RoleBinding", "ClusterRoleBinding" -> addBound(child.path("roleRef"), answer, request);
                default -> {}
            }
        }
    }

    private void addBound(JsonNode reference, JsonNode answer, JsonNode request) {
        String kind = reference.path("kind").asText();
        String name = reference.path("name").asText();
        List<JsonNode> present = new ArrayList<>();
        findRoles(answer, kind, name, present);
        findRoles(request, kind, name, present);
        present.forEach(this::addRules);
        if (present.isEmpty()) {
            grants.add(new Grant.Binding(kind.equals("ClusterRole") ? "clusterroles" : "roles", name));
        }
    }

    private static void findRoles(JsonNode in, String kind, String name, List<JsonNode> found) {
        if (in.path("kind").asText().equals(kind)
                && in.path("metadata").path("name").asText().equals(name)
                && in.has("rules")) {
            found.add(in);
        }
        in.forEach(each -> findRoles(each, kind, name, found));
    }

    private void addRules(JsonNode role) {
        for (JsonNode rule : role.path("rules")) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode resource : rule.path("resources")) {
                    grants.add(new Grant.Rule(group.asText(), resource.asText(), texts(rule.path("verbs"))));
                }
            }
        }
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).forEach(texts::add);
        return texts;
    }

    /**
     * The rights.
     *
     * @throws IllegalArgumentException if a hook grants a wildcard
     */
    List<Right> rights(String controller) {
        return grants.stream()
                .distinct()
                .map(grant -> switch (grant) {
                    case Grant.Rule(String group, String resource, Set<String> verbs) ->
                        Right.of(group, resource, verbs, GRANTS, controller);
                    case Grant.Binding(String roles, String name) ->
                        new Right(GROUP, roles, Set.of("bind"), "", List.of(name), GRANTS, controller);
                })
                .toList();
    }
}
