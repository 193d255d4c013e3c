import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.Map;

/** Builds the DaemonSet of a job. */
final class DaemonSets {

    /** A label of its own, because the labels of the template may be the same in two jobs. */
    private static final String LABEL = "ctl.example.com/daemonjob";

    private DaemonSets() {}

    static DaemonSet of(DaemonJob job) {
        PodTemplateSpec template = template(job);
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(job.daemonSetName())
                .withLabels(template.getMetadata().getLabels())
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(Map.of(LABEL, job.name()))
                .endSelector()
                .withTemplate(template)
                .endSpec()
                .build();
    }

    /** The work of a Pod is done when its last init container has succeeded; the only container does nothing. */
    private static PodTemplateSpec template(DaemonJob job) {
        PodTemplateSpec template = job.spec().template();
        return new PodTemplateSpecBuilder(template)
                .editOrNewMetadata()
                .addToLabels(LABEL, job.name())
                .endMetadata()
                .editSpec()
                .addAllToInitContainers(template.getSpec().getContainers())
                .withContainers(pause(job))
                .endSpec()
                .build();
    }

    private static Container pause(DaemonJob job) {
        return new ContainerBuilder()
                .withName("pause")
                .withImage(job.spec().pauseImage())
                .withNewResources()
                .addToRequests("cpu", new Quantity("10m"))
                .endResources()
                .build();
    }
}
