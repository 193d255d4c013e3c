package io.hookline.local.cel;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.BiPredicate;

/**
 * A list whose schema has the type set or map: each element has a key, and two lists are the same in whichever order
 * their elements are. Immutable. The library would copy it if it had no random access.
 */
final class KeyedList extends AbstractList<Object> implements RandomAccess {

    private final List<Object> elements;
    private final List<String> keys;

    /**
     * A list.
     *
     * @param keys the fields that are the key of an element; empty if that is the element itself
     */
    KeyedList(List<Object> elements, List<String> keys) {
        this.elements = List.copyOf(elements);
        this.keys = List.copyOf(keys);
    }

    @Override
    public Object get(int index) {
        return elements.get(index);
    }

    @Override
    public int size() {
        return elements.size();
    }

    private Object key(Object element) {
        if (keys.isEmpty() || !(element instanceof Map<?, ?> fields)) {
            return element;
        }
        List<Object> values = new ArrayList<>();
        keys.forEach(key -> values.add(fields.get(key)));
        return values;
    }

    private Map<Object, Object> byKey() {
        Map<Object, Object> all = new LinkedHashMap<>();
        elements.forEach(element -> all.put(key(element), element));
        return all;
    }

    /** Whether another list has the same elements. */
    boolean matches(List<?> other, BiPredicate<Object, Object> same) {
        Map<Object, Object> all = byKey();
        return size() == other.size()
                && other.stream().allMatch(element -> {
                    Object own = all.get(key(element));
                    return own != null && same.test(own, element);
                });
    }

    /** This list and the elements of another one, which replace elements of the same key. */
    KeyedList plus(List<?> other) {
        Map<Object, Object> all = byKey();
        other.forEach(element -> all.put(key(element), element));
        return new KeyedList(List.copyOf(all.values()), keys);
    }
}
