package io.hookline.object;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps one instance of equal values that many objects have, such as namespaces, label keys and owner references. Its
 * size is bounded: when it is full, it is cleared, which costs a little memory and never correctness. Belongs to one
 * cache; not thread-safe.
 */
public final class Interner {

    private static final int MAX_SIZE = 16_384;

    private final Map<Object, Object> known = new HashMap<>();

    /** Returns the first instance that was equal to this one. */
    @SuppressWarnings("unchecked") // equal values have the same type
    public <T> T one(T value) {
        if (known.size() >= MAX_SIZE) {
            known.clear();
        }
        Object first = known.putIfAbsent(value, value);
        return first == null ? value : (T) first;
    }
}
