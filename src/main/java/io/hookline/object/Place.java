package io.hookline.object;

import org.jspecify.annotations.Nullable;

/**
 * Where in a JSON document something stands: {@code children[3].metadata.name}. Immutable; equal when the paths are.
 */
public final class Place {

    /** The document itself. */
    public static final Place ROOT = new Place("");

    private static final int NO_INDEX = -1;

    private final @Nullable Place parent;
    private final String step;
    private final int index;

    /**
     * A place by its path.
     *
     * @param path empty for the document itself
     */
    public Place(String path) {
        this(null, path, NO_INDEX);
    }

    /** Puts no path together: most places are passed on the way down, and never told to anybody. */
    private Place(@Nullable Place parent, String step, int index) {
        this.parent = parent;
        this.step = step;
        this.index = index;
    }

    /** A field of the object here. */
    public Place field(String name) {
        return new Place(this, name, NO_INDEX);
    }

    /** An element of the list here, counted from 0. */
    public Place index(int index) {
        return new Place(this, "", index);
    }

    /** A place that was counted from here. */
    public Place then(Place inner) {
        return new Place(this, inner.path(), NO_INDEX);
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
        return other instanceof Place place && path().equals(place.path());
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
