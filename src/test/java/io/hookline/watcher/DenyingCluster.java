package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Refuses to list or watch some resources, for as long as they are denied. */
final class DenyingCluster {

    private final Set<String> denied = ConcurrentHashMap.newKeySet();

    void deny(String plural) {
        denied.add(plural);
    }

    void allow(String plural) {
        denied.remove(plural);
    }

    Cluster inFrontOf(Cluster next) {
        return (Cluster) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Cluster.class}, (_, method, args) -> {
                    boolean reads =
                            method.getName().equals("list") || method.getName().equals("watch");
                    if (reads && denied.contains(((ApiResource) args[0]).plural())) {
                        throw new ClusterException.Forbidden(((ApiResource) args[0]).plural() + " is forbidden");
                    }
                    try {
                        return method.invoke(next, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
