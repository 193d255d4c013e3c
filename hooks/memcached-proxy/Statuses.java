import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;

/** Builds the status of a proxy. */
final class Statuses {

    private Statuses() {}

    static MemcachedProxy.Status of(Sync<MemcachedProxy> in, String configMap, Backends backends) {
        return new MemcachedProxy.Status(
                configMap,
                count(in.parent(), backends),
                conditions(in, backends).list());
    }

    /** The number of configured servers: the last known number if a Service is missing. */
    private static Integer count(MemcachedProxy proxy, Backends backends) {
        if (backends.areResolved()) {
            return backends.count();
        }
        return proxy.status() == null ? null : proxy.status().backends();
    }

    private static Conditions conditions(Sync<MemcachedProxy> in, Backends backends) {
        boolean found = backends.areResolved();
        String message = String.join("; ", backends.problems());
        return Conditions.of(in).set("BackendsResolved", found, found ? "AllFound" : "NotFound", message);
    }
}
