package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Refuses to list or watch some resources, for as long as they are denied. */
public final class DenyingCluster {

    private final Set<String> denied = ConcurrentHashMap.newKeySet();

    public void deny(String plural) {
        denied.add(plural);
    }

    public void allow(String plural) {
        denied.remove(plural);
    }

    public Cluster inFrontOf(Cluster next) {
        Interposed denying = request -> {
            boolean reads = request.verb().equals("list") || request.verb().equals("watch");
            if (reads && denied.contains(request.resource())) {
                throw new ClusterException.Forbidden(request.resource() + " is forbidden");
            }
            return request.pass();
        };
        return denying.before(next);
    }
}
