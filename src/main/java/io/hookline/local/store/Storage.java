package io.hookline.local.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All objects, one global revision, and a bounded memory of the latest changes.
 *
 * <p>Every method is called with {@link #lock} held. Readers that fell behind the memory find out by its positions; they
 * never hold a writer up.
 */
public final class Storage {

    private static final int MAX_CHANGES = 10_000;
    private static final long MAX_BYTES = 64L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ResourceTable> shelves = new LinkedHashMap<>();
    private final Map<String, Located> byUid = new HashMap<>();
    private final Map<String, Set<Located>> dependents = new HashMap<>();

    /** Where the remembered changes are, oldest first. */
    private final Queue<ResourceTable> remembered = new ArrayDeque<>();

    private long rememberedBytes;
    private long revision = 1;

    /** Changes up to this revision are forgotten, as far as new readers are concerned. */
    private long compacted;

    private Listener listener = (where, before, after) -> {};

    /** Is told of each change while it happens: it must only take note. */
    @FunctionalInterface
    public interface Listener {
        void changed(Located where, @Nullable Stored before, @Nullable Stored after);
    }

    /** Where an object is kept. */
    public record Located(String shelf, ObjectKey key) {}

    /** Sets the one listener. */
    public void listener(Listener wanted) {
        this.listener = wanted;
    }

    public ReentrantLock lock() {
        return lock;
    }

    public long revision() {
        return revision;
    }

    long compacted() {
        return compacted;
    }

    public ResourceTable shelf(String name) {
        return shelves.computeIfAbsent(name, created -> new ResourceTable(created, lock.newCondition()));
    }

    /** Ends a shelf whose resource is served no more. */
    public void retire(String name) {
        ResourceTable retired = shelves.remove(name);
        if (retired != null) {
            retired.retire();
        }
    }

    public Collection<ResourceTable> shelves() {
        return List.copyOf(shelves.values());
    }

    public Optional<Stored> find(Located where) {
        return shelf(where.shelf()).find(where.key());
    }

    /** Where the object with a uid is, while it exists. */
    public Optional<Located> byUid(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /** The objects that name this uid as an owner. */
    public List<Located> dependents(String uid) {
        return List.copyOf(dependents.getOrDefault(uid, Set.of()));
    }

    /** Stores a tree under the next revision, which is written into it. */
    public KubeObject put(Located where, ObjectNode tree) {
        metadata(tree).put("resourceVersion", Long.toString(revision + 1));
        KubeObject after = KubeObject.of(tree);
        revision++;
        Stored stored = new Stored(after, ownerUids(tree));
        ResourceTable shelf = shelf(where.shelf());
        Stored before = shelf.objects().put(where.key(), stored);
        reindex(where, before, stored);
        remember(shelf, new StoreEvent(revision, before == null ? null : before.object(), after));
        return after;
    }

    /** Forgets an object. */
    public Stored remove(Located where) {
        ResourceTable shelf = shelf(where.shelf());
        Stored before = shelf.objects().remove(where.key());
        if (before == null) {
            throw new IllegalStateException("there is no " + where);
        }
        revision++;
        reindex(where, before, null);
        remember(shelf, new StoreEvent(revision, before.object(), null));
        return before;
    }

    /** Forgets all remembered changes. */
    public void compact() {
        while (!remembered.isEmpty()) {
            forgetOldest();
        }
        compacted = revision;
    }

    private void remember(ResourceTable shelf, StoreEvent change) {
        shelf.log().append(change);
        remembered.add(shelf);
        rememberedBytes += change.size();
        while (remembered.size() > MAX_CHANGES || (rememberedBytes > MAX_BYTES && remembered.size() > 1)) {
            forgetOldest();
        }
        shelf.changed().signalAll();
    }

    private void forgetOldest() {
        StoreEvent forgotten = remembered.remove().log().forgetOldest();
        rememberedBytes -= forgotten.size();
        compacted = forgotten.revision();
    }

    private void reindex(Located where, @Nullable Stored before, @Nullable Stored after) {
        listener.changed(where, before, after);
        if (before != null) {
            byUid.remove(before.object().uid());
            for (String owner : before.ownerUids()) {
                Set<Located> owned = dependents.getOrDefault(owner, new LinkedHashSet<>());
                owned.remove(where);
                if (owned.isEmpty()) {
                    dependents.remove(owner);
                }
            }
        }
        if (after != null) {
            byUid.put(after.object().uid(), where);
            for (String owner : after.ownerUids()) {
                dependents
                        .computeIfAbsent(owner, ignored -> new LinkedHashSet<>())
                        .add(where);
            }
        }
    }

    private static List<String> ownerUids(ObjectNode tree) {
        List<String> uids = new ArrayList<>();
        for (JsonNode owner : tree.path("metadata").path("ownerReferences")) {
            uids.add(owner.path("uid").asText());
        }
        return uids;
    }

    private static ObjectNode metadata(ObjectNode tree) {
        return tree.withObjectProperty("metadata");
    }
}
