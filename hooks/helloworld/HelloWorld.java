import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The fields of a HelloWorld that the hook reads. */
record HelloWorld(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String who) {}

    record Status(int pods) {}
}
