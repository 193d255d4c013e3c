package io.hookline.object;

import java.util.Comparator;

/**
 * The namespace and name of an object of a known kind.
 *
 * @param namespace empty for a cluster-scoped object
 * @param name the object's name
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

    /** The key of a cluster-scoped object. */
    public static ObjectKey clusterScoped(String name) {
        return new ObjectKey("", name);
    }

    /** Reads {@code namespace/name} or {@code name}. */
    public static ObjectKey parse(String text) {
        int slash = text.indexOf('/');
        return slash < 0 ? clusterScoped(text) : new ObjectKey(text.substring(0, slash), text.substring(slash + 1));
    }

    /**
     * Written by hand, like {@link #hashCode}: a record's own methods are slow until the optimising compiler has
     * compiled them.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey key && name.equals(key.name) && namespace.equals(key.namespace);
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    /** By namespace, then by name. */
    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    /** {@code namespace/name}, or {@code name} for a cluster-scoped object. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
