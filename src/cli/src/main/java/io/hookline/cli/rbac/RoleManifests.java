package io.hookline.cli.rbac;

import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.watcher.rights.Right;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes rights as YAML: a ClusterRole, a Role for each namespace with rights for single objects, and their bindings. A
 * comment above each rule gives the reason for each of its verbs. Written by hand, since no YAML library writes
 * comments.
 */
final class RoleManifests {

    private static final List<String> VERBS =
            List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "bind");
    private static final Comparator<String> IN_ORDER = Comparator.<String>comparingInt(
                    verb -> VERBS.contains(verb) ? VERBS.indexOf(verb) : VERBS.size())
            .thenComparing(Comparator.naturalOrder());
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9./-]*");
    private static final Set<String> WORDS_OF_YAML =
            Set.of("yes", "no", "on", "off", "true", "false", "null", "y", "n");

    /** How many controllers a comment names. */
    private static final int MAX_USERS = 2;

    private final RoleNames names;
    private final StringBuilder text = new StringBuilder();

    private RoleManifests(RoleNames names) {
        this.names = names;
    }

    /** What one rule is for. */
    private record Target(String group, String resource, List<String> objects) {
        static Target of(Right right) {
            return new Target(right.group(), right.resource(), right.names());
        }
    }

    /** Writes the roles of these rights, and their bindings to the service account. */
    static String write(List<Right> rights, RoleNames names) {
        Map<String, List<Right>> byNamespace = new TreeMap<>();
        rights.forEach(right -> byNamespace
                .computeIfAbsent(right.namespace(), _ -> new ArrayList<>())
                .add(right));
        RoleManifests manifests = new RoleManifests(names);
        byNamespace.forEach(manifests::role);
        return manifests.text.toString();
    }

    private void role(String namespace, List<Right> rights) {
        String kind = namespace.isEmpty() ? "ClusterRole" : "Role";
        head(kind, namespace);
        line("rules:");
        Map<Target, List<Right>> rules = new LinkedHashMap<>();
        rights.forEach(right ->
                rules.computeIfAbsent(Target.of(right), _ -> new ArrayList<>()).add(right));
        rules.forEach(this::rule);
        line("---");
        head(kind + "Binding", namespace);
        line("roleRef:");
        line("  apiGroup: rbac.authorization.k8s.io");
        line("  kind: " + kind);
        line("  name: " + text(names.role()));
        line("subjects:");
        line("  - kind: ServiceAccount");
        line("    name: " + text(names.serviceAccount()));
        line("    namespace: " + text(names.namespace()));
    }

    private void head(String kind, String namespace) {
        if (!text.isEmpty() && !text.toString().endsWith("---\n")) {
            line("---");
        }
        line("apiVersion: rbac.authorization.k8s.io/v1");
        line("kind: " + kind);
        line("metadata:");
        line("  name: " + text(names.role()));
        if (!namespace.isEmpty()) {
            line("  namespace: " + text(namespace));
        }
        line("  labels:");
        line("    app.kubernetes.io/name: hookline");
        line("    app.kubernetes.io/component: " + text(names.component()));
    }

    private void rule(Target target, List<Right> rights) {
        Set<String> verbs = new TreeSet<>(IN_ORDER);
        rights.forEach(right -> verbs.addAll(right.verbs()));
        comments(rights);
        line("  - apiGroups: " + list(List.of(target.group())));
        line("    resources: " + list(List.of(target.resource())));
        if (!target.objects().isEmpty()) {
            line("    resourceNames: " + list(target.objects()));
        }
        line("    verbs: " + list(verbs));
    }

    /** One line for each reason, with its verbs and controllers. */
    private void comments(List<Right> rights) {
        Map<String, Set<String>> verbs = new LinkedHashMap<>();
        Map<String, Set<String>> controllers = new LinkedHashMap<>();
        for (Right right : rights) {
            verbs.computeIfAbsent(right.reason(), _ -> new TreeSet<>(IN_ORDER)).addAll(right.verbs());
            controllers
                    .computeIfAbsent(right.reason(), _ -> new LinkedHashSet<>())
                    .add(right.controller());
        }
        verbs.forEach((reason, allowed) ->
                line("  # " + String.join(", ", allowed) + ": " + reason + users(controllers.get(reason))));
    }

    private static String users(@Nullable Set<String> controllers) {
        List<String> named = controllers == null
                ? List.of()
                : controllers.stream().filter(name -> !name.isEmpty()).toList();
        if (named.isEmpty()) {
            return "";
        }
        int others = named.size() - MAX_USERS;
        String shown = String.join(", ", named.stream().limit(MAX_USERS).toList());
        return " (" + shown + (others > 0 ? " and " + others + " more)" : ")");
    }

    private static String list(Collection<String> values) {
        return "[" + String.join(", ", values.stream().map(RoleManifests::text).toList()) + "]";
    }

    /** A scalar; in quotes unless it can only be read as a string. */
    private static String text(String value) {
        return PLAIN.matcher(value).matches() && !WORDS_OF_YAML.contains(value)
                ? value
                : GoJson.text(Json.NODES.textNode(value));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
