import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import java.util.List;
import java.util.Map;

/**
 * Attaches the addresses of its ready Pods to a Service: EndpointSlices, and Endpoints for old clients. Proxies read them from there
 * and need not know about Pods.
 */
public final class MiniEndpointsHook implements DecorateHook<Service>, CustomizeHook<Service> {

    /** Requests the Pods that the Service selects. A Service without a selector gets its endpoints from someone else. */
    @Override
    public List<RelatedRule> customize(Service service) {
        if (selector(service).isEmpty()) {
            return List.of();
        }
        RelatedRule pods =
                RelatedRule.of("v1", "pods").inNamespace(service.getMetadata().getNamespace());
        for (Map.Entry<String, String> label : selector(service).entrySet()) {
            pods = pods.labelled(label.getKey(), label.getValue());
        }
        return List.of(pods);
    }

    @Override
    public Decoration decorate(Sync<Service> in) {
        Service service = in.parent();
        if (selector(service).isEmpty()) {
            return Decoration.of();
        }
        List<Backend> backends = Backend.of(service, in.related(Pod.class));
        return Decoration.of(Attachments.endpoints(service, backends)).attachments(Attachments.slices(in, backends));
    }

    private static Map<String, String> selector(Service service) {
        Map<String, String> selector = service.getSpec().getSelector();
        return selector == null || "ExternalName".equals(service.getSpec().getType()) ? Map.of() : selector;
    }
}
