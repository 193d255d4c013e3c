import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceStatus;
import io.fabric8.kubernetes.api.model.ServiceStatusBuilder;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import java.util.List;

/**
 * Gives each Service of type LoadBalancer an address of its pool, as the controller of a cloud does, and never two Services the same
 * one.
 *
 * <p>No call sees what another call is about to write. So an address is taken in two steps. First the hook requests it in an
 * annotation. A later call, which sees this request in the API, takes the address if no other Service has it or requests it. Of two
 * Services with the same request, the one that wrote later sees both requests, so they cannot both take it.
 */
public final class ServiceLbHook implements DecorateHook<Service>, CustomizeHook<Service> {

    /** The annotation with the network from which a Service gets its address. */
    static final String POOL = "service-lb/pool";

    /** All Services of all namespaces, since any of them may have an address of the pool. */
    @Override
    public List<RelatedRule> customize(Service service) {
        return List.of(RelatedRule.of("v1", "services"));
    }

    @Override
    public Decoration decorate(Sync<Service> in) {
        Service service = in.parent();
        if (!"LoadBalancer".equals(service.getSpec().getType())) {
            return withoutAddress(service).removeAnnotation(Claim.REQUEST);
        }
        AddressPool pool =
                AddressPool.parse(service.getMetadata().getAnnotations().get(POOL));
        return switch (Claim.of(service, in.related(Service.class)).next(pool)) {
            case Claim.Take(String address) ->
                Decoration.of().annotation(Claim.REQUEST, address).status(status(service, address));
            case Claim.Request(String address) -> withoutAddress(service).annotation(Claim.REQUEST, address);
            case Claim.Exhausted() ->
                withoutAddress(service)
                        .removeAnnotation(Claim.REQUEST)
                        .warning(
                                "NoFreeAddress",
                                "All addresses of " + pool + " are in use; delete a Service, or change the annotation "
                                        + POOL);
        };
    }

    private static Decoration withoutAddress(Service service) {
        ServiceStatus status = new ServiceStatusBuilder(observed(service))
                .withNewLoadBalancer()
                .endLoadBalancer()
                .build();
        return Decoration.of().status(status);
    }

    /** The IP mode is the default of the API server: without it, the desired status would never equal the observed one. */
    private static ServiceStatus status(Service service, String address) {
        return new ServiceStatusBuilder(observed(service))
                .withNewLoadBalancer()
                .addNewIngress()
                .withIp(address)
                .withIpMode("VIP")
                .endIngress()
                .endLoadBalancer()
                .build();
    }

    private static ServiceStatus observed(Service service) {
        return service.getStatus() == null ? new ServiceStatus() : service.getStatus();
    }
}
