import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.hookline.hook.Parent;

/** Pods that are replaced all at once, by those of another color. Fields with a default in the schema are never null. */
record BlueGreenDeployment(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(
            int replicas,
            int minReadySeconds,
            LabelSelector selector,
            PodTemplateSpec template,
            ServiceTemplate service) {}

    record ServiceTemplate(ObjectMeta metadata, ServiceSpec spec) {}

    record Status(String activeColor, Replicas active, Replicas inactive) {}

    /** The numbers that a ReplicaSet reports. */
    record Replicas(int replicas, int readyReplicas, int availableReplicas) {}

    String replicaSetName(String color) {
        return name() + "-" + color;
    }

    String serviceName() {
        return spec.service().metadata().getName();
    }
}
