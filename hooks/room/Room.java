import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The device of a room, outside of the cluster: its address, or a stub of it in the process of the hook. */
record Room(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String url, boolean available) {}

    record Status(String url) {}
}
