package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;

/**
 * Identifies a child in any version of its kind.
 *
 * @param group the API group, empty for the core group
 */
public record ChildId(String group, String kind, ObjectKey key) {

    /** The identity of a child. */
    public static ChildId of(Child child) {
        return new ChildId(child.kind().group(), child.kind().kind(), child.key());
    }

    /** Whether the kind is this one, in any version. */
    boolean isOfKind(GroupVersionKind other) {
        return group.equals(other.group()) && kind.equals(other.kind());
    }
}
