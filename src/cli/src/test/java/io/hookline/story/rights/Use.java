package io.hookline.story.rights;

import io.hookline.object.ObjectKey;
import io.hookline.watcher.rights.Right;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A verb on a resource.
 *
 * @param resource with its subresource, if any
 */
record Use(String group, String resource, String verb) implements Comparable<Use> {

    private static final Set<String> CHANGES = Set.of("patch", "update");

    boolean isAllowedBy(Right right, ObjectKey key) {
        return right.group().equals(group)
                && right.resource().equals(resource)
                && right.verbs().contains(verb)
                && (right.namespace().isEmpty() || right.namespace().equals(key.namespace()))
                && (right.names().isEmpty() || right.names().contains(key.name()));
    }

    /** The verbs that are removed together: patch and update count as one. */
    Set<String> verbs() {
        return CHANGES.contains(verb) ? CHANGES : Set.of(verb);
    }

    /** The rights without this use. */
    List<Right> removedFrom(List<Right> rights) {
        List<Right> rest = new ArrayList<>();
        for (Right right : rights) {
            boolean same = right.group().equals(group) && right.resource().equals(resource);
            rest.add(
                    same
                            ? right.keeping(right.verbs().stream()
                                    .filter(each -> !verbs().contains(each))
                                    .collect(Collectors.toSet()))
                            : right);
        }
        return rest.stream().filter(right -> !right.verbs().isEmpty()).toList();
    }

    /** The message of an API server that refuses it. */
    String refusal(String user, String namespace) {
        String groupResource = resource.split("/")[0] + (group.isEmpty() ? "" : "." + group);
        return groupResource + " is forbidden: User \"" + user + "\" " + problem(verb)
                + (namespace.isEmpty() ? " at the cluster scope" : " in the namespace \"" + namespace + "\"");
    }

    private String problem(String named) {
        return "cannot " + named + " resource \"" + resource + "\" in API group \"" + group + "\"";
    }

    /** Whether a text names user, resource and this verb, or the other one if patch and update are both removed. */
    boolean isNamedIn(String text, String user) {
        return text.contains("\"" + user + "\"") && verbs().stream().anyMatch(each -> text.contains(problem(each)));
    }

    /** One use for each set of verbs that is removed together: one that really occurred. */
    static List<Use> oneOfEach(Set<Use> uses) {
        Map<List<Object>, Use> first = new LinkedHashMap<>();
        uses.stream()
                .sorted()
                .forEach(use -> first.putIfAbsent(List.of(use.group(), use.resource(), use.verbs()), use));
        return List.copyOf(first.values());
    }

    @Override
    public int compareTo(Use other) {
        return Comparator.comparing(Use::group)
                .thenComparing(Use::resource)
                .thenComparing(Use::verb)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return verb + " " + group + "/" + resource;
    }
}
