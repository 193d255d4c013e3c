import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.stream.Stream;

/** A proxy in front of memcached servers. Fields with a default in the schema are never null. */
record MemcachedProxy(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(Rule rules, Mcrouter mcrouter) {}

    /** Spreads or copies keys over the servers of one Service, or over child rules. Exactly one of the two is set. */
    record Rule(String type, ServiceRef service, List<Rule> children) {

        boolean isReplicated() {
            return "replicated".equals(type);
        }

        /** All Services of this rule and its child rules, in their order. */
        Stream<ServiceRef> services() {
            return service != null ? Stream.of(service) : children.stream().flatMap(Rule::services);
        }
    }

    /** A port of a Service, by number or name. The namespace defaults to that of the proxy. */
    record ServiceRef(String name, String namespace, IntOrString port) {

        ServiceRef in(String home) {
            return namespace == null || namespace.isEmpty() ? new ServiceRef(name, home, port) : this;
        }
    }

    record Mcrouter(
            String image,
            Integer port,
            String statsRoot,
            ResourceRequirements resources,
            SecurityContext securityContext) {}

    record Status(String configMap, Integer backends, List<Condition> conditions) {}

    /** All Services that the rules name, without duplicates. */
    List<ServiceRef> services() {
        return spec.rules()
                .services()
                .map(service -> service.in(namespace()))
                .distinct()
                .toList();
    }

    /** The name of the ConfigMap that the Deployment mounts; null before the first. */
    String lastConfigMap() {
        return status == null ? null : status.configMap();
    }
}
