import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A cluster of PostgreSQL servers: a primary and replicas. Fields with a default in the schema are never null. */
record Postgresql(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /** A valid name of a Service, short enough for the names of Pods, which add a suffix. */
    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,56}[a-z0-9])?");

    record Spec(
            String teamId,
            Integer numberOfInstances,
            String dockerImage,
            Engine postgresql,
            Volume volume,
            ResourceRequirements resources,
            Map<String, List<String>> users,
            Map<String, PreparedDatabase> preparedDatabases,
            boolean enableMasterLoadBalancer,
            boolean enableReplicaLoadBalancer,
            List<String> allowedSourceRanges,
            boolean enableConnectionPooler,
            boolean enableReplicaConnectionPooler,
            Pooler connectionPooler,
            boolean enableLogicalBackup,
            String logicalBackupSchedule,
            BackupDestination logicalBackupDestination) {}

    /** The PostgreSQL version and its settings. */
    record Engine(String version, Map<String, String> parameters) {}

    record Volume(String size, String storageClass) {}

    record PreparedDatabase(boolean defaultUsers) {}

    record Pooler(
            Integer numberOfInstances, String dockerImage, String mode, String schema, Integer maxDBConnections) {}

    /** A bucket for backups. Without a {@code secret}, the Pods of the backup get their rights from the cloud. */
    record BackupDestination(
            String provider, String bucket, String prefix, String region, String endpoint, String secret) {}

    /** {@code members} and {@code superusers} are people, who get roles but no Secrets. */
    record Status(
            @JsonProperty("PostgresClusterStatus") String phase,
            List<Condition> conditions,
            List<String> members,
            List<String> superusers) {}

    boolean hasGoodName() {
        return NAME.matcher(name()).matches();
    }

    boolean hasPooler() {
        return spec.enableConnectionPooler() || spec.enableReplicaConnectionPooler();
    }

    /** The labels that select its Pods. */
    Map<String, String> selector() {
        return Map.of("application", "spilo", "cluster-name", name());
    }

    /** The labels of its children. */
    Map<String, String> clusterLabels() {
        return Map.of("application", "spilo", "cluster-name", name(), "team", spec.teamId());
    }

    /** The phase that was reported last; empty before the first report. */
    String lastPhase() {
        return status == null || status.phase() == null ? "" : status.phase();
    }
}
