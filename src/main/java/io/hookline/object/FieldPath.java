package io.hookline.object;

import org.jspecify.annotations.Nullable;

/**
 * Where in a JSON document something stands: {@code children[3].metadata.name}. Immutable; equal when the paths are.
 */
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

    /** Puts no path together: most places are passed on the way down, and never told to anybody. */
    private FieldPath(@Nullable FieldPath parent, String step, int index) {
        this.parent = parent;
        this.step = step;
        this.index = index;
    }

    /** A field of the object here. */
    public FieldPath field(String name) {
        return new FieldPath(this, name, NO_INDEX);
    }

    /** An element of the list here, counted from 0. */
    public FieldPath index(int index) {
        return new FieldPath(this, "", index);
    }

    /** A place that was counted from here. */
    public FieldPath then(FieldPath inner) {
        return new FieldPath(this, inner.path(), NO_INDEX);
    }

    /** Empty for the document itself. */
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
