import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointAddressBuilder;
import io.fabric8.kubernetes.api.model.EndpointPort;
import io.fabric8.kubernetes.api.model.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.hookline.hook.Names;
import io.hookline.hook.Sync;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Builds the EndpointSlices and the Endpoints of a Service. */
final class Attachments {

    private static final String MANAGER = "mini-endpoints.mini.example.com";

    private Attachments() {}

    /** A slice for each set of port numbers, since all endpoints of a slice have the same ports. */
    static List<EndpointSlice> slices(Sync<Service> in, List<Backend> backends) {
        Service service = in.parent();
        return byPorts(backends).entrySet().stream()
                .map(same -> new EndpointSliceBuilder()
                        .withNewMetadata()
                        .withName(Names.subdomain(
                                service.getMetadata().getName(),
                                in.hash(Map.of("ports", same.getKey())).text()))
                        .withLabels(service.getMetadata().getLabels())
                        .addToLabels(
                                "kubernetes.io/service-name",
                                service.getMetadata().getName())
                        .addToLabels("endpointslice.kubernetes.io/managed-by", MANAGER)
                        .endMetadata()
                        .withAddressType("IPv4")
                        .withPorts(same.getKey().stream()
                                .map(Attachments::slicePort)
                                .toList())
                        .withEndpoints(same.getValue().stream()
                                .map(Attachments::endpoint)
                                .toList())
                        .build())
                .toList();
    }

    /** The label keeps the controllers of a cluster from copying the Endpoints to another slice. */
    static Endpoints endpoints(Service service, List<Backend> backends) {
        List<EndpointSubset> subsets = byPorts(backends).entrySet().stream()
                .map(same -> new EndpointSubsetBuilder()
                        .withAddresses(same.getValue().stream()
                                .map(Attachments::address)
                                .toList())
                        .withPorts(same.getKey().stream().map(Attachments::port).toList())
                        .build())
                .toList();
        return new EndpointsBuilder()
                .withNewMetadata()
                .withName(service.getMetadata().getName())
                .withLabels(service.getMetadata().getLabels())
                .addToLabels("endpointslice.kubernetes.io/skip-mirror", "true")
                .endMetadata()
                .withSubsets(subsets)
                .build();
    }

    private static Map<List<Backend.Port>, List<Backend>> byPorts(List<Backend> backends) {
        return backends.stream()
                .collect(Collectors.groupingBy(Backend::ports, LinkedHashMap::new, Collectors.toList()));
    }

    private static io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort slicePort(Backend.Port port) {
        return new io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder()
                .withName(port.name() == null ? "" : port.name())
                .withProtocol(port.protocol())
                .withPort(port.number())
                .build();
    }

    private static EndpointPort port(Backend.Port port) {
        return new EndpointPortBuilder()
                .withName(port.name())
                .withProtocol(port.protocol())
                .withPort(port.number())
                .build();
    }

    private static Endpoint endpoint(Backend backend) {
        return new EndpointBuilder()
                .withAddresses(backend.ip())
                .withNewConditions()
                .withReady(true)
                .withServing(true)
                .withTerminating(false)
                .endConditions()
                .withNodeName(backend.pod().getSpec().getNodeName())
                .withTargetRef(reference(backend.pod()))
                .build();
    }

    private static EndpointAddress address(Backend backend) {
        return new EndpointAddressBuilder()
                .withIp(backend.ip())
                .withNodeName(backend.pod().getSpec().getNodeName())
                .withTargetRef(reference(backend.pod()))
                .build();
    }

    private static ObjectReference reference(Pod pod) {
        return new ObjectReferenceBuilder()
                .withKind("Pod")
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .build();
    }
}
