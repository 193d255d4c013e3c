import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.List;

/** Builds the Pod template of a cluster: PostgreSQL under Patroni, which elects the leader. */
final class PodTemplate {

    private static final String HOME = "/home/postgres/pgdata";
    private static final int PATRONI = 8008;

    private PodTemplate() {}

    static PodTemplateSpec of(Postgresql cluster) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(PodAccount.name(cluster))
                .withTerminationGracePeriodSeconds(300L)
                .addToContainers(container(cluster))
                .addNewVolume()
                .withName("dshm")
                .withNewEmptyDir()
                .withMedium("Memory")
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .build();
    }

    private static Container container(Postgresql cluster) {
        return new ContainerBuilder()
                .withName("postgres")
                .withImage(cluster.spec().dockerImage())
                .withPorts(port("patroni", PATRONI), port("postgresql", Networking.PORT), port("telemetry", 8080))
                .withEnv(environment(cluster))
                .withResources(cluster.spec().resources())
                .addNewVolumeMount()
                .withName(Database.DATA)
                .withMountPath(HOME)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName("dshm")
                .withMountPath("/dev/shm")
                .endVolumeMount()
                .withNewReadinessProbe()
                .withNewHttpGet()
                .withPath("/readiness")
                .withNewPort(PATRONI)
                .endHttpGet()
                .withInitialDelaySeconds(6)
                .withPeriodSeconds(10)
                .endReadinessProbe()
                .build();
    }

    private static ContainerPort port(String name, int number) {
        ContainerPort port = new ContainerPort();
        port.setName(name);
        port.setContainerPort(number);
        port.setProtocol("TCP");
        return port;
    }

    private static List<EnvVar> environment(Postgresql cluster) {
        return List.of(
                value("SCOPE", cluster.name()),
                value("PGROOT", HOME + "/pgroot"),
                field("POD_IP", "status.podIP"),
                field("POD_NAMESPACE", "metadata.namespace"),
                value("PGUSER_SUPERUSER", Users.SUPERUSER),
                Credentials.password(cluster, "PGPASSWORD_SUPERUSER", Users.SUPERUSER),
                value("PGUSER_STANDBY", Users.STANDBY),
                Credentials.password(cluster, "PGPASSWORD_STANDBY", Users.STANDBY),
                value("KUBERNETES_SCOPE_LABEL", "cluster-name"),
                value("KUBERNETES_ROLE_LABEL", "spilo-role"),
                value("KUBERNETES_LABELS", "{\"application\":\"spilo\"}"),
                value("SPILO_CONFIGURATION", SpiloConfiguration.of(cluster)));
    }

    private static EnvVar value(String name, String value) {
        return new EnvVar(name, value, null);
    }

    private static EnvVar field(String name, String path) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewFieldRef("v1", path)
                .endValueFrom()
                .build();
    }
}
