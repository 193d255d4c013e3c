import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** What both kinds of notes have. */
record Note(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String text) {}
}
