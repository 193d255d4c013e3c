import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointPort;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads {@code ip:port} of ready servers. A port of a Service and a port of its endpoints match by name. */
final class EndpointAddresses {
    private EndpointAddresses() {}

    static List<String> of(Endpoints endpoints, ServicePort wanted) {
        List<String> addresses = new ArrayList<>();
        for (EndpointSubset subset : endpoints.getSubsets()) {
            for (EndpointPort port : subset.getPorts()) {
                if (isSame(port.getName(), wanted)) {
                    for (EndpointAddress address : subset.getAddresses()) {
                        addresses.add(text(address.getIp(), port.getPort()));
                    }
                }
            }
        }
        return addresses;
    }

    static List<String> of(List<EndpointSlice> slices, Service service, ServicePort wanted) {
        List<String> addresses = new ArrayList<>();
        for (EndpointSlice slice : slices) {
            if (isOfFirstFamily(slice, service)) {
                slice.getPorts().stream()
                        .filter(port -> isSame(port.getName(), wanted))
                        .forEach(port -> slice.getEndpoints().stream()
                                .filter(EndpointAddresses::isReady)
                                .flatMap(endpoint -> endpoint.getAddresses().stream())
                                .forEach(ip -> addresses.add(text(ip, port.getPort()))));
            }
        }
        return addresses;
    }

    /** A dual-stack Service has each server twice, so only its first address family is used. */
    private static boolean isOfFirstFamily(EndpointSlice slice, Service service) {
        List<String> families = service.getSpec().getIpFamilies();
        String family = families.isEmpty() ? "IPv4" : families.getFirst();
        return family.equals(slice.getAddressType());
    }

    /** An endpoint without the condition counts as ready, as in Kubernetes. */
    private static boolean isReady(Endpoint endpoint) {
        return endpoint.getConditions() == null
                || !Boolean.FALSE.equals(endpoint.getConditions().getReady());
    }

    private static boolean isSame(String name, ServicePort wanted) {
        return Objects.requireNonNullElse(name, "").equals(Objects.requireNonNullElse(wanted.getName(), ""));
    }

    private static String text(String ip, Integer port) {
        return (ip.contains(":") ? "[" + ip + "]" : ip) + ":" + port;
    }
}
