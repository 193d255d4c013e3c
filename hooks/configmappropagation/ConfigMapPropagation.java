import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** What is copied, and to where. */
record ConfigMapPropagation(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace, List<String> targetNamespaces) {}

    /** For reports; counted from what was observed. */
    record Status(int expected_copies, int actual_copies) {}

    /** Where the source is, no copy can be. */
    List<String> targets() {
        return spec.targetNamespaces().stream()
                .filter(namespace -> !namespace.equals(spec.sourceNamespace()))
                .distinct()
                .toList();
    }
}
