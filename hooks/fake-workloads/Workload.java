import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.Map;

/** The fields that Deployments, StatefulSets and ReplicaSets share. The status is a map, so that fields of other controllers are kept. */
record Workload(String kind, ObjectMeta metadata, Spec spec, Map<String, Object> status) implements Parent {
    record Spec(Integer replicas) {}

    /** Kubernetes defaults an absent number of replicas to 1. */
    int replicas() {
        return spec.replicas() == null ? 1 : spec.replicas();
    }
}
