package io.hookline.local.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ResourceRegistry;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a change: garbage collection by owner references, and the emptying of namespaces and of deleted
 * CustomResourceDefinitions. A real cluster does it some moments later; here it is done before the change returns.
 * Called with the lock of {@link Storage} held.
 */
public final class GarbageCollector implements Storage.Listener {

    private final Storage storage;
    private final ResourceRegistry kinds;
    private final ObjectDeleter deletion;
    private final ContentDeletion containers;
    private final Queue<Event> events = new ArrayDeque<>();

    private record Event(
            Located where,
            @Nullable Stored before,
            @Nullable Stored after) {}

    public GarbageCollector(Storage storage, ResourceRegistry kinds, ObjectDeleter deletion, Timestamps time) {
        this.storage = storage;
        this.kinds = kinds;
        this.deletion = deletion;
        this.containers = new ContentDeletion(storage, kinds, deletion, time);
    }

    @Override
    public void changed(Located where, @Nullable Stored before, @Nullable Stored after) {
        events.add(new Event(where, before, after));
    }

    /** Works until nothing follows any more. */
    public void settle() {
        do {
            work();
        } while (containers.report());
    }

    private void work() {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            if (event.where().shelf().equals(CrdResources.SHELF)) {
                define(event);
            }
            if (event.after() == null && event.before() != null) {
                gone(event.where(), event.before().object());
            } else if (event.after() != null && event.after().object().isBeingDeleted()) {
                marked(event.where(), event.after().object());
            } else if (event.before() == null && event.after() != null) {
                created(event.where(), event.after());
            }
            if (event.before() != null) {
                event.before().ownerUids().forEach(this::releaseIfUnblocked);
            }
        }
    }

    private void define(Event event) {
        String definition = event.where().key().name();
        if (event.after() == null) {
            kinds.remove(definition);
            storage.retire(definition);
        } else {
            kinds.define(definition, CrdResources.read(event.after().object()));
        }
    }

    private void gone(Located where, KubeObject last) {
        storage.dependents(last.uid()).forEach(this::reconsider);
        containers.emptied(where);
    }

    /** Somebody who did not know yet that the owner is gone made it a dependent: it goes the owner's way. */
    private void created(Located where, Stored object) {
        boolean orphaned = !object.ownerUids().isEmpty()
                && object.ownerUids().stream().allMatch(uid -> owner(uid, where).isEmpty());
        if (orphaned) {
            reconsider(where);
        }
    }

    private void marked(Located where, KubeObject object) {
        if (object.hasFinalizer(ObjectDeleter.ORPHAN)) {
            orphan(where, object);
        }
        if (object.hasFinalizer(ObjectDeleter.FOREGROUND)) {
            storage.dependents(object.uid()).forEach(this::reconsider);
            releaseIfUnblocked(object.uid());
        }
        containers.marked(where);
    }

    private void orphan(Located where, KubeObject owner) {
        for (Located dependent : storage.dependents(owner.uid())) {
            dropOwners(dependent, Set.of(owner.uid()));
        }
        containers.dropFinalizer(where, ObjectDeleter.ORPHAN);
    }

    /** A dependent of something that is gone or going: it goes too, unless somebody else still owns it. */
    private void reconsider(Located where) {
        Optional<Stored> found = storage.find(where);
        if (found.isEmpty() || found.get().object().isBeingDeleted()) {
            return;
        }
        KubeObject object = found.get().object();
        Set<String> going = new HashSet<>();
        boolean ownerWaits = false;
        for (String uid : Set.copyOf(found.get().ownerUids())) {
            Optional<KubeObject> owner = owner(uid, where);
            boolean waits = owner.isPresent() && waitsForDependents(owner.get());
            ownerWaits |= waits;
            if (owner.isEmpty() || waits) {
                going.add(uid);
            }
        }
        if (going.isEmpty()) {
            return;
        }
        if (going.size() < Set.copyOf(found.get().ownerUids()).size()) {
            dropOwners(where, going);
        } else {
            List<Located> dependents = storage.dependents(object.uid());
            boolean foreground = ownerWaits && !dependents.isEmpty();
            if (foreground && dependents.stream().anyMatch(this::waits)) {
                stopBlocking(where); // it owns what waits for it: neither would ever be deleted
            }
            Propagation propagation = foreground ? Propagation.FOREGROUND : ownPolicy(object);
            kinds.ofShelf(where.shelf())
                    .ifPresent(resource -> deletion.quietly(resource, where, object.uid(), propagation));
        }
    }

    private static Propagation ownPolicy(KubeObject object) {
        if (object.hasFinalizer(ObjectDeleter.ORPHAN)) {
            return Propagation.ORPHAN;
        }
        return object.hasFinalizer(ObjectDeleter.FOREGROUND) ? Propagation.FOREGROUND : Propagation.BACKGROUND;
    }

    /** An owner in another namespace is none. */
    private Optional<KubeObject> owner(String uid, Located dependent) {
        return storage.byUid(uid)
                .filter(where -> where.key().namespace().isEmpty()
                        || where.key().namespace().equals(dependent.key().namespace()))
                .flatMap(storage::find)
                .map(Stored::object);
    }

    private boolean waits(Located where) {
        return storage.find(where)
                .filter(found -> waitsForDependents(found.object()))
                .isPresent();
    }

    /** Lets the owners of an object be deleted before it is. */
    private void stopBlocking(Located where) {
        ObjectNode tree = storage.find(where).orElseThrow().object().tree();
        for (JsonNode reference : tree.path("metadata").path("ownerReferences")) {
            if (reference.path("blockOwnerDeletion").asBoolean()) {
                ((ObjectNode) reference).put("blockOwnerDeletion", false);
            }
        }
        storage.put(where, tree);
    }

    private static boolean waitsForDependents(KubeObject object) {
        return object.isBeingDeleted() && object.hasFinalizer(ObjectDeleter.FOREGROUND);
    }

    private void dropOwners(Located where, Set<String> uids) {
        Stored found = storage.find(where).orElseThrow();
        ObjectNode tree = found.object().tree();
        ArrayNode kept = Json.NODES.arrayNode();
        for (JsonNode reference : tree.path("metadata").path("ownerReferences")) {
            if (!uids.contains(reference.path("uid").asText())) {
                kept.add(reference);
            }
        }
        if (kept.isEmpty()) {
            ObjectTrees.metadata(tree).remove("ownerReferences");
        } else {
            ObjectTrees.metadata(tree).set("ownerReferences", kept);
        }
        storage.put(where, tree);
    }

    /** Lets go of an object that waits for its dependents, once none of them holds it back any more. */
    private void releaseIfUnblocked(String uid) {
        Optional<Located> where = storage.byUid(uid);
        Optional<KubeObject> owner = where.flatMap(storage::find).map(Stored::object);
        if (owner.isEmpty() || !waitsForDependents(owner.get())) {
            return;
        }
        List<Located> blocking = new ArrayList<>(storage.dependents(uid));
        blocking.removeIf(dependent -> !blocks(dependent, uid));
        if (blocking.isEmpty()) {
            containers.dropFinalizer(where.get(), ObjectDeleter.FOREGROUND);
        }
    }

    private boolean blocks(Located dependent, String uid) {
        ObjectNode tree = storage.find(dependent).orElseThrow().object().tree();
        for (JsonNode reference : tree.path("metadata").path("ownerReferences")) {
            if (reference.path("uid").asText().equals(uid)
                    && reference.path("blockOwnerDeletion").asBoolean()) {
                return true;
            }
        }
        return false;
    }
}
