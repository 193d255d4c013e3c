import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The fields of a Hello that the hook reads. */
record Hello(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String who) {}
}
