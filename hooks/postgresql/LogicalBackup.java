import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds a CronJob that dumps all databases into a bucket. */
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
                .withEnv(environment(cluster))
                .withEnvFrom(keys(cluster.spec().logicalBackupDestination()))
                .build();
    }

    private static List<EnvVar> environment(Postgresql cluster) {
        Postgresql.BackupDestination to = cluster.spec().logicalBackupDestination();
        List<EnvVar> environment = new ArrayList<>(List.of(
                new EnvVar("SCOPE", cluster.name(), null),
                new EnvVar("PGHOST", Networking.replicas(cluster), null),
                new EnvVar("PGPORT", String.valueOf(Networking.PORT), null),
                new EnvVar("PGUSER", Users.SUPERUSER, null),
                Credentials.password(cluster, "PGPASSWORD", Users.SUPERUSER),
                new EnvVar("LOGICAL_BACKUP_PROVIDER", to.provider(), null),
                new EnvVar("LOGICAL_BACKUP_S3_BUCKET", to.bucket(), null),
                new EnvVar("LOGICAL_BACKUP_S3_BUCKET_PREFIX", to.prefix(), null)));
        if (to.region() != null) {
            environment.add(new EnvVar("LOGICAL_BACKUP_S3_REGION", to.region(), null));
        }
        if (to.endpoint() != null) {
            environment.add(new EnvVar("LOGICAL_BACKUP_S3_ENDPOINT", to.endpoint(), null));
        }
        return environment;
    }

    /** The keys of the bucket, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
    private static List<EnvFromSource> keys(Postgresql.BackupDestination to) {
        return to.secret() == null
                ? List.of()
                : List.of(new EnvFromSourceBuilder()
                        .withNewSecretRef(to.secret(), false)
                        .build());
    }

    private static String name(Postgresql cluster) {
        String name = "logical-backup-" + cluster.name();
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, LONGEST_NAME).replaceAll("-+$", "");
    }
}
