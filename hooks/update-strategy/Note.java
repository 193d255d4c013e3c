import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The fields that both kinds of notes share. */
record Note(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String text) {}
}
