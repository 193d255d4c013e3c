package io.hookline.local.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.fields.FieldManager;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ResourceRegistry;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.store.ResourceTable;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the consequences of a change: garbage collection by owner references, the emptying of deleted
 * namespaces and CustomResourceDefinitions, and the end of the protection of claims and volumes. A real cluster does
 * this shortly after the change; here it is done before the change returns. Called with the lock of {@link Storage} held.
 */
public final class GarbageCollector implements Storage.Listener {

    private static final WriteOptions BY_COLLECTOR = WriteOptions.PLAIN.by("kube-controller-manager");

    private final Storage storage;
    private final ResourceRegistry resources;
    private final ObjectDeleter deleter;
    private final ContentDeletion contents;
    private final StorageProtection protection;
    private final FieldManager fields;
    private final Queue<Event> events = new ArrayDeque<>();

    private record Event(
            Located where,
            @Nullable Stored before,
            @Nullable Stored after) {}

    public GarbageCollector(
            Storage storage, ResourceRegistry resources, ObjectDeleter deleter, FieldManager fields, Timestamps time) {
        this.storage = storage;
        this.resources = resources;
        this.deleter = deleter;
        this.contents = new ContentDeletion(storage, resources, deleter, time);
        this.protection = new StorageProtection(storage, contents, this::change);
        this.fields = fields;
    }

    @Override
    public void changed(Located where, @Nullable Stored before, @Nullable Stored after) {
        events.add(new Event(where, before, after));
    }

    /** Handles events until there are no more. */
    public void collect() {
        do {
            handleEvents();
        } while (contents.report());
    }

    private void handleEvents() {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            if (event.where().table().equals(CrdResources.TABLE)) {
                updateResources(event);
            }
            if (event.after() == null && event.before() != null) {
                removed(event.where(), event.before().object());
            } else if (event.after() != null && event.after().object().isBeingDeleted()) {
                marked(event.where(), event.after().object());
            } else if (event.before() == null && event.after() != null) {
                created(event.where(), event.after());
            }
            protection.changed(event.where(), object(event.before()), object(event.after()));
            if (event.before() != null) {
                event.before().ownerUids().forEach(this::releaseIfUnblocked);
            }
        }
    }

    private static @Nullable KubeObject object(@Nullable Stored stored) {
        return stored == null ? null : stored.object();
    }

    private void updateResources(Event event) {
        String definition = event.where().key().name();
        if (event.after() == null) {
            resources.remove(definition);
            storage.retire(definition);
        } else if (event.before() == null
                || !CrdResources.same(event.before().object(), event.after().object())) {
            List<ServedResource> versions = CrdResources.read(event.after().object());
            resources.define(definition, versions);
            collectOfMissingOwners();
            if (event.before() != null
                    && !versions.isEmpty()
                    && !CrdResources.sameVersions(
                            event.before().object(), event.after().object())) {
                storage.reread(definition, written -> VersionConversion.read(versions.getFirst(), written));
            }
        }
    }

    /** References to a kind that was not served may be to objects that do not exist. */
    private void collectOfMissingOwners() {
        Map<Located, Stored> dependents = new LinkedHashMap<>();
        for (ResourceTable table : storage.tables()) {
            table.objects().forEach((key, object) -> {
                if (!object.ownerUids().isEmpty()) {
                    dependents.put(new Located(table.name(), key), object);
                }
            });
        }
        dependents.forEach(this::created);
    }

    private void removed(Located where, KubeObject last) {
        storage.dependents(last.uid()).forEach(this::collect);
        contents.removed(where);
    }

    /** Collects a new object with owners that were deleted before it was created, or never existed. */
    private void created(Located where, Stored object) {
        if (object.ownerUids().stream().anyMatch(uid -> owner(uid, where).isEmpty())) {
            collect(where);
        }
    }

    private void marked(Located where, KubeObject object) {
        if (object.hasFinalizer(ObjectDeleter.ORPHAN)) {
            orphan(where, object);
        }
        if (object.hasFinalizer(ObjectDeleter.FOREGROUND)) {
            storage.dependents(object.uid()).forEach(this::collect);
            releaseIfUnblocked(object.uid());
        }
        contents.marked(where);
    }

    private void orphan(Located where, KubeObject owner) {
        for (Located dependent : storage.dependents(owner.uid())) {
            removeOwners(dependent, Set.of(owner.uid()));
        }
        contents.removeFinalizer(where, ObjectDeleter.ORPHAN);
    }

    /**
     * Deletes an object whose owners are all missing or being deleted in the foreground. If it has another owner, only
     * the references to the others are removed. Nothing happens to an object with a reference to a kind that is not
     * served, since a real cluster could not look its owner up.
     */
    private void collect(Located where) {
        Optional<Stored> found = storage.find(where);
        if (found.isEmpty() || found.get().object().isBeingDeleted()) {
            return;
        }
        KubeObject object = found.get().object();
        if (!references(object).allMatch(this::isServed)) {
            return;
        }
        Set<String> deletedOwners = new HashSet<>();
        boolean ownerWaits = false;
        for (String uid : Set.copyOf(found.get().ownerUids())) {
            Optional<KubeObject> owner = owner(uid, where);
            boolean waits = owner.isPresent() && waitsForDependents(owner.get());
            ownerWaits |= waits;
            if (owner.isEmpty() || waits) {
                deletedOwners.add(uid);
            }
        }
        if (deletedOwners.isEmpty()) {
            return;
        }
        if (deletedOwners.size() < Set.copyOf(found.get().ownerUids()).size()) {
            removeOwners(where, deletedOwners);
        } else {
            List<Located> dependents = storage.dependents(object.uid());
            boolean foreground = ownerWaits && !dependents.isEmpty();
            if (foreground && dependents.stream().anyMatch(this::waits)) {
                stopBlocking(where); // it owns an object that waits for it: neither would ever be deleted
            }
            Propagation propagation = foreground ? Propagation.FOREGROUND : ownPolicy(object);
            resources
                    .ofTable(where.table())
                    .ifPresent(resource -> deleter.deleteIfPresent(resource, where, object.uid(), propagation));
        }
    }

    private static Propagation ownPolicy(KubeObject object) {
        if (object.hasFinalizer(ObjectDeleter.ORPHAN)) {
            return Propagation.ORPHAN;
        }
        return object.hasFinalizer(ObjectDeleter.FOREGROUND) ? Propagation.FOREGROUND : Propagation.BACKGROUND;
    }

    /** Finds an owner; an object in another namespace is not a valid owner. */
    private Optional<KubeObject> owner(String uid, Located dependent) {
        return storage.byUid(uid)
                .filter(where -> where.key().namespace().isEmpty()
                        || where.key().namespace().equals(dependent.key().namespace()))
                .flatMap(storage::find)
                .map(Stored::object)
                .filter(owner -> isNamed(owner, dependent));
    }

    /** Whether a reference has not only the uid of an object, but also its kind and name, by which a real cluster reads it. */
    private boolean isNamed(KubeObject owner, Located dependent) {
        return references(storage.find(dependent).orElseThrow().object())
                .filter(reference -> reference.path("uid").asText().equals(owner.uid()))
                .anyMatch(reference -> {
                    String apiVersion = reference.path("apiVersion").asText();
                    String kind = reference.path("kind").asText();
                    return reference.path("name").asText().equals(owner.name())
                            && kind.equals(owner.kind())
                            && GroupVersionKind.of(apiVersion, kind)
                                    .group()
                                    .equals(GroupVersionKind.of(owner.apiVersion(), kind)
                                            .group());
                });
    }

    private static Stream<JsonNode> references(KubeObject object) {
        return object.tree().path("metadata").path("ownerReferences").valueStream();
    }

    private boolean isServed(JsonNode reference) {
        return resources.all().stream()
                .anyMatch(resource -> resource.apiVersion()
                                .equals(reference.path("apiVersion").asText())
                        && resource.kind().equals(reference.path("kind").asText()));
    }

    private boolean waits(Located where) {
        return storage.find(where)
                .filter(found -> waitsForDependents(found.object()))
                .isPresent();
    }

    /** Allows the owners of an object to be deleted before it. */
    private void stopBlocking(Located where) {
        change(where, tree -> {
            for (JsonNode reference : tree.path("metadata").path("ownerReferences")) {
                if (reference.path("blockOwnerDeletion").asBoolean()) {
                    ((ObjectNode) reference).put("blockOwnerDeletion", false);
                }
            }
        });
    }

    private void change(Located where, Consumer<ObjectNode> change) {
        ObjectNode tree = storage.find(where).orElseThrow().object().tree();
        resources
                .ofTable(where.table())
                .ifPresentOrElse(
                        resource -> fields.record(resource, tree, BY_COLLECTOR, () -> change.accept(tree)),
                        () -> change.accept(tree));
        storage.put(where, tree);
    }

    private static boolean waitsForDependents(KubeObject object) {
        return object.isBeingDeleted() && object.hasFinalizer(ObjectDeleter.FOREGROUND);
    }

    private void removeOwners(Located where, Set<String> uids) {
        change(where, tree -> removeOwners(tree, uids));
    }

    private static void removeOwners(ObjectNode tree, Set<String> uids) {
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
    }

    /** Removes an object that waits for its dependents, if no dependent blocks it any more. */
    private void releaseIfUnblocked(String uid) {
        Optional<Located> where = storage.byUid(uid);
        Optional<KubeObject> owner = where.flatMap(storage::find).map(Stored::object);
        if (owner.isEmpty() || !waitsForDependents(owner.get())) {
            return;
        }
        List<Located> blocking = new ArrayList<>(storage.dependents(uid));
        blocking.removeIf(dependent -> !blocks(dependent, uid));
        if (blocking.isEmpty()) {
            contents.removeFinalizer(where.get(), ObjectDeleter.FOREGROUND);
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
