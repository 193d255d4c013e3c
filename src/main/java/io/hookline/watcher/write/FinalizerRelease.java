package io.hookline.watcher.write;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Removes the finalizer of a missing controller from its parents, which could never be deleted with it. Their children stay.
 * Thread-safe.
 */
public final class FinalizerRelease {

    private static final int PAGE = 500;

    /** Receives what happened to each object. */
    @FunctionalInterface
    public interface Reports {

        /** The finalizer was removed; the object is as it was before. */
        void released(KubeObject object);

        /** The finalizer could not be removed. */
        default void failed(KubeObject object, String why) {}
    }

    private final Cluster cluster;
    private final Reports reports;
    private final BooleanSupplier isWanted;

    /**
     * Removes the finalizer from every object.
     *
     * @param released receives each object that lost it, as it was before
     */
    public FinalizerRelease(Cluster cluster, Consumer<KubeObject> released) {
        this(cluster, released::accept, () -> true);
    }

    /**
     * Stops before the next object as soon as the release is not wanted any more.
     *
     * @param isWanted is asked before each object
     */
    public FinalizerRelease(Cluster cluster, Reports reports, BooleanSupplier isWanted) {
        this.cluster = cluster;
        this.reports = reports;
        this.isWanted = isWanted;
    }

    /**
     * Removes a finalizer from all objects of a resource, as the API server lists them: no cache holds them any more. A
     * failure on one object does not stop the others, unless the server cannot be reached or wants fewer requests.
     *
     * @return what failed, one text each; it may be tried again
     */
    public List<String> release(ApiResource resource, String finalizer) {
        List<String> failures = new ArrayList<>();
        Finalizers finalizers = new Finalizers(new ObjectWriter(cluster), finalizer, false);
        String next = "";
        try {
            do {
                if (!isWanted.getAsBoolean()) {
                    return failures;
                }
                ObjectList page = cluster.list(resource, ListOptions.ALL.page(PAGE, next));
                if (!release(finalizers, finalizer, resource, page.items(), failures)) {
                    return failures;
                }
                next = page.continueToken();
            } while (!next.isEmpty());
        } catch (ClusterException e) {
            failures.add("can't list " + resource + ": " + e.getMessage());
        }
        return failures;
    }

    /** One page; whether the next one may follow. */
    private boolean release(
            Finalizers finalizers,
            String finalizer,
            ApiResource resource,
            List<KubeObject> page,
            List<String> failures) {
        for (KubeObject object : page) {
            if (!isWanted.getAsBoolean()) {
                return false;
            }
            if (!object.hasFinalizer(finalizer)) {
                continue;
            }
            try {
                finalizers.release(resource, object);
                reports.released(object);
            } catch (SyncException e) {
                String why = String.valueOf(e.getMessage());
                failures.add(why);
                reports.failed(object, why);
                if (concernsAllRequests(e)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean concernsAllRequests(SyncException e) {
        return e.getCause() instanceof ClusterException.Unreachable
                || e.getCause() instanceof ClusterException.TooManyRequests;
    }
}
