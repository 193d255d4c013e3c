package io.hookline.process;

import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.effect.PodBinder;
import io.hookline.hook.effect.PodRemover;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.server.call.SideEffects;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clients of hooks that change a cluster themselves. Each hook that gets one is logged once. */
public final class ClusterSideEffects implements SideEffects {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterSideEffects.class);

    private static final ApiResource PODS =
            new ApiResource("v1", "pods", "pod", "Pod", true, List.of(), List.of(), Set.of(), Set.of("binding"));
    private static final WriteOptions BINDING = new WriteOptions("binding", "", false, false);

    private final Supplier<Cluster> cluster;
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    private ClusterSideEffects(Supplier<Cluster> cluster) {
        this.cluster = cluster;
    }

    /**
     * All hooks whose constructors take a client get one.
     *
     * @param cluster where the requests go; requested again for each of them
     */
    public static ClusterSideEffects on(Supplier<Cluster> cluster) {
        return new ClusterSideEffects(cluster);
    }

    @Override
    public Object client(String hook, SideEffect effect) {
        if (logged.add(hook + " " + effect)) {
            LOG.atWarn()
                    .addKeyValue("hook", hook)
                    .addKeyValue("may", effect.text())
                    .log("hook can change the cluster itself");
        }
        return switch (effect) { // only this one: a cast gives no other
            case BIND_PODS -> (PodBinder) this::bind;
            case REMOVE_PODS -> (PodRemover) this::remove;
        };
    }

    boolean bind(Pod pod, String node) {
        ObjectKey key = key(pod);
        var binding = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", key.name())
                .put("namespace", key.namespace())
                .put("uid", uid(pod));
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
        return sent(
                "bind Pod " + key + " to node " + node,
                () -> cluster.get().create(PODS, KubeObject.of(binding), BINDING));
    }

    boolean remove(Pod pod) {
        ObjectKey key = key(pod);
        if (pod.getMetadata().getDeletionTimestamp() == null) {
            throw new IllegalArgumentException(
                    "Pod " + key + " is not being deleted; a hook may only remove one that is");
        }
        DeleteOptions now = new DeleteOptions(uid(pod), "", Propagation.DEFAULT, 0, false);
        return sent("remove Pod " + key, () -> cluster.get().delete(PODS, key, now));
    }

    private static ObjectKey key(Pod pod) {
        return new ObjectKey(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
    }

    /** Without a uid, the API server would take any Pod of that name, also one that replaced the caller's. */
    private static String uid(Pod pod) {
        String uid = pod.getMetadata().getUid();
        if (uid == null || uid.isEmpty()) {
            throw new IllegalArgumentException(
                    "Pod " + key(pod) + " has no metadata.uid; hand in the Pod of the hook's request");
        }
        return uid;
    }

    /** Whether the request changed something. A conflict or a missing Pod means that the caller's Pod is out of date. */
    private static boolean sent(String what, Runnable request) {
        try {
            request.run();
            return true;
        } catch (ClusterException.Conflict | ClusterException.NotFound e) {
            LOG.atDebug().addKeyValue("reason", e.getMessage()).log("request of a hook had no effect");
            return false;
        } catch (ClusterException e) {
            throw new HookException("cannot " + what + ": " + e.getMessage(), e);
        }
    }
}
