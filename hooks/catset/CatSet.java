import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Parent;
import java.util.List;

/** Pods with numbered names, each with volumes of its own. */
record CatSet(ObjectMeta metadata, Spec spec) implements Parent {

    /** There may be no claim templates. */
    record Spec(
            String serviceName,
            int replicas,
            LabelSelector selector,
            PodTemplateSpec template,
            List<PersistentVolumeClaim> volumeClaimTemplates) {}

    record Status(int replicas, int readyReplicas) {}

    List<PersistentVolumeClaim> claimTemplates() {
        return spec.volumeClaimTemplates() == null ? List.of() : spec.volumeClaimTemplates();
    }

    String podName(int ordinal) {
        return name() + "-" + ordinal;
    }

    String claimName(PersistentVolumeClaim template, int ordinal) {
        return template.getMetadata().getName() + "-" + podName(ordinal);
    }
}
