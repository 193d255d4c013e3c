import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** Names the ConfigMap to copy. */
record GlobalConfigMap(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace) {}

    /** The numbers of desired and of observed copies. */
    record Status(int expected_copies, int actual_copies) {}
}
