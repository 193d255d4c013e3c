import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;

/** Builds Pods. */
final class Pods {
    private Pods() {}

    /** A Pod of the template, with the volumes of its ordinal, and with its name in the DNS records of the Service. */
    static Pod pod(CatSet set, int ordinal) {
        PodTemplateSpec template = set.spec().template();
        PodBuilder pod = new PodBuilder()
                .withMetadata(template.getMetadata())
                .withSpec(template.getSpec())
                .editOrNewMetadata()
                .withName(set.podName(ordinal))
                .endMetadata()
                .editOrNewSpec()
                .withHostname(set.podName(ordinal))
                .withSubdomain(set.spec().serviceName())
                .endSpec();
        for (PersistentVolumeClaim claim : set.claimTemplates()) {
            String volume = claim.getMetadata().getName();
            pod.editSpec()
                    .removeMatchingFromVolumes(declared -> volume.equals(declared.getName()))
                    .addNewVolume()
                    .withName(volume)
                    .withNewPersistentVolumeClaim()
                    .withClaimName(set.claimName(claim, ordinal))
                    .endPersistentVolumeClaim()
                    .endVolume()
                    .endSpec();
        }
        return pod.build();
    }
}
