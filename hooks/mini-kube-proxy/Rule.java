import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Sends what arrives at a port of a Service to one of its endpoints.
 *
 * @param service its namespace and name
 * @param addresses at which clients reach the Service: the cluster IP, and those of the load balancer
 * @param targets {@code ip:port} of the ready endpoints
 */
record Rule(String service, List<String> addresses, ServicePort port, List<String> targets) {

    /** A rule for each port; none without a cluster IP, as headless Services and external names have no traffic of their own. */
    static List<Rule> of(Service service, List<EndpointSlice> slices) {
        String clusterIp = service.getSpec().getClusterIP();
        if (clusterIp == null || clusterIp.isEmpty() || clusterIp.equals("None")) {
            return List.of();
        }
        String name = service.getMetadata().getNamespace() + "/"
                + service.getMetadata().getName();
        List<EndpointSlice> own = slices.stream()
                .filter(slice -> name.equals(slice.getMetadata().getNamespace() + "/"
                        + slice.getMetadata().getLabels().get("kubernetes.io/service-name")))
                .toList();
        List<String> addresses = new ArrayList<>(List.of(clusterIp));
        if (service.getStatus() != null && service.getStatus().getLoadBalancer() != null) {
            service.getStatus().getLoadBalancer().getIngress().stream()
                    .map(LoadBalancerIngress::getIp)
                    .filter(Objects::nonNull)
                    .forEach(addresses::add);
        }
        return service.getSpec().getPorts().stream()
                .map(port -> new Rule(name, addresses, port, targets(own, port)))
                .toList();
    }

    /** The line of the rule, in the words of iptables. Without a target, clients get an answer at once instead of waiting. */
    String line() {
        String protocol =
                port.getProtocol() == null ? "tcp" : port.getProtocol().toLowerCase(Locale.ROOT);
        String action = targets.isEmpty() ? "REJECT" : "DNAT --to-destination " + String.join(",", targets);
        String named = port.getName() == null ? service : service + ":" + port.getName();
        return "-d " + String.join(",", addresses) + " -p " + protocol + " --dport " + port.getPort() + " -j " + action
                + " # " + named + "\n";
    }

    private static List<String> targets(List<EndpointSlice> slices, ServicePort port) {
        return slices.stream()
                .flatMap(slice -> targets(slice, port))
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<String> targets(EndpointSlice slice, ServicePort port) {
        return slice.getPorts().stream()
                .filter(each -> nameOf(each).equals(port.getName() == null ? "" : port.getName()))
                .flatMap(each -> slice.getEndpoints().stream()
                        .filter(endpoint -> endpoint.getConditions() == null
                                || !Boolean.FALSE.equals(
                                        endpoint.getConditions().getReady()))
                        .flatMap(endpoint -> endpoint.getAddresses().stream())
                        .map(address -> address + ":" + each.getPort()));
    }

    private static String nameOf(EndpointPort port) {
        return port.getName() == null ? "" : port.getName();
    }
}
