import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** A relay race. Fields with a default in the schema are never null. */
record Relay(ObjectMeta metadata, Spec spec, Status status) implements Parent {
    record Spec(int laps) {}

    /** The watcher of each finished lap. */
    record Status(int lap, List<String> reconciledBy) {}

    /** Those of the laps until now. */
    List<String> finished() {
        return status == null || status.reconciledBy() == null ? List.of() : status.reconciledBy();
    }
}
