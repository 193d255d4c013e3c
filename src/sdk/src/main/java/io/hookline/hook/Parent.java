package io.hookline.hook;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;

/**
 * Gives a record of a parent short methods for its metadata: name, namespace, labels, annotations.
 *
 * <p>The record declares only the fields that the hook uses. All other fields of the object are ignored.
 *
 * <pre>{@code
 * record Hello(ObjectMeta metadata, Spec spec) implements Parent {
 *     record Spec(String who) {}
 * }
 * }</pre>
 */
public interface Parent {

    /** The parent's metadata, as the API server returned it. */
    ObjectMeta metadata();

    /** The parent's name. */
    default String name() {
        return metadata().getName();
    }

    /** The parent's namespace; empty if it is cluster-scoped. */
    default String namespace() {
        return metadata().getNamespace() == null ? "" : metadata().getNamespace();
    }

    /** The parent's labels; empty if it has none. */
    default Map<String, String> labels() {
        return metadata().getLabels() == null ? Map.of() : metadata().getLabels();
    }

    /** The parent's annotations; empty if it has none. */
    default Map<String, String> annotations() {
        return metadata().getAnnotations() == null ? Map.of() : metadata().getAnnotations();
    }
}
