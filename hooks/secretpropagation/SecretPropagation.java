import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** Names the Secret to copy and selects the target namespaces. */
record SecretPropagation(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace, LabelSelector targetNamespaceLabelSelector) {}

    /** The numbers of desired and of observed copies. */
    record Status(int expected_copies, int actual_copies) {}
}
