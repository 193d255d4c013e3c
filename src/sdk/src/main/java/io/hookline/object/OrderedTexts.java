package io.hookline.object;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable map of few texts that keeps their order. {@link Map#copyOf} has another order in each process, so
 * that a run could not be repeated exactly; a {@code LinkedHashMap} uses three times the memory, for each object of a
 * cache.
 */
final class OrderedTexts extends AbstractMap<String, String> {

    /** Keys and values, alternating. */
    private final String[] texts;

    private OrderedTexts(Map<String, String> map) {
        texts = new String[2 * map.size()];
        int at = 0;
        for (Map.Entry<String, String> entry : map.entrySet()) {
            texts[at++] = entry.getKey();
            texts[at++] = entry.getValue();
        }
    }

    static Map<String, String> copyOf(Map<String, String> map) {
        return map.size() < 2 ? Map.copyOf(map) : new OrderedTexts(map);
    }

    @Override
    public @Nullable String get(@Nullable Object key) {
        for (int i = 0; i < texts.length; i += 2) {
            if (texts[i].equals(key)) {
                return texts[i + 1];
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public int size() {
        return texts.length / 2;
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, String>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return texts.length / 2;
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, String>> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < texts.length;
        }

        @Override
        public Map.Entry<String, String> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            at += 2;
            return Map.entry(texts[at - 2], texts[at - 1]);
        }
    }
}
