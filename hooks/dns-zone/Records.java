import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** The records of Services, one line each. Names are relative to the zone: {@code shop.default.svc}. */
final class Records {

    private final SortedSet<String> lines = new TreeSet<>();

    private Records() {}

    /** Sorted, each once, so equal objects are an equal text. */
    static List<String> of(List<Service> services, List<EndpointSlice> slices) {
        Records records = new Records();
        for (Service service : services) {
            records.add(service, slices);
        }
        return List.copyOf(records.lines);
    }

    private void add(Service service, List<EndpointSlice> slices) {
        String name =
                service.getMetadata().getName() + "." + service.getMetadata().getNamespace() + ".svc";
        if ("ExternalName".equals(service.getSpec().getType())) {
            lines.add(name + " IN CNAME " + absolute(service.getSpec().getExternalName()));
        } else if ("None".equals(service.getSpec().getClusterIP())) {
            slices.stream()
                    .filter(slice -> isOf(service, slice))
                    .forEach(slice -> slice.getEndpoints().stream()
                            .filter(Records::isReady)
                            .forEach(endpoint -> addEndpoint(name, endpoint, slice.getPorts())));
        } else {
            service.getSpec().getClusterIPs().forEach(ip -> addAddress(name, ip));
            for (ServicePort port : service.getSpec().getPorts()) {
                addPort(name, port.getName(), port.getProtocol(), port.getPort(), name);
            }
        }
    }

    /** A headless Service has no address of its own: its name has those of all endpoints, and each endpoint has a name. */
    private void addEndpoint(String service, Endpoint endpoint, List<EndpointPort> ports) {
        for (String ip : endpoint.getAddresses()) {
            String host = endpoint.getHostname() == null ? ip.replaceAll("[.:]", "-") : endpoint.getHostname();
            String name = host + "." + service;
            addAddress(service, ip);
            addAddress(name, ip);
            for (EndpointPort port : ports) {
                addPort(service, port.getName(), port.getProtocol(), port.getPort(), name);
            }
        }
    }

    private void addAddress(String name, String ip) {
        lines.add(name + " IN " + (ip.contains(":") ? "AAAA" : "A") + " " + ip);
    }

    /** Only a port with a name can be asked for. */
    private void addPort(String service, String port, String protocol, int number, String target) {
        if (port != null && !port.isEmpty()) {
            String transport = protocol == null ? "tcp" : protocol.toLowerCase(Locale.ROOT);
            lines.add("_" + port + "._" + transport + "." + service + " IN SRV 0 100 " + number + " " + target);
        }
    }

    private static String absolute(String name) {
        return name.endsWith(".") ? name : name + ".";
    }

    private static boolean isOf(Service service, EndpointSlice slice) {
        return service.getMetadata().getNamespace().equals(slice.getMetadata().getNamespace())
                && service.getMetadata()
                        .getName()
                        .equals(slice.getMetadata().getLabels().get("kubernetes.io/service-name"))
                && !"FQDN".equals(slice.getAddressType());
    }

    private static boolean isReady(Endpoint endpoint) {
        return endpoint.getConditions() == null
                || !Boolean.FALSE.equals(endpoint.getConditions().getReady());
    }
}
