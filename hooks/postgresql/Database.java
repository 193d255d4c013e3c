import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;

/** Builds the StatefulSet. Its volumes are kept when the StatefulSet or the cluster is deleted. */
final class Database {

    static final String DATA = "pgdata";

    private Database() {}

    static StatefulSet statefulSet(Postgresql cluster, Rollout rollout) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(cluster.name())
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(cluster.spec().numberOfInstances())
                .withServiceName(cluster.name())
                .withPodManagementPolicy("OrderedReady")
                .withNewSelector()
                .withMatchLabels(cluster.selector())
                .endSelector()
                .withTemplate(rollout.template())
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withPartition(rollout.partition())
                .endRollingUpdate()
                .endUpdateStrategy()
                .withNewPersistentVolumeClaimRetentionPolicy("Retain", "Retain")
                .withVolumeClaimTemplates(claim(cluster))
                .endSpec()
                .build();
    }

    /** A claim template is immutable, so it omits the team label, which can change; the schema fixes the size and the class. */
    private static PersistentVolumeClaim claim(Postgresql cluster) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(DATA)
                .addToLabels(cluster.selector())
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(cluster.spec().volume().storageClass())
                .withVolumeMode("Filesystem")
                .withNewResources()
                .addToRequests("storage", new Quantity(cluster.spec().volume().size()))
                .endResources()
                .endSpec()
                .withNewStatus()
                .withPhase("Pending") // the API server sets it too; without it, every sync would find a difference
                .endStatus()
                .build();
    }
}
