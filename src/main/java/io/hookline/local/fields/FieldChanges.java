package io.hookline.local.fields;

import java.util.LinkedHashMap;
import java.util.Map;

/** The fields that differ between two states of an object. */
record FieldChanges(FieldSet added, FieldSet modified, FieldSet removed) {

    static final FieldChanges NONE = new FieldChanges(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);
    static final FieldChanges ADDED = new FieldChanges(FieldSet.MEMBER, FieldSet.EMPTY, FieldSet.EMPTY);
    static final FieldChanges MODIFIED = new FieldChanges(FieldSet.EMPTY, FieldSet.MEMBER, FieldSet.EMPTY);
    static final FieldChanges REMOVED = new FieldChanges(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.MEMBER);

    boolean isNone() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }

    /** The fields that have a new value. */
    FieldSet written() {
        return added.union(modified);
    }

    FieldChanges union(FieldChanges other) {
        return new FieldChanges(added.union(other.added), modified.union(other.modified), removed.union(other.removed));
    }

    /** The changes of other fields than these and those below them. */
    FieldChanges without(FieldSet ignored) {
        return ignored.isEmpty()
                ? this
                : new FieldChanges(added.without(ignored), modified.without(ignored), removed.without(ignored));
    }

    /** Collects the changes below one field. */
    static final class Collector {
        private final Map<String, FieldSet> added = new LinkedHashMap<>();
        private final Map<String, FieldSet> modified = new LinkedHashMap<>();
        private final Map<String, FieldSet> removed = new LinkedHashMap<>();

        void put(String element, FieldChanges changes) {
            put(added, element, changes.added);
            put(modified, element, changes.modified);
            put(removed, element, changes.removed);
        }

        private static void put(Map<String, FieldSet> into, String element, FieldSet set) {
            if (!set.isEmpty()) {
                into.merge(element, set, FieldSet::union);
            }
        }

        FieldChanges build() {
            return added.isEmpty() && modified.isEmpty() && removed.isEmpty()
                    ? NONE
                    : new FieldChanges(
                            FieldSet.of(false, added), FieldSet.of(false, modified), FieldSet.of(false, removed));
        }
    }
}
