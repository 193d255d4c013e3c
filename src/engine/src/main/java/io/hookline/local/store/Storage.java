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
 * All objects, one global revision, and a bounded log of the latest changes.
 *
 * <p>Every method is called with {@link #lock} held. A reader that is too slow finds its position dropped from the log;
 * readers never delay a writer.
 */
public final class Storage {

    private static final int MAX_CHANGES = 10_000;
    private static final long MAX_BYTES = 64L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ResourceTable> tables = new LinkedHashMap<>();
    private final Map<String, Located> byUid = new HashMap<>();
    private final Map<String, Set<Located>> dependents = new HashMap<>();

    /** The tables that hold the kept changes, oldest change first. */
    private final Queue<ResourceTable> kept = new ArrayDeque<>();

    private long keptBytes;
    private long revision = 1;

    /** New readers cannot start from a revision before this one. */
    private long compacted;

    private Listener listener = (where, before, after) -> {};

    /** Called during each change: it must only record the change. */
    @FunctionalInterface
    public interface Listener {
        void changed(Located where, @Nullable Stored before, @Nullable Stored after);
    }

    /** The table and the key of an object. */
    public record Located(String table, ObjectKey key) {}

    /** Sets the one listener. */
    public void setListener(Listener newListener) {
        this.listener = newListener;
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

    public ResourceTable table(String name) {
        return tables.computeIfAbsent(name, created -> new ResourceTable(created, lock.newCondition()));
    }

    /** Removes the table of a resource that is no longer served. */
    public void retire(String name) {
        ResourceTable retired = tables.remove(name);
        if (retired != null) {
            retired.retire();
        }
    }

    public Collection<ResourceTable> tables() {
        return List.copyOf(tables.values());
    }

    public Optional<Stored> find(Located where) {
        return table(where.table()).find(where.key());
    }

    /** Finds an existing object by its uid. */
    public Optional<Located> byUid(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /** The objects that name this uid as an owner. */
    public List<Located> dependents(String uid) {
        return List.copyOf(dependents.getOrDefault(uid, Set.of()));
    }

    /** Stores a tree and writes the new revision into it. */
    public KubeObject put(Located where, ObjectNode tree) {
        metadata(tree).put("resourceVersion", Long.toString(revision + 1));
        KubeObject after = KubeObject.of(tree);
        revision++;
        Stored stored = new Stored(after, ownerUids(tree));
        ResourceTable table = table(where.table());
        Stored before = table.objects().put(where.key(), stored);
        reindex(where, before, stored);
        keep(table, new StoreEvent(revision, before == null ? null : before.object(), after));
        return after;
    }

    /** Removes an object. */
    public Stored remove(Located where) {
        ResourceTable table = table(where.table());
        Stored before = table.objects().remove(where.key());
        if (before == null) {
            throw new IllegalStateException("there is no " + where);
        }
        revision++;
        reindex(where, before, null);
        keep(table, new StoreEvent(revision, before.object(), null));
        return before;
    }

    /** Drops all kept changes. */
    public void compact() {
        while (!kept.isEmpty()) {
            dropOldest();
        }
        compacted = revision;
    }

    private void keep(ResourceTable table, StoreEvent change) {
        table.log().append(change);
        kept.add(table);
        keptBytes += change.size();
        while (kept.size() > MAX_CHANGES || (keptBytes > MAX_BYTES && kept.size() > 1)) {
            dropOldest();
        }
        table.changed().signalAll();
    }

    private void dropOldest() {
        StoreEvent dropped = kept.remove().log().dropOldest();
        keptBytes -= dropped.size();
        compacted = dropped.revision();
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
