import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Parent;
import java.util.List;

/** Pods that are replaced step by step when their template changes. Fields with a default in the schema are never null. */
record MiniDeployment(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec(
            int replicas,
            LabelSelector selector,
            PodTemplateSpec template,
            int maxSurge,
            int maxUnavailable,
            int revisionHistoryLimit) {}

    /**
     * What is observed.
     *
     * @param replicaSet the MiniReplicaSet of the current template
     * @param replicas the Pods of all MiniReplicaSets
     * @param updatedReplicas the Pods of the current template
     * @param readyReplicas the ready Pods of all MiniReplicaSets
     */
    record Status(
            String replicaSet, int replicas, int updatedReplicas, int readyReplicas, List<Condition> conditions) {}
}
