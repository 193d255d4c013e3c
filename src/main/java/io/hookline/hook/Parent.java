package io.hookline.hook;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;

/**
 * What a hook author's record of a parent implements to have its name at hand. The record declares the fields that the
 * hook looks at; the others are passed over.
 *
 * <pre>{@code
 * record Hello(ObjectMeta metadata, Spec spec) implements Parent {
 *     record Spec(String who) {}
 * }
 * }</pre>
 */
public interface Parent {

    /** As the API server has it. */
    ObjectMeta metadata();

    /** The parent's name. */
    default String name() {
        return metadata().getName();
    }

    /** Its namespace, empty if it is cluster-scoped. */
    default String namespace() {
        return metadata().getNamespace() == null ? "" : metadata().getNamespace();
    }

    /** Its labels, empty if it has none. */
    default Map<String, String> labels() {
        return metadata().getLabels() == null ? Map.of() : metadata().getLabels();
    }

    /** Its annotations, empty if it has none. */
    default Map<String, String> annotations() {
        return metadata().getAnnotations() == null ? Map.of() : metadata().getAnnotations();
    }
}
