import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;

/** What is copied, and to where. */
record SecretPropagation(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace, JsonNode targetNamespaceLabelSelector) {}

    /** For reports; counted from what was observed. */
    record Status(int expected_copies, int actual_copies) {}

    LabelSelector targets() {
        return LabelSelector.fromJson(
                spec.targetNamespaceLabelSelector(),
                FieldPath.ROOT.field("spec").field("targetNamespaceLabelSelector"));
    }
}
