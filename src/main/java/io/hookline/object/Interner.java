package io.hookline.object;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps one instance of equal values that many objects carry, such as namespaces, label keys and owner references. What
 * it knows is bounded: when it is full it starts afresh, which costs a little memory and never correctness. Belongs to
 * one cache; not thread-safe.
 */
public final class Interner {

    private static final int MOST = 16_384;

    private final Map<Object, Object> known = new HashMap<>();

    /** The first instance that was equal to this one. */
    @SuppressWarnings("unchecked") // a value is only ever found under an equal value of its own type
    public <T> T one(T value) {
        if (known.size() >= MOST) {
            known.clear();
        }
        Object first = known.putIfAbsent(value, value);
        return first == null ? value : (T) first;
    }
}
