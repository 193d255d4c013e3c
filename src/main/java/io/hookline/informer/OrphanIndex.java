package io.hookline.informer;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The objects without controller owner. A namespace may have very many of them, and a parent needs few: so they are
 * also indexed by the labels that selectors name. Not thread-safe.
 */
final class OrphanIndex {

    /** The labels that identify the children of one controller are few; selectors of single parents could add many. */
    private static final int MAX_INDEXES = 8;

    private final ObjectIndex byNamespace = new ObjectIndex();

    /** By label key, then by its value. */
    private final Map<String, Map<String, ObjectIndex>> byLabel = new HashMap<>();

    void add(KubeObject object) {
        byNamespace.add(object.namespace(), object);
        eachIndexed(object, (values, value) -> add(values, value, object));
    }

    void remove(KubeObject object) {
        byNamespace.remove(object.namespace(), object);
        eachIndexed(
                object,
                (values, value) -> values.computeIfPresent(value, (_, bucket) -> {
                    bucket.remove(object.namespace(), object);
                    return bucket.isEmpty() ? null : bucket;
                }));
    }

    private void eachIndexed(KubeObject object, BiConsumer<Map<String, ObjectIndex>, String> action) {
        byLabel.forEach((key, values) -> {
            String value = object.labels().get(key);
            if (value != null) {
                action.accept(values, value);
            }
        });
    }

    private static void add(Map<String, ObjectIndex> values, String value, KubeObject object) {
        values.computeIfAbsent(value, _ -> new ObjectIndex()).add(object.namespace(), object);
    }

    /** The label key whose index would speed up this selector, if no existing index does. */
    Optional<String> missingIndex(LabelSelector selector) {
        if (byLabel.size() >= MAX_INDEXES || indexed(selector).isPresent()) {
            return Optional.empty();
        }
        return named(selector).map(Requirement::key).findFirst();
    }

    /** Creates an index by a label key, unless it exists. */
    void index(String key) {
        byLabel.computeIfAbsent(key, _ -> {
            Map<String, ObjectIndex> values = new HashMap<>();
            byNamespace.stream().forEach(object -> {
                String value = object.labels().get(key);
                if (value != null) {
                    add(values, value, object);
                }
            });
            return values;
        });
    }

    /** The objects that a selector selects, of one namespace or of all if it is empty; in no order. */
    List<KubeObject> select(String namespace, LabelSelector selector) {
        return indexed(selector)
                .map(this::buckets)
                .orElseGet(() -> Stream.of(byNamespace))
                .flatMap(bucket -> namespace.isEmpty() ? bucket.stream() : bucket.stream(namespace))
                .filter(object -> selector.matches(object.labels()))
                .toList();
    }

    private Stream<ObjectIndex> buckets(Requirement requirement) {
        Map<String, ObjectIndex> values = byLabel.getOrDefault(requirement.key(), Map.of());
        return requirement.values().stream().distinct().flatMap(value -> Stream.ofNullable(values.get(value)));
    }

    private Optional<Requirement> indexed(LabelSelector selector) {
        return named(selector)
                .filter(requirement -> byLabel.containsKey(requirement.key()))
                .findFirst();
    }

    /** The requirements that name values. */
    private static Stream<Requirement> named(LabelSelector selector) {
        return selector.requirements().stream().filter(requirement -> requirement.operator() == Operator.IN);
    }
}
