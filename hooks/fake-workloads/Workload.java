import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.Map;

/** What Deployments and StatefulSets have in common. The status is kept as it is, for the fields that others write. */
record Workload(String kind, ObjectMeta metadata, Spec spec, Map<String, Object> status) implements Parent {
    record Spec(Integer replicas) {}

    /** The server writes 1 where the user says nothing. */
    int replicas() {
        return spec.replicas() == null ? 1 : spec.replicas();
    }
}
