package io.hookline.watcher.sync;

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
 * Removes the finalizer of a deleted controller from its parents, which could not be deleted otherwise. Their children are
 * kept. Thread-safe.
 */
public final class FinalizerRelease {

    private static final int PAGE = 500;

    /** Called for each object that had the finalizer. */
    @FunctionalInterface
    public interface Reports {

        /** The finalizer was removed; the object is given in its state before that. */
        void released(KubeObject object);

        /** The finalizer could not be removed. */
        default void failed(KubeObject object, String why) {}
    }

    private final Cluster cluster;
    private final Reports reports;
    private final BooleanSupplier isWanted;

    /**
     * A release of the finalizer from every object.
     *
     * @param released called with each object from which it was removed, in its state before that
     */
    public FinalizerRelease(Cluster cluster, Consumer<KubeObject> released) {
        this(cluster, released::accept, () -> true);
    }

    /**
     * A release that ends before the next object when {@code isWanted} returns false.
     *
     * @param isWanted called before each object
     */
    public FinalizerRelease(Cluster cluster, Reports reports, BooleanSupplier isWanted) {
        this.cluster = cluster;
        this.reports = reports;
        this.isWanted = isWanted;
    }

    /**
     * Removes a finalizer from all objects of a resource. They are listed from the API server, since no cache has them any
     * more. A failure on one object does not stop the others, unless the API server is unreachable or limits requests. A
     * kind that is gone meanwhile has no objects.
     *
     * @return one message for each failure; the call may be repeated
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
        } catch (ClusterException.NotFound _) {
            // the kind is gone, and with it all its objects: a CRD that was being deleted ends with its last object
        } catch (ClusterException e) {
            failures.add("can't list " + resource + ": " + e.getMessage());
        }
        return failures;
    }

    /** Removes the finalizer from the objects of one page; returns false if the release must end. */
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
