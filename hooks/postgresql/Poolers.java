import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds the connection poolers for the primary and for the replicas, each with a Deployment and a Service of one name. */
final class Poolers {

    private static final String LABEL = "connection-pooler";

    private Poolers() {}

    static List<HasMetadata> of(Postgresql cluster) {
        List<HasMetadata> all = new ArrayList<>();
        if (cluster.spec().enableConnectionPooler()) {
            String name = primary(cluster);
            all.add(deployment(cluster, name, Networking.primary(cluster)));
            all.add(service(cluster, name));
        }
        if (cluster.spec().enableReplicaConnectionPooler()) {
            String name = primary(cluster) + "-repl";
            all.add(deployment(cluster, name, Networking.replicas(cluster)));
            all.add(service(cluster, name));
        }
        return all;
    }

    /** Whether this is the name of a pooler. */
    static boolean isPooler(Postgresql cluster, String name) {
        return name.equals(primary(cluster)) || name.equals(primary(cluster) + "-repl");
    }

    private static String primary(Postgresql cluster) {
        return cluster.name() + "-pooler";
    }

    private static Map<String, String> labels(Postgresql cluster, String name) {
        return Map.of("application", "db-connection-pooler", "cluster-name", cluster.name(), LABEL, name);
    }

    private static Service service(Postgresql cluster, String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(labels(cluster, name))
                .endMetadata()
                .withNewSpec()
                .withType("ClusterIP")
                .withSelector(Map.of(LABEL, name))
                .addNewPort()
                .withName("pgbouncer")
                .withProtocol("TCP")
                .withPort(Networking.PORT)
                .withTargetPort(new IntOrString(Networking.PORT))
                .endPort()
                .endSpec()
                .build();
    }

    private static Deployment deployment(Postgresql cluster, String name, String host) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(labels(cluster, name))
                .endMetadata()
                .withNewSpec()
                .withReplicas(cluster.spec().connectionPooler().numberOfInstances())
                .withNewSelector()
                .withMatchLabels(Map.of(LABEL, name))
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels(labels(cluster, name))
                .endMetadata()
                .withNewSpec()
                .addToContainers(container(cluster, host))
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Container container(Postgresql cluster, String host) {
        Postgresql.Pooler pooler = cluster.spec().connectionPooler();
        return new ContainerBuilder()
                .withName("connection-pooler")
                .withImage(pooler.dockerImage())
                .addNewPort()
                .withName("pgbouncer")
                .withContainerPort(Networking.PORT)
                .withProtocol("TCP")
                .endPort()
                .withEnv(
                        new EnvVar("PGHOST", host, null),
                        new EnvVar("PGPORT", String.valueOf(Networking.PORT), null),
                        new EnvVar("PGUSER", Users.POOLER, null),
                        new EnvVar("PGSCHEMA", pooler.schema(), null),
                        Credentials.password(cluster, "PGPASSWORD", Users.POOLER),
                        new EnvVar("CONNECTION_POOLER_MODE", pooler.mode(), null),
                        new EnvVar("CONNECTION_POOLER_PORT", String.valueOf(Networking.PORT), null),
                        new EnvVar("CONNECTION_POOLER_MAX_DB_CONN", String.valueOf(pooler.maxDBConnections()), null))
                .withNewReadinessProbe()
                .withNewTcpSocket()
                .withNewPort(Networking.PORT)
                .endTcpSocket()
                .endReadinessProbe()
                .build();
    }
}
