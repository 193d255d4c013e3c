import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** What the hook looks at of a Hello. */
record Hello(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String who) {}
}
