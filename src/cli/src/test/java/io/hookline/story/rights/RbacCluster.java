package io.hookline.story.rights;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.rights.Right;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Allows only what rights allow, as RBAC does, with the messages of a real API server. Thread-safe. */
final class RbacCluster implements Interposed {

    /** The watcher's user in the manifests. */
    static final String USER = "system:serviceaccount:hookline:hookline";

    private final Set<Use> used = new ConcurrentSkipListSet<>();
    private final Set<Use> refused = new ConcurrentSkipListSet<>();
    private final String user;
    private volatile List<Right> rights;

    RbacCluster(List<Right> rights) {
        this(rights, USER);
    }

    RbacCluster(List<Right> rights, String user) {
        this.user = user;
        this.rights = List.copyOf(rights);
    }

    Cluster inFrontOf(Cluster cluster) {
        return before(cluster);
    }

    void allow(List<Right> now) {
        rights = List.copyOf(now);
    }

    /** What was requested and allowed. */
    Set<Use> used() {
        return Set.copyOf(used);
    }

    /** What was requested and refused. */
    Set<Use> refused() {
        return Set.copyOf(refused);
    }

    @Override
    public Object answer(Request request) {
        if (request.resource().isEmpty()) {
            return request.pass(); // discovery, which every user may read
        }
        ApiResource resource = find(request, ApiResource.class).orElseThrow();
        String name = request.resource() + (request.subresource().isEmpty() ? "" : "/" + request.subresource());
        Use use = new Use(resource.group(), name, request.verb());
        ObjectKey key = find(request, KubeObject.class)
                .map(KubeObject::key)
                .or(() -> find(request, ObjectKey.class))
                .or(() -> find(request, WatchOptions.class).map(RbacCluster::selected))
                .orElse(ObjectKey.clusterScoped(""));
        if (rights.stream().noneMatch(right -> use.isAllowedBy(right, key))) {
            refused.add(use);
            throw new ClusterException.Forbidden(use.refusal(user, key.namespace()));
        }
        used.add(use);
        return request.pass();
    }

    /** A watch of one object, by its name, counts as a request for this object. */
    private static ObjectKey selected(WatchOptions options) {
        String prefix = "metadata.name=";
        String name = options.fields().startsWith(prefix) ? options.fields().substring(prefix.length()) : "";
        return new ObjectKey(options.namespace(), name);
    }

    private static <T> Optional<T> find(Request request, Class<T> type) {
        return Arrays.stream(request.arguments())
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }
}
