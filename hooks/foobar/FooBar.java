import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A command to run, which Neutron must know too. */
record FooBar(ObjectMeta metadata, Spec spec, Status status) implements Parent {
    record Spec(String foo, String barz, String command) {}

    /** The phase, and what Neutron had when it answered last: the revision of the content, and its address. */
    record Status(String phase, String revision, String copy) {
        Status in(String otherPhase) {
            return new Status(otherPhase, revision, copy);
        }
    }

    /** The last status in another phase. */
    Status in(String phase) {
        return status == null ? new Status(phase, null, null) : status.in(phase);
    }

    String key() {
        return namespace() + "/" + name();
    }
}
