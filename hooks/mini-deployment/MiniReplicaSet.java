import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.hook.Parent;

/**
 * A child: the Pods of one template. Another controller creates the Pods and reports them in the status.
 *
 * @param status null until that controller has written it
 */
@Group("mini.example.com")
@Version("v1")
@Kind("MiniReplicaSet")
record MiniReplicaSet(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(int replicas, LabelSelector selector, PodTemplateSpec template) {}

    /** Numbers are null if the status does not have them. */
    record Status(Integer replicas, Integer readyReplicas) {}

    int desired() {
        return spec.replicas();
    }

    /** The Pods that exist. */
    int replicas() {
        return status == null || status.replicas() == null ? 0 : status.replicas();
    }

    /** The ready Pods that will stay: after a scale-down, the status counts Pods that are about to be deleted. */
    int ready() {
        return status == null || status.readyReplicas() == null ? 0 : Math.min(desired(), status.readyReplicas());
    }
}
