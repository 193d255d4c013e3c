import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** Names the ConfigMap to copy and the target namespaces. */
record ConfigMapPropagation(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace, List<String> targetNamespaces) {}

    /** The numbers of desired and of observed copies. */
    record Status(int expected_copies, int actual_copies) {}

    /** The namespace of the source is skipped: a copy there would have the name of the source. */
    List<String> targets() {
        return spec.targetNamespaces().stream()
                .filter(namespace -> !namespace.equals(spec.sourceNamespace()))
                .distinct()
                .toList();
    }
}
