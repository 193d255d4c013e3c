import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A command to run, which Neutron must know too. */
record FooBar(ObjectMeta metadata, Spec spec, Status status) implements Parent {
    record Spec(String foo, String barz, String command) {}

    /** What the controller last reported; {@code revision} is that of the content that Neutron has. */
    record Status(String phase, String revision) {}

    String key() {
        return namespace() + "/" + name();
    }
}
