import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.hookline.hook.Sync;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/** Builds the status of a proxy. */
final class Statuses {

    private static final String RESOLVED = "BackendsResolved";

    private Statuses() {}

    static MemcachedProxy.Status of(Sync<MemcachedProxy> in, String configMap, Backends backends) {
        return new MemcachedProxy.Status(configMap, count(in.parent(), backends), List.of(condition(in, backends)));
    }

    /** The number of configured servers: the last known number if a Service is missing. */
    private static Integer count(MemcachedProxy proxy, Backends backends) {
        if (backends.areResolved()) {
            return backends.count();
        }
        return proxy.status() == null ? null : proxy.status().backends();
    }

    private static Condition condition(Sync<MemcachedProxy> in, Backends backends) {
        String status = backends.areResolved() ? "True" : "False";
        return new ConditionBuilder()
                .withType(RESOLVED)
                .withStatus(status)
                .withReason(backends.areResolved() ? "AllFound" : "NotFound")
                .withMessage(String.join("; ", backends.problems()))
                .withLastTransitionTime(since(in, status))
                .build();
    }

    /** The time of the last change of the condition: now, unless the observed condition has the same status. */
    private static String since(Sync<MemcachedProxy> in, String status) {
        MemcachedProxy.Status last = in.parent().status();
        Stream<Condition> before = last == null || last.conditions() == null ? Stream.of() : last.conditions().stream();
        return before.filter(condition -> RESOLVED.equals(condition.getType()) && status.equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .findFirst()
                .orElseGet(() -> in.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
