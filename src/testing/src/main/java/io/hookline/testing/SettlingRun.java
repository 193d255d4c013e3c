package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds out whether a hook settles: its answer is applied to its request, roughly as a cluster would show it, and the hook is called
 * with that again. A hook that changes the same field with each of these calls would be called, and its children be written, without end.
 */
final class SettlingRun {

    /** A hook that takes some calls to settle changes other fields with each of them. */
    private static final int ROUNDS = 3;

    /** The update method of a rule that has none: existing children stay as they are. */
    private static final String NOT_UPDATED = "OnDelete";

    /** Calls the hook. */
    @FunctionalInterface
    interface Hook {
        JsonNode answer(ObjectNode request) throws InterruptedException;
    }

    private final ControllerType type;
    private final Hook hook;

    SettlingRun(ControllerType type, Hook hook) {
        this.type = type;
        this.hook = hook;
    }

    /**
     * Calls the hook with its own results.
     *
     * @param request a sync request; it is not changed
     * @param answer what the hook answered to it
     * @return the first change that does not end, such as {@code ConfigMap x data.t: 1 → 2}; empty if the hook settles, or asks to be
     *     called later
     */
    Optional<String> unsettled(ObjectNode request, JsonNode answer) throws InterruptedException {
        ObjectNode seen = request.deepCopy();
        JsonNode last = answer;
        Map<String, String> changes = Map.of();
        Set<String> always = new HashSet<>();
        Set<String> earlier = Set.of();
        for (int round = 1; round <= ROUNDS; round++) {
            apply(seen, last);
            JsonNode next = hook.answer(seen);
            if (AnswerFields.isLater(next)) {
                return Optional.empty();
            }
            changes = changes(last, next);
            addNames(earlier, children(last).keySet(), children(next).keySet(), changes);
            if (round == 1) {
                always.addAll(changes.keySet());
            } else {
                always.retainAll(changes.keySet());
            }
            if (always.isEmpty()) {
                return Optional.empty();
            }
            earlier = children(last).keySet();
            last = next;
        }
        return changes.entrySet().stream()
                .filter(each -> always.contains(each.getKey()))
                .map(each -> each.getKey() + each.getValue())
                .findFirst();
    }

    /** What differs in the children, the status, and the labels and annotations of two answers, by its place. */
    private Map<String, String> changes(JsonNode before, JsonNode after) {
        Map<String, String> found = new LinkedHashMap<>();
        Map<String, JsonNode> old = children(before);
        Map<String, JsonNode> now = children(after);
        Set<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            if (!old.containsKey(name) || !now.containsKey(name)) {
                found.put(name, " is created and deleted again and again");
            } else {
                add(name + " ", Difference.between(old.get(name), now.get(name)), found);
            }
        }
        for (String field : List.of("status", "labels", "annotations")) {
            add(field + ".", Difference.between(before.path(field), after.path(field)), found);
        }
        return found;
    }

    /**
     * Adds the kinds of which a child that was just created gets another name. The name itself is no key: it is another one each time.
     *
     * @param earlier the children of the answer before these two
     */
    private static void addNames(Set<String> earlier, Set<String> before, Set<String> after, Map<String, String> to) {
        for (String former : before) {
            String kind = former.substring(0, former.indexOf(' '));
            if (!after.contains(former) && !earlier.contains(former)) {
                after.stream()
                        .filter(name -> name.startsWith(kind + " ") && !before.contains(name))
                        .findFirst()
                        .ifPresent(next -> to.putIfAbsent(
                                kind + " metadata.name",
                                ": " + former.substring(kind.length() + 1) + " → "
                                        + next.substring(kind.length() + 1)));
            }
        }
    }

    private static void add(String prefix, List<Difference> differences, Map<String, String> to) {
        differences.forEach(each -> to.put(prefix + each.place(), ": " + each.expected() + " → " + each.seen()));
    }

    private Map<String, JsonNode> children(JsonNode answer) {
        Map<String, JsonNode> byName = new LinkedHashMap<>();
        for (JsonNode child : answer.path(type.childrenField())) {
            String namespace = child.at("/metadata/namespace").asText();
            byName.put(
                    child.path("kind").asText() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name(child),
                    child);
        }
        return byName;
    }

    private static String name(JsonNode child) {
        return child.at("/metadata/name").asText();
    }

    private void apply(ObjectNode request, JsonNode answer) {
        ObjectNode parent = object(request, type.parentField());
        if (type == ControllerType.COMPOSITE) {
            ObjectNode status =
                    answer.path("status").isObject() ? answer.path("status").deepCopy() : Json.NODES.objectNode();
            parent.set("status", status.set("observedGeneration", parent.at("/metadata/generation")));
        } else {
            if (answer.path("status").isObject()) {
                parent.set("status", answer.path("status").deepCopy());
            }
            for (String field : List.of("labels", "annotations")) {
                if (answer.path(field).isObject()) {
                    overlay(object(object(parent, "metadata"), field), answer.path(field));
                }
            }
        }
        applyChildren(request, parent, answer);
    }

    /** Kinds that the request does not have are not declared by the controller: the hook never sees them. */
    private void applyChildren(ObjectNode request, ObjectNode parent, JsonNode answer) {
        String home = parent.at("/metadata/namespace").asText();
        ObjectNode groups = object(request, type.childrenField());
        Map<String, Set<String>> kept = new LinkedHashMap<>();
        for (JsonNode child : answer.path(type.childrenField())) {
            String apiVersion = child.path("apiVersion").asText();
            String kind = child.path("kind").asText();
            String group = GroupVersionKind.of(apiVersion, kind).toString();
            if (!groups.has(group)) {
                continue;
            }
            String namespace = child.at("/metadata/namespace").asText(home);
            String key = home.isEmpty() && !namespace.isEmpty() ? namespace + "/" + name(child) : name(child);
            kept.computeIfAbsent(group, _ -> new HashSet<>()).add(key);
            ObjectNode objects = object(groups, group);
            if (!objects.has(key)) {
                objects.set(key, created(child, namespace));
            } else if (isUpdated(request, apiVersion, kind)) {
                update((ObjectNode) objects.get(key), child);
            }
        }
        for (Map.Entry<String, JsonNode> group : groups.properties()) {
            Set<String> names = kept.getOrDefault(group.getKey(), Set.of());
            for (Iterator<String> keys = group.getValue().fieldNames(); keys.hasNext(); ) {
                if (!names.contains(keys.next())) {
                    keys.remove();
                }
            }
        }
    }

    private static ObjectNode created(JsonNode child, String namespace) {
        ObjectNode stored = child.deepCopy();
        ObjectNode metadata = object(stored, "metadata");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", "created-" + name(child))
                .put("resourceVersion", "1")
                .put("generation", 1)
                .put("creationTimestamp", FixtureRunner.NOW.toString());
        return stored;
    }

    /** The version changes only if something else does, as on a server. */
    private static void update(ObjectNode stored, JsonNode child) {
        ObjectNode before = stored.deepCopy();
        overlay(stored, child);
        if (!stored.equals(before)) {
            ObjectNode metadata = object(stored, "metadata");
            metadata.put("resourceVersion", metadata.path("resourceVersion").asText() + "1");
        }
    }

    /** Whether the rule for a kind updates children; rules name the plural, so the kind is guessed from it. */
    private static boolean isUpdated(ObjectNode request, String apiVersion, String kind) {
        JsonNode spec = request.at("/controller/spec");
        String singular = kind.toLowerCase(Locale.ROOT);
        for (JsonNode rule : spec.path(spec.has("childResources") ? "childResources" : "attachments")) {
            String plural = rule.path("resource").asText();
            if (rule.path("apiVersion").asText().equals(apiVersion)
                    && (plural.equals(singular + "s")
                            || plural.equals(singular + "es")
                            || plural.equals(singular.replaceFirst("y$", "ies")))) {
                return !rule.at("/updateStrategy/method").asText(NOT_UPDATED).equals(NOT_UPDATED);
            }
        }
        return true;
    }

    private static void overlay(ObjectNode onto, JsonNode desired) {
        for (Map.Entry<String, JsonNode> field : desired.properties()) {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                onto.remove(field.getKey());
            } else if (value.isObject() && onto.path(field.getKey()).isObject()) {
                overlay((ObjectNode) onto.get(field.getKey()), value);
            } else {
                onto.set(field.getKey(), value.deepCopy());
            }
        }
    }

    private static ObjectNode object(ObjectNode of, String field) {
        return of.get(field) instanceof ObjectNode there ? there : of.putObject(field);
    }
}
