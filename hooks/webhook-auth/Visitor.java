import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The fields of a Visitor that the hook reads. */
record Visitor(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String fullName) {}

    record Status(boolean admitted) {}
}
