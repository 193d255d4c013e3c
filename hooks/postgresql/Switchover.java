import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.hookline.hook.Sync;
import java.util.Map;

/**
 * The primary and a replica change places. Patroni reads the request from the annotations of the Endpoints
 * {@code <cluster>-failover}, where its own command {@code patronictl switchover} writes it too.
 *
 * @param leader the Pod that is the primary
 * @param candidate the Pod that becomes the primary
 */
record Switchover(String leader, String candidate) {

    static String nameOf(Postgresql cluster) {
        return cluster.name() + "-failover";
    }

    Endpoints request(Postgresql cluster) {
        return new EndpointsBuilder()
                .withNewMetadata()
                .withName(nameOf(cluster))
                .addToLabels(cluster.clusterLabels())
                .addToAnnotations(annotations())
                .endMetadata()
                .build();
    }

    /**
     * Whether there is no other request. Patroni clears a request that it has executed or refused, and Endpoints are never changed by
     * the watcher: such a request is deleted first, and the next sync creates this one.
     */
    boolean isNewOrSame(Sync<Postgresql> in) {
        return in.child(Endpoints.class, nameOf(in.parent()))
                .map(old -> old.getMetadata().getAnnotations())
                .map(old -> old.entrySet().containsAll(annotations().entrySet()))
                .orElse(true);
    }

    private Map<String, String> annotations() {
        return Map.of("leader", leader, "member", candidate);
    }
}
