import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.hookline.hook.Sync;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds the Services and Endpoints of a cluster. The Service of the primary has no selector: Patroni writes the address of the
 * current leader to its Endpoints.
 */
final class Networking {

    static final int PORT = 5432;

    private static final String ROLE = "spilo-role";
    private static final List<String> LOCALHOST_ONLY = List.of("127.0.0.1/32");

    private Networking() {}

    static String primary(Postgresql cluster) {
        return cluster.name();
    }

    static String replicas(Postgresql cluster) {
        return cluster.name() + "-repl";
    }

    /** Whether a Pod is the primary. Patroni writes this label. */
    static boolean isPrimary(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels != null && "master".equals(labels.get(ROLE));
    }

    /** Adds the label of a role, {@code master} or {@code replica}. */
    static Map<String, String> withRole(Map<String, String> labels, String role) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(ROLE, role);
        return more;
    }

    static List<Service> services(Postgresql cluster) {
        boolean open = cluster.spec().enableMasterLoadBalancer();
        boolean replicasOpen = cluster.spec().enableReplicaLoadBalancer();
        return List.of(
                service(cluster, primary(cluster), "master", open).build(),
                service(cluster, replicas(cluster), "replica", replicasOpen)
                        .editSpec()
                        .withSelector(withRole(cluster.selector(), "replica"))
                        .endSpec()
                        .build());
    }

    private static ServiceBuilder service(Postgresql cluster, String name, String role, boolean loadBalancer) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(withRole(cluster.clusterLabels(), role))
                .endMetadata()
                .withNewSpec()
                .withType(loadBalancer ? "LoadBalancer" : "ClusterIP")
                .withLoadBalancerSourceRanges(loadBalancer ? sourceRanges(cluster) : null)
                .addNewPort()
                .withName("postgresql")
                .withProtocol("TCP")
                .withPort(PORT)
                .withTargetPort(new IntOrString(PORT))
                .endPort()
                .endSpec();
    }

    private static List<String> sourceRanges(Postgresql cluster) {
        List<String> ranges = cluster.spec().allowedSourceRanges();
        return ranges == null || ranges.isEmpty() ? LOCALHOST_ONLY : ranges;
    }

    /**
     * The Endpoints of the primary, without addresses, and those that Kubernetes creates for the other Services. The latter
     * have the labels of their Service, so they are children too and would be deleted if the hook did not list them.
     */
    static List<Endpoints> endpoints(Sync<Postgresql> in) {
        Postgresql cluster = in.parent();
        List<Endpoints> all = new ArrayList<>();
        all.add(new EndpointsBuilder()
                .withNewMetadata()
                .withName(primary(cluster))
                .addToLabels(withRole(cluster.clusterLabels(), "master"))
                .endMetadata()
                .build());
        Set<String> others = Stream.concat(
                        Stream.of(replicas(cluster)),
                        Poolers.of(cluster).stream()
                                .map(child -> child.getMetadata().getName()))
                .collect(Collectors.toSet());
        in.children(Endpoints.class).stream()
                .map(Networking::name)
                .filter(others::contains)
                .forEach(name -> all.add(new EndpointsBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build()));
        return all;
    }

    private static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }
}
