package io.hookline.object;

/**
 * Where in a JSON document something stands: {@code children[3].metadata.name}.
 *
 * @param path empty for the document itself
 */
public record Place(String path) {

    /** The document itself. */
    public static final Place ROOT = new Place("");

    /** A field of the object here. */
    public Place field(String name) {
        return new Place(path.isEmpty() ? name : path + "." + name);
    }

    /** An element of the list here, counted from 0. */
    public Place index(int index) {
        return new Place(path + "[" + index + "]");
    }

    /** A place that was counted from here. */
    public Place then(Place inner) {
        if (path.isEmpty() || inner.path.isEmpty()) {
            return path.isEmpty() ? inner : this;
        }
        return new Place(inner.path.startsWith("[") ? path + inner.path : path + "." + inner.path);
    }

    @Override
    public String toString() {
        return path.isEmpty() ? "document" : path;
    }
}
