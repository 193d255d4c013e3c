package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
     * Frees all objects of a resource. The server is asked, since no cache can be relied upon when nobody watches. An object
     * that cannot be freed keeps no other from being so.
     *
     * @return what went wrong, one text each; it may be tried again
     */
    public List<String> release(ApiResource resource, String finalizer) {
        List<String> failures = new ArrayList<>();
        Finalizers finalizers = new Finalizers(new ObjectWriter(cluster), finalizer, false);
        String next = "";
        try {
            do {
                ObjectList page = cluster.list(resource, ListOptions.ALL.page(PAGE, next));
                page.items().stream()
                        .filter(object -> object.hasFinalizer(finalizer))
                        .forEach(object -> release(finalizers, resource, object).ifPresent(failures::add));
                next = page.continueToken();
            } while (!next.isEmpty());
        } catch (ClusterException e) {
            failures.add("can't list " + resource + ": " + e.getMessage());
        }
        return failures;
    }

    private Optional<String> release(Finalizers finalizers, ApiResource resource, KubeObject object) {
        try {
            finalizers.release(resource, object);
        } catch (SyncException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        released.accept(object);
        return Optional.empty();
    }
}
