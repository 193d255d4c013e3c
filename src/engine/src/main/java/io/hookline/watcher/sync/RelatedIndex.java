package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parents that a changed related object affects. Uses the object's namespace, name and labels instead of testing
 * all rules of all parents. Thread-safe.
 */
final class RelatedIndex {

    /**
     * The key of an interest in the index.
     *
     * @param namespace empty for all namespaces
     * @param name empty for any name
     * @param label {@code key=value} that the object must have; empty for any labels
     */
    private record Slot(ResourceName resource, String namespace, String name, String label) {}

    /** What one parent selects: a selection, or one name of a selection. */
    private record Interest(
            ResourceName resource,
            String namespace,
            String name,
            LabelSelector labels,
            Optional<LabelSelector> namespaces) {

        boolean matches(KubeObject object, Function<String, @Nullable Map<String, String>> labelsOfNamespace) {
            return labels.matches(object.labels())
                    && (namespaces.isEmpty() || accepts(namespaces.get(), labelsOfNamespace.apply(object.namespace())));
        }
    }

    private final SelectorIndex<Slot, Interest> objects = new SelectorIndex<>();
    private final SelectorIndex<String, LabelSelector> namespaces = new SelectorIndex<>();
    private final Map<ParentKey, List<RelatedSelection>> registered = new HashMap<>();

    /** Registers what a parent selects, replacing its earlier selections. */
    synchronized void register(ParentKey parent, List<RelatedSelection> selections) {
        if (selections.equals(registered.get(parent))) {
            return;
        }
        forget(parent);
        if (!selections.isEmpty()) {
            registered.put(parent, List.copyOf(selections));
            forEachEntry(
                    selections,
                    (slot, interest) -> objects.add(slot, interest, parent),
                    (label, selector) -> namespaces.add(label, selector, parent));
        }
    }

    /** Forgets a parent. */
    synchronized void forget(ParentKey parent) {
        List<RelatedSelection> before = registered.remove(parent);
        if (before != null) {
            forEachEntry(
                    before,
                    (slot, interest) -> objects.remove(slot, interest, parent),
                    (label, selector) -> namespaces.remove(label, selector, parent));
        }
    }

    private static void forEachEntry(
            List<RelatedSelection> selections,
            BiConsumer<Slot, Interest> ofObjects,
            BiConsumer<String, LabelSelector> ofNamespaces) {
        for (RelatedSelection each : selections) {
            ResourceName resource = ResourceName.of(each.resource());
            for (String name : each.names().isEmpty() ? List.of("") : withoutEmpty(each.names())) {
                Interest interest = new Interest(resource, each.namespace(), name, each.labels(), each.namespaces());
                for (String label : requiredLabels(each.labels())) {
                    ofObjects.accept(new Slot(resource, each.namespace(), name, label), interest);
                }
            }
            each.namespaces()
                    .ifPresent(selector ->
                            requiredLabels(selector).forEach(label -> ofNamespaces.accept(label, selector)));
        }
    }

    private static List<String> withoutEmpty(List<String> names) {
        return names.stream().filter(name -> !name.isEmpty()).toList(); // in this index an empty name means any name
    }

    /** Labels of which every selected object has one; the empty string if the selector requires none. */
    private static Set<String> requiredLabels(LabelSelector selector) {
        for (Requirement requirement : selector.requirements()) {
            if (requirement.operator() == Operator.IN) {
                Set<String> labels = new HashSet<>();
                requirement.values().forEach(value -> labels.add(requirement.key() + "=" + value));
                return labels;
            }
        }
        return Set.of("");
    }

    /**
     * Adds the parents that select an object in this state.
     *
     * @param labelsOfNamespace returns null for a namespace that does not exist
     */
    synchronized void collect(
            ResourceName resource,
            KubeObject object,
            Function<String, @Nullable Map<String, String>> labelsOfNamespace,
            Set<ParentKey> into) {
        for (String namespace : object.namespace().isEmpty() ? List.of("") : List.of("", object.namespace())) {
            List<Slot> slots = new ArrayList<>();
            slots.add(new Slot(resource, namespace, object.name(), ""));
            indexLabels(object.labels()).forEach(label -> slots.add(new Slot(resource, namespace, "", label)));
            for (Slot slot : slots) {
                objects.collect(slot, interest -> interest.matches(object, labelsOfNamespace), into);
            }
        }
    }

    /** Adds the parents for which a created, deleted or changed namespace is now selected, or no longer selected. */
    synchronized void collectForNamespace(
            @Nullable Map<String, String> before, @Nullable Map<String, String> now, Set<ParentKey> into) {
        Set<String> labels = new HashSet<>();
        labels.addAll(before == null ? Set.of() : indexLabels(before));
        labels.addAll(now == null ? Set.of() : indexLabels(now));
        for (String label : labels) {
            namespaces.collect(label, selector -> accepts(selector, before) != accepts(selector, now), into);
        }
    }

    private static boolean accepts(LabelSelector selector, @Nullable Map<String, String> labels) {
        return labels != null && selector.matches(labels);
    }

    /** Every label that {@link #requiredLabels} may return for a selector that matches an object with these labels. */
    private static Set<String> indexLabels(Map<String, String> labels) {
        Set<String> all = new HashSet<>();
        all.add("");
        labels.forEach((key, value) -> all.add(key + "=" + value));
        return all;
    }

    /** Whether no parent has an entry. */
    synchronized boolean isEmpty() {
        return registered.isEmpty() && objects.isEmpty() && namespaces.isEmpty();
    }

    /**
     * A hash index of parents by their interests. A change is looked up by slot, and only the interests of that slot are tested.
     * Parents with equal interests share one entry, which is tested once. Not thread-safe.
     *
     * @param <S> the key of the index
     * @param <I> the condition to test for a change
     */
    private static final class SelectorIndex<S, I> {

        private final Map<S, Map<I, Set<ParentKey>>> slots = new HashMap<>();

        void add(S slot, I interest, ParentKey parent) {
            // In the order of registration, to be the same in every run: the hash code of a selector's operator is not.
            slots.computeIfAbsent(slot, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(interest, _ -> new HashSet<>())
                    .add(parent);
        }

        void remove(S slot, I interest, ParentKey parent) {
            slots.computeIfPresent(slot, (_, interests) -> {
                interests.computeIfPresent(interest, (_, parents) -> {
                    parents.remove(parent);
                    return parents.isEmpty() ? null : parents;
                });
                return interests.isEmpty() ? null : interests;
            });
        }

        /** Adds all parents in a slot whose interest passes a test. */
        void collect(S slot, Predicate<I> test, Set<ParentKey> into) {
            slots.getOrDefault(slot, Map.of()).forEach((interest, parents) -> {
                if (test.test(interest)) {
                    into.addAll(parents);
                }
            });
        }

        boolean isEmpty() {
            return slots.isEmpty();
        }
    }
}
