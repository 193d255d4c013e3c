import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** What is copied to everywhere. */
record GlobalConfigMap(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String sourceName, String sourceNamespace) {}

    /** For reports; counted from what was observed. */
    record Status(int expected_copies, int actual_copies) {}
}
