package io.hookline.watcher.sync;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.object.ApiResource;
import io.hookline.object.AppliedState;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Deletes the children that a deleted controller has made, where no watcher has them in its caches. Thread-safe. */
public final class ChildRemoval {

    private static final int PAGE = 500;

    private final Cluster cluster;
    private final Consumer<KubeObject> removed;

    /** @param removed called with each object that was deleted */
    public ChildRemoval(Cluster cluster, Consumer<KubeObject> removed) {
        this.cluster = cluster;
        this.removed = removed;
    }

    /**
     * Deletes children of one resource. Each must have a controller, and a watcher must have applied it; so an object that was adopted or
     * that has only a copied annotation stays. A failure on one object does not stop the others. A kind that
     * is gone meanwhile has no children.
     *
     * @param isChild selects the children of the controller
     * @return one message for each failure; the call may be repeated
     */
    public List<String> remove(ApiResource resource, Predicate<KubeObject> isChild) {
        List<String> failures = new ArrayList<>();
        String next = "";
        try {
            do {
                ObjectList page = cluster.list(resource, ListOptions.ALL.page(PAGE, next));
                for (KubeObject object : page.items()) {
                    if (!object.isBeingDeleted() && isMade(object) && isChild.test(object)) {
                        remove(resource, object, failures);
                    }
                }
                next = page.continueToken();
            } while (!next.isEmpty());
        } catch (ClusterException.NotFound _) {
            // the kind is gone, and with it all its objects
        } catch (ClusterException e) {
            failures.add("can't list " + resource + ": " + e.getMessage());
        }
        return failures;
    }

    private static boolean isMade(KubeObject object) {
        return object.controllerOwner().isPresent() && AppliedState.isPresent(object, object.controllerUid());
    }

    private void remove(ApiResource resource, KubeObject object, List<String> failures) {
        try {
            cluster.delete(resource, object.key(), DeleteOptions.ofUid(object.uid()));
            removed.accept(object);
        } catch (ClusterException.NotFound _) {
            // deleted meanwhile
        } catch (ClusterException e) {
            failures.add("can't delete " + object + ": " + e.getMessage());
        }
    }
}
