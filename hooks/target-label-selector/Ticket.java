import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The fields of a Ticket that the hook reads. */
record Ticket(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String title) {}

    record Status(String handledBy) {}
}
