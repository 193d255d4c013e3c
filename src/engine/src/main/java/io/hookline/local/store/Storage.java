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
import java.util.function.UnaryOperator;
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
        return tables.computeIfAbsent(name, created -> new ResourceTable(created, lock.newCondition(), 0));
    }

    /** Removes the table of a resource that is no longer served. */
    public void retire(String name) {
        ResourceTable retired = tables.remove(name);
        if (retired != null) {
            retired.retire();
        }
    }

    /**
     * Reads all objects of a table anew, after a change of their schema. If that changes one of them, watches end and
     * older revisions expire, so that every client lists the objects again.
     *
     * @param read makes an object that was written into the one that is read, which may be the same
     */
    public void reread(String name, UnaryOperator<KubeObject> read) {
        ResourceTable before = table(name);
        ResourceTable after = new ResourceTable(name, lock.newCondition(), revision);
        boolean changed = false;
        for (Map.Entry<ObjectKey, Stored> entry : before.objects().entrySet()) {
            Stored stored = entry.getValue();
            KubeObject object = read.apply(stored.written());
            changed |= !object.sameBytes(stored.object());
            after.objects().put(entry.getKey(), new Stored(object, stored.written(), stored.ownerUids()));
        }
        if (changed) {
            retire(name);
            tables.put(name, after);
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
        return put(where, tree, tree);
    }

    /**
     * Stores a tree that is read otherwise than it is written, and writes the new revision into both.
     *
     * @return the object as it is read
     */
    public KubeObject put(Located where, ObjectNode written, ObjectNode read) {
        String version = Long.toString(revision + 1);
        metadata(written).put("resourceVersion", version);
        metadata(read).put("resourceVersion", version);
        KubeObject after = KubeObject.of(read);
        KubeObject raw = written.equals(read) ? after : KubeObject.of(written);
        revision++;
        Stored stored = new Stored(after, raw, ownerUids(read));
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
