import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.util.Map;
import java.util.Objects;

/** Builds the ReplicaSet of a color, and the Service. */
final class Children {

    /** The label by which the Service and the ReplicaSets select their Pods. */
    static final String COLOR = "color";

    private Children() {}

    static ReplicaSet replicaSet(BlueGreenDeployment parent, Rollout.Side side) {
        PodTemplateSpec template = PodTemplates.withColor(side.template(), side.color());
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(parent.replicaSetName(side.color()))
                .withLabels(template.getMetadata().getLabels())
                .addToAnnotations(PodTemplates.ANNOTATION, PodTemplates.text(side.template()))
                .endMetadata()
                .withNewSpec()
                .withReplicas(side.replicas())
                .withMinReadySeconds(parent.spec().minReadySeconds())
                .withSelector(new LabelSelectorBuilder(parent.spec().selector())
                        .addToMatchLabels(COLOR, side.color())
                        .build())
                .withTemplate(template)
                .endSpec()
                .build();
    }

    /** The labels of the selector make the Service a child of this parent. They also select its Pods, if it selects none. */
    static Service service(BlueGreenDeployment parent, String color) {
        ObjectMeta metadata = parent.spec().service().metadata();
        ServiceSpec spec = parent.spec().service().spec();
        Map<String, String> labels =
                Objects.requireNonNullElse(parent.spec().selector().getMatchLabels(), Map.of());
        boolean selectsPods = spec.getSelector() != null && !spec.getSelector().isEmpty();
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(metadata.getName())
                .withAnnotations(metadata.getAnnotations())
                .withLabels(metadata.getLabels())
                .addToLabels(labels)
                .endMetadata()
                .withNewSpecLike(spec)
                .addToSelector(selectsPods ? Map.of() : labels)
                .addToSelector(COLOR, color)
                .endSpec()
                .build();
    }
}
