import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.hookline.hook.Sync;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The servers behind the Services of a proxy.
 *
 * @param addresses {@code ip:port} of the ready servers, sorted, for each Service that was found
 * @param problems messages about Services and ports that were not found
 */
record Backends(Map<MemcachedProxy.ServiceRef, List<String>> addresses, List<String> problems) {

    static Backends of(Sync<MemcachedProxy> in) {
        Map<MemcachedProxy.ServiceRef, List<String>> addresses = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (MemcachedProxy.ServiceRef wanted : in.parent().services()) {
            String key = wanted.namespace() + "/" + wanted.name();
            Optional<Service> service = in.related(Service.class, key);
            Optional<ServicePort> port = service.flatMap(found -> port(found, wanted));
            if (service.isEmpty()) {
                problems.add("there is no Service " + key);
            } else if (port.isEmpty()) {
                problems.add(
                        "Service " + key + " has no TCP port " + wanted.port().getValue());
            } else {
                addresses.put(wanted, addresses(in, key, service.get(), port.get()));
            }
        }
        return new Backends(addresses, problems);
    }

    boolean areResolved() {
        return problems.isEmpty();
    }

    int count() {
        return addresses.values().stream().mapToInt(List::size).sum();
    }

    private static Optional<ServicePort> port(Service service, MemcachedProxy.ServiceRef wanted) {
        Object numberOrName = wanted.port().getValue();
        return service.getSpec().getPorts().stream()
                .filter(port -> port.getProtocol() == null || port.getProtocol().equals("TCP"))
                .filter(port -> numberOrName.equals(port.getPort()) || numberOrName.equals(port.getName()))
                .findFirst();
    }

    /** Uses EndpointSlices if there are any, else Endpoints; never both, because Endpoints may be mirrored to slices. */
    private static List<String> addresses(Sync<MemcachedProxy> in, String key, Service service, ServicePort port) {
        List<EndpointSlice> slices = in.related(EndpointSlice.class).stream()
                .filter(slice -> key.equals(slice.getMetadata().getNamespace() + "/"
                        + slice.getMetadata().getLabels().get("kubernetes.io/service-name")))
                .toList();
        List<String> found = slices.isEmpty()
                ? in.related(Endpoints.class, key)
                        .map(endpoints -> EndpointAddresses.of(endpoints, port))
                        .orElse(List.of())
                : EndpointAddresses.of(slices, service, port);
        return found.stream().distinct().sorted().toList();
    }
}
