import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A text, repeated in a ConfigMap. */
record ExampleResource(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec(String message, int times) {}

    record Status(int lines) {}
}
