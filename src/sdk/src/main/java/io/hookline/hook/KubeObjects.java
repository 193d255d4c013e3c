package io.hookline.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;

/** Converts between Kubernetes objects and the classes of hook authors, as hooks do. For tests. Thread-safe. */
public final class KubeObjects {

    private final JsonBinding binding;

    /**
     * Creates a converter.
     *
     * @param user a class that can see the classes to convert to
     */
    public KubeObjects(Class<?> user) {
        this.binding = JsonBinding.of(user);
    }

    /**
     * Converts a record or other bean, an object of the Kubernetes model, a {@code Map}, a tree, or JSON text.
     *
     * @throws io.hookline.object.DecodeException if it has no apiVersion, kind or name
     */
    public KubeObject of(Object source) {
        FieldPath place = FieldPath.ROOT.field("object");
        return JsonBinding.identified(binding.source(source, place), place);
    }

    /** Converts a map or another part of an object to a tree. */
    public ObjectNode tree(Object part) {
        return binding.source(part, FieldPath.ROOT.field("object"));
    }

    /** Converts an object to a class. */
    public <T> T read(KubeObject object, Class<T> type) {
        return binding.read(object, type);
    }

    /**
     * The kind of a class of the Kubernetes model, or of a class with its annotations.
     *
     * @throws IllegalArgumentException if the class has none
     */
    public GroupVersionKind kindOf(Class<?> type) {
        return binding.kindOf(type);
    }
}
