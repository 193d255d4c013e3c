import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The addresses that a Service and the others have or request.
 *
 * @param requested by this Service, and visible to all; empty if it has not requested one yet
 * @param shown in the status of this Service
 * @param taken in the status of the others
 * @param rivals requested by the others; true if one of them is before this Service
 */
record Claim(Optional<String> requested, Optional<String> shown, Set<String> taken, Map<String, Boolean> rivals) {

    /** The annotation with the address that a Service requests or has. */
    static final String REQUEST = "service-lb/address";

    /** Decides between two that request the same address: the older one waits for the other to withdraw. */
    private static final Comparator<Service> OLDER = Comparator.<Service, String>comparing(
                    service -> service.getMetadata().getCreationTimestamp())
            .thenComparing(service -> service.getMetadata().getUid());

    /** What to do next. */
    sealed interface Step {}

    /** Write the address to the status. */
    record Take(String address) implements Step {}

    /** Request the address, or wait with the request. */
    record Request(String address) implements Step {}

    /** The pool has no free address. */
    record Exhausted() implements Step {}

    static Claim of(Service service, List<Service> all) {
        Set<String> taken = new HashSet<>();
        Map<String, Boolean> rivals = new HashMap<>();
        Optional<String> requested = Optional.empty();
        for (Service each : all) {
            if (each.getMetadata().getUid().equals(service.getMetadata().getUid())) {
                requested = request(each); // as the others are seen: its own request must not be newer than theirs
                continue;
            }
            shown(each).ifPresent(taken::add);
            boolean before = OLDER.compare(each, service) < 0;
            request(each).ifPresent(address -> rivals.merge(address, before, Boolean::logicalOr));
        }
        return new Claim(requested, shown(service), taken, rivals);
    }

    Step next(AddressPool pool) {
        Optional<String> mine = requested.filter(pool::contains).filter(address -> !taken.contains(address));
        boolean wanted = mine.filter(rivals::containsKey).isPresent();
        if (mine.isPresent() && (!wanted || mine.equals(shown))) {
            return new Take(mine.get());
        }
        if (mine.isPresent() && !rivals.get(mine.get())) {
            return new Request(mine.get()); // waits until the younger one has seen this request, and withdrawn its own
        }
        Set<String> used = new HashSet<>(taken);
        used.addAll(rivals.keySet());
        return pool.firstFree(used).<Step>map(Request::new).orElseGet(Exhausted::new);
    }

    /** A request counts only with a pool: without one, the hook is not called for the Service, and nothing withdraws its request. */
    private static Optional<String> request(Service service) {
        return Optional.ofNullable(service.getMetadata().getAnnotations())
                .filter(all -> all.containsKey(ServiceLbHook.POOL))
                .map(all -> all.get(REQUEST));
    }

    private static Optional<String> shown(Service service) {
        return Optional.ofNullable(service.getStatus())
                .map(status -> status.getLoadBalancer())
                .flatMap(balancer -> balancer.getIngress().stream().findFirst())
                .map(LoadBalancerIngress::getIp);
    }
}
