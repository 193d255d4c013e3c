import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A ready Pod of a Service, and the ports of the Service as this Pod has them. */
record Backend(Pod pod, List<Port> ports) {

    /** A port of the Service with its number in the Pod. */
    record Port(String name, String protocol, int number) {}

    static List<Backend> of(Service service, List<Pod> pods) {
        return pods.stream()
                .filter(Backend::isReady)
                .map(pod -> new Backend(pod, ports(service, pod)))
                .toList();
    }

    String ip() {
        return pod.getStatus().getPodIP();
    }

    private static boolean isReady(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus() != null
                && pod.getStatus().getPodIP() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()));
    }

    private static List<Port> ports(Service service, Pod pod) {
        List<Port> ports = new ArrayList<>();
        for (ServicePort port : service.getSpec().getPorts()) {
            number(port, pod)
                    .ifPresent(number -> ports.add(
                            new Port(port.getName(), port.getProtocol() == null ? "TCP" : port.getProtocol(), number)));
        }
        return ports;
    }

    /** The target port may be a name, which each Pod may give to another number; empty if this Pod has no such port. */
    private static Optional<Integer> number(ServicePort port, Pod pod) {
        IntOrString target = port.getTargetPort();
        if (target == null) {
            return Optional.of(port.getPort());
        }
        if (target.getStrVal() == null) {
            return Optional.of(target.getIntVal() == 0 ? port.getPort() : target.getIntVal());
        }
        return pod.getSpec().getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .filter(declared -> target.getStrVal().equals(declared.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst();
    }
}
