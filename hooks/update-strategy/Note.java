import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A text. Its label names the update strategy, but the hook does not read it. */
record Note(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String text) {}

    record Status(String shown) {}
}
