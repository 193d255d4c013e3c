package io.hookline.object;

import java.util.Comparator;

/**
 * A kind in one version of its API group.
 *
 * <p>Ordered by group, then version, then kind: the order in which children are written (contract of Metacontroller
 * 4.17).
 *
 * @param group empty for the core group
 */
public record GroupVersionKind(String group, String version, String kind) implements Comparable<GroupVersionKind> {

    private static final Comparator<GroupVersionKind> ORDER = Comparator.comparing(GroupVersionKind::group)
            .thenComparing(GroupVersionKind::version)
            .thenComparing(GroupVersionKind::kind);

    /** Reads {@code group/version} or {@code version}, as in an object's apiVersion. */
    public static GroupVersionKind of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersionKind("", apiVersion, kind)
                : new GroupVersionKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    /** {@code group/version}, or {@code version} for the core group. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Whether both are the same kind, in any version. */
    public boolean sameKind(GroupVersionKind other) {
        return group.equals(other.group) && kind.equals(other.kind);
    }

    /**
     * Written by hand, like {@link #hashCode}: a record's own methods are slow until the optimising compiler has
     * compiled them.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof GroupVersionKind gvk
                && kind.equals(gvk.kind)
                && group.equals(gvk.group)
                && version.equals(gvk.version);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * group.hashCode() + version.hashCode()) + kind.hashCode();
    }

    @Override
    public int compareTo(GroupVersionKind other) {
        return ORDER.compare(this, other);
    }

    /** The outer key of object maps in hook requests: {@code Pod.v1}, {@code StatefulSet.apps/v1}. */
    @Override
    public String toString() {
        return kind + "." + apiVersion();
    }
}
