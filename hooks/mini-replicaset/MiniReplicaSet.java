import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Parent;

/**
 * A number of equal Pods. Fields with a default in the schema are never null.
 *
 * @param status of the last sync; null before the first
 */
record MiniReplicaSet(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(int replicas, LabelSelector selector, PodTemplateSpec template) {}

    /**
     * What is observed.
     *
     * @param replicas the Pods that run or are to run
     * @param nextPod the number of the next Pod: greater than that of each Pod so far
     */
    record Status(int replicas, int readyReplicas, int nextPod) {}

    /** The number in the name of the next Pod, as the last sync has recorded it. */
    int nextPod() {
        return status == null ? 0 : status.nextPod();
    }
}
