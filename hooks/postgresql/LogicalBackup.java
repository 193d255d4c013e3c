import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import java.util.List;
import java.util.Map;

/** Builds a CronJob that dumps all databases. */
final class LogicalBackup {

    private static final String IMAGE = "ghcr.io/zalando/postgres-operator/logical-backup:v1.14.0";

    /** Kubernetes limits names of CronJobs, because it adds a suffix to the names of their Jobs. */
    private static final int LONGEST_NAME = 52;

    private LogicalBackup() {}

    static List<CronJob> of(Postgresql cluster) {
        return cluster.spec().enableLogicalBackup() ? List.of(cronJob(cluster)) : List.of();
    }

    private static CronJob cronJob(Postgresql cluster) {
        return new CronJobBuilder()
                .withNewMetadata()
                .withName(name(cluster))
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .withNewSpec()
                .withSchedule(cluster.spec().logicalBackupSchedule())
                .withConcurrencyPolicy("Forbid")
                .withNewJobTemplate()
                .withNewSpec()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels(Map.of("application", "spilo-logical-backup", "cluster-name", cluster.name()))
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy("Never")
                .addToContainers(container(cluster))
                .endSpec()
                .endTemplate()
                .endSpec()
                .endJobTemplate()
                .endSpec()
                .build();
    }

    private static Container container(Postgresql cluster) {
        return new ContainerBuilder()
                .withName("logical-backup")
                .withImage(IMAGE)
                .withEnv(
                        new EnvVar("SCOPE", cluster.name(), null),
                        new EnvVar("PGHOST", Networking.replicas(cluster), null),
                        new EnvVar("PGPORT", String.valueOf(Networking.PORT), null),
                        new EnvVar("PGUSER", Roles.SUPERUSER, null),
                        Credentials.password(cluster, "PGPASSWORD", Roles.SUPERUSER))
                .build();
    }

    private static String name(Postgresql cluster) {
        String name = "logical-backup-" + cluster.name();
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, LONGEST_NAME).replaceAll("-+$", "");
    }
}
