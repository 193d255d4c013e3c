package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.util.function.Consumer;

/**
 * Takes the finalizer of a controller that is gone off its parents: nobody is left who would finalize them, so it would hold
 * them for ever. Their children stay. Thread-safe.
 */
public final class FinalizerRelease {

    private static final int PAGE = 500;

    private final Cluster cluster;
    private final Consumer<KubeObject> released;

    /**
     * On one cluster.
     *
     * @param released is told of each object that was freed, as it was before
     */
    public FinalizerRelease(Cluster cluster, Consumer<KubeObject> released) {
        this.cluster = cluster;
        this.released = released;
    }

    /**
     * Frees all objects of a resource. The server is asked, since no cache can be relied upon when nobody watches.
     *
     * @throws ClusterException if that failed; what was freed until then stays so, and the rest may be tried again
     */
    public void release(ApiResource resource, String finalizer) {
        Finalizers finalizers = new Finalizers(new ObjectWriter(cluster), finalizer, false);
        String next = "";
        do {
            ObjectList page = cluster.list(resource, ListOptions.ALL.page(PAGE, next));
            for (KubeObject object : page.items()) {
                if (object.hasFinalizer(finalizer)) {
                    finalizers.release(resource, object);
                    released.accept(object);
                }
            }
            next = page.continueToken();
        } while (!next.isEmpty());
    }
}
