package io.hookline.local.store;

import io.hookline.cluster.ObjectList;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/** Collects one page of a list. */
final class ListPage {

    private final ServedResource resource;
    private final SelectionPredicate predicate;
    private final int limit;
    private final long revision;
    private final List<KubeObject> items = new ArrayList<>();
    private long remaining;

    /**
     * @param limit maximum number of objects, 0 for all
     * @param revision the revision that the page shows
     */
    ListPage(ServedResource resource, SelectionPredicate predicate, int limit, long revision) {
        this.resource = resource;
        this.predicate = predicate;
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

    /** Adds or counts a matching object; returns false when further objects make no difference. */
    boolean add(KubeObject object) {
        if (predicate.contains(object)) {
            if (limit > 0 && items.size() == limit) {
                remaining++;
            } else {
                items.add(VersionConversion.served(resource, object));
            }
        }
        return remaining == 0 || !predicate.isSelective();
    }

    /** With selectors, the number of remaining objects is omitted, as in the real server. */
    ObjectList result() {
        String token = remaining == 0
                ? ""
                : new ContinueToken(revision, resource.key(items.getLast().key())).text();
        return new ObjectList(items, Long.toString(revision), token, predicate.isSelective() ? 0 : remaining);
    }
}
