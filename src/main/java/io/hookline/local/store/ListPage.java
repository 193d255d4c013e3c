package io.hookline.local.store;

import io.hookline.cluster.ObjectList;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/** One page of a list while it is filled. */
final class ListPage {

    private final ServedResource resource;
    private final SelectionPredicate scope;
    private final int limit;
    private final long revision;
    private final List<KubeObject> items = new ArrayList<>();
    private long remaining;

    /**
     * @param limit most objects, 0 for all
     * @param revision which state it shows
     */
    ListPage(ServedResource resource, SelectionPredicate scope, int limit, long revision) {
        this.resource = resource;
        this.scope = scope;
        this.limit = limit;
        this.revision = revision;
    }

    void fill(Iterable<Stored> from) {
        for (Stored stored : from) {
            if (!add(stored.object())) {
                return;
            }
        }
    }

    /** Takes or counts an object if it is wanted; returns false once no more of them matter. */
    boolean add(KubeObject object) {
        if (scope.contains(object)) {
            if (limit > 0 && items.size() == limit) {
                remaining++;
            } else {
                items.add(VersionConversion.served(resource, object));
            }
        }
        return remaining == 0 || !scope.isSelective();
    }

    /** As the real server, it does not say how many objects remain of those that selectors choose. */
    ObjectList result() {
        String token = remaining == 0
                ? ""
                : new ContinueToken(revision, resource.key(items.getLast().key())).text();
        return new ObjectList(items, Long.toString(revision), token, scope.isSelective() ? 0 : remaining);
    }
}
