package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A set of field paths: the fields of one manager, or the fields that an update changes. It is a tree whose edges are
 * {@link PathElement}s; each node says whether the path to it is in the set. Immutable.
 */
final class FieldSet {

    static final FieldSet EMPTY = new FieldSet(false, Map.of());

    /** The path itself, and no path below it. */
    static final FieldSet MEMBER = new FieldSet(true, Map.of());

    /** The member of {@code FieldsV1} that stands for the path itself. */
    private static final String SELF = ".";

    private final boolean member;
    private final Map<String, FieldSet> children;

    private FieldSet(boolean member, Map<String, FieldSet> children) {
        this.member = member;
        this.children = children;
    }

    /** A set from its parts, which must not change any more; empty children are not allowed. */
    static FieldSet of(boolean member, Map<String, FieldSet> children) {
        return children.isEmpty() ? (member ? MEMBER : EMPTY) : new FieldSet(member, children);
    }

    /** The set with only this path; each text is the name of a field. */
    static FieldSet ofPath(String... fields) {
        FieldSet set = MEMBER;
        for (int i = fields.length - 1; i >= 0; i--) {
            set = new FieldSet(false, Map.of(PathElement.field(fields[i]), set));
        }
        return set;
    }

    boolean isMember() {
        return member;
    }

    boolean isEmpty() {
        return !member && children.isEmpty();
    }

    /** The set below a path element; empty if there is none. */
    FieldSet child(String element) {
        return children.getOrDefault(element, EMPTY);
    }

    Map<String, FieldSet> children() {
        return children;
    }

    FieldSet withMember() {
        return member ? this : of(true, children);
    }

    FieldSet union(FieldSet other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        Map<String, FieldSet> all = new LinkedHashMap<>(children);
        other.children.forEach((element, set) -> all.merge(element, set, FieldSet::union));
        return of(member || other.member, all);
    }

    /** The paths that are not in the other set. */
    FieldSet difference(FieldSet other) {
        return other.isEmpty() ? this : of(member && !other.member, each(other, FieldSet::difference));
    }

    /** The paths that are in both sets. */
    FieldSet intersection(FieldSet other) {
        return isEmpty() || other.isEmpty() ? EMPTY : of(member && other.member, each(other, FieldSet::intersection));
    }

    /** The paths that are neither in the other set nor below a path of it. */
    FieldSet without(FieldSet other) {
        if (other.isEmpty()) {
            return this;
        }
        return other.member ? EMPTY : of(member, each(other, FieldSet::without));
    }

    private Map<String, FieldSet> each(FieldSet other, BiFunction<FieldSet, FieldSet, FieldSet> operation) {
        Map<String, FieldSet> result = new LinkedHashMap<>();
        children.forEach((element, set) -> {
            FieldSet left = operation.apply(set, other.child(element));
            if (!left.isEmpty()) {
                result.put(element, left);
            }
        });
        return result;
    }

    /** All paths, each as its elements: those of one level in their order, then those below. */
    List<List<String>> paths() {
        List<List<String>> all = new ArrayList<>();
        collect(List.of(), all);
        return all;
    }

    private void collect(List<String> place, List<List<String>> into) {
        List<String> elements =
                children.keySet().stream().sorted(PathElement.ORDER).toList();
        for (String element : elements) {
            if (child(element).member) {
                into.add(append(place, element));
            }
        }
        for (String element : elements) {
            child(element).collect(append(place, element), into);
        }
    }

    private static List<String> append(List<String> place, String element) {
        List<String> longer = new ArrayList<>(place);
        longer.add(element);
        return longer;
    }

    /** The set as {@code FieldsV1}. */
    ObjectNode toJson() {
        ObjectNode json = Json.NODES.objectNode();
        children.forEach((element, set) -> {
            ObjectNode below = set.toJson();
            if (set.member && !set.children.isEmpty()) {
                below.set(SELF, Json.NODES.objectNode());
            }
            json.set(element, below);
        });
        return json;
    }

    /** Reads {@code FieldsV1}; steps for which {@code normalize} returns an empty text are ignored. */
    static FieldSet fromJson(JsonNode json, UnaryOperator<String> normalize) {
        Map<String, FieldSet> children = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            String element = entry.getKey().equals(SELF) ? "" : normalize.apply(entry.getKey());
            if (!element.isEmpty()) {
                FieldSet below = fromJson(entry.getValue(), normalize);
                boolean member = entry.getValue().isEmpty() || entry.getValue().has(SELF);
                FieldSet set = member ? below.withMember() : below;
                if (!set.isEmpty()) {
                    children.merge(element, set, FieldSet::union);
                }
            }
        }
        return of(false, children);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet set && member == set.member && children.equals(set.children);
    }

    @Override
    public int hashCode() {
        return children.hashCode() + (member ? 1 : 0);
    }

    @Override
    public String toString() {
        return toJson().toString();
    }
}
