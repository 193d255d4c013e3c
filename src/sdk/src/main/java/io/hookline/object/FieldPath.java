package io.hookline.object;

import org.jspecify.annotations.Nullable;

/** A place in a JSON document: {@code children[3].metadata.name}. Immutable; equal if the paths are equal. */
public final class FieldPath {

    /** The document itself. */
    public static final FieldPath ROOT = new FieldPath("");

    private static final int NO_INDEX = -1;

    private final @Nullable FieldPath parent;
    private final String step;
    private final int index;

    /**
     * A place by its path.
     *
     * @param path empty for the document itself
     */
    public FieldPath(String path) {
        this(null, path, NO_INDEX);
    }

    /** The path is not concatenated here: readers create many places, and few of them are ever printed. */
    private FieldPath(@Nullable FieldPath parent, String step, int index) {
        this.parent = parent;
        this.step = step;
        this.index = index;
    }

    /** A field of the object at this place. */
    public FieldPath field(String name) {
        return new FieldPath(this, name, NO_INDEX);
    }

    /** An element of the list at this place, counted from 0. */
    public FieldPath index(int index) {
        return new FieldPath(this, "", index);
    }

    /** A place whose path is relative to this place. */
    public FieldPath then(FieldPath inner) {
        return new FieldPath(this, inner.path(), NO_INDEX);
    }

    /** The path; empty for the document itself. */
    public String path() {
        String before = parent == null ? "" : parent.path();
        if (index != NO_INDEX) {
            return before + "[" + index + "]";
        }
        if (before.isEmpty() || step.isEmpty()) {
            return before + step;
        }
        return step.startsWith("[") ? before + step : before + "." + step;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldPath place && path().equals(place.path());
    }

    @Override
    public int hashCode() {
        return path().hashCode();
    }

    @Override
    public String toString() {
        String path = path();
        return path.isEmpty() ? "document" : path;
    }
}
