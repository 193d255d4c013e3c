import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.hookline.hook.Sync;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/** What there is to say about a proxy. */
final class Statuses {

    private static final String RESOLVED = "BackendsResolved";

    private Statuses() {}

    static MemcachedProxy.Status of(Sync<MemcachedProxy> in, String configMap, Backends backends) {
        return new MemcachedProxy.Status(configMap, count(in.parent(), backends), List.of(condition(in, backends)));
    }

    /** As many as are configured, which are the last known ones where one is missing now. */
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

    /** When it became so, which is now only if it was not so before. */
    private static String since(Sync<MemcachedProxy> in, String status) {
        MemcachedProxy.Status last = in.parent().status();
        Stream<Condition> before = last == null || last.conditions() == null ? Stream.of() : last.conditions().stream();
        return before.filter(condition -> RESOLVED.equals(condition.getType()) && status.equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .findFirst()
                .orElseGet(() -> in.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
