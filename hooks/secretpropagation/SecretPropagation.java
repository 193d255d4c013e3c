import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;

/** Names the Secret to copy and selects the target namespaces. */
record SecretPropagation(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace, JsonNode targetNamespaceLabelSelector) {}

    /** The numbers of desired and of observed copies. */
    record Status(int expected_copies, int actual_copies) {}

    LabelSelector targets() {
        return LabelSelector.fromJson(
                spec.targetNamespaceLabelSelector(),
                FieldPath.ROOT.field("spec").field("targetNamespaceLabelSelector"));
    }
}
