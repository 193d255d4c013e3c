package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.fields.ManagedFields.Entry;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;

/**
 * Decides which manager owns which fields of an object: the one that set them last, or all that applied the same value.
 * Called with the lock of the storage held.
 */
public final class FieldManager {

    static final String LIST = "managedFields";

    /** The owner of the fields of an object whose managers are unknown when it is applied. */
    private static final String BEFORE_APPLY = "before-first-apply";

    /** Identity and fields that only the server writes. */
    private static final FieldSet UNOWNED = FieldSet.ofPath("apiVersion")
            .union(FieldSet.ofPath("kind"))
            .union(FieldSet.ofPath("metadata"))
            .union(FieldSet.ofPath("metadata", "name"))
            .union(FieldSet.ofPath("metadata", "namespace"))
            .union(FieldSet.ofPath("metadata", "creationTimestamp"))
            .union(FieldSet.ofPath("metadata", "selfLink"))
            .union(FieldSet.ofPath("metadata", "uid"))
            .union(FieldSet.ofPath("metadata", "clusterName"))
            .union(FieldSet.ofPath("metadata", "generation"))
            .union(FieldSet.ofPath("metadata", LIST))
            .union(FieldSet.ofPath("metadata", "resourceVersion"));

    private final Timestamps time;
    private final TypedSchemas schemas = new TypedSchemas();

    public FieldManager(Timestamps time) {
        this.time = time;
    }

    /**
     * An update, a create, or a patch other than apply.
     *
     * @param request the object of the client, before defaults are filled in
     */
    public Ownership updating(ServedResource resource, ObjectNode request, WriteOptions options) {
        // An object can list its managers only in a write of its own, not in one of a subresource.
        JsonNode given =
                options.subresource().isEmpty() ? request.path("metadata").path(LIST) : Json.NODES.missingNode();
        FieldSet generated = GeneratedFields.of(resource, request);
        return (managers, before, after) -> {
            ManagedFields managed = isReset(given, resource) ? new ManagedFields() : managers(given, managers);
            boolean isNew = before.path("metadata").path("uid").isMissingNode();
            if (isNew || !managed.isEmpty()) {
                Manager manager =
                        Manager.updating(options.fieldManager(), resource.api().apiVersion(), options.subresource());
                FieldChanges changes = compare(resource, before, after).without(generated);
                update(managed, manager, changes, ResetFields.of(resource, options.subresource()), time.now());
                managed.changeOthers(null, fields -> fields.without(generated));
                managed.limitUpdaters();
            }
            managed.write(ObjectTrees.metadata(after));
        };
    }

    /** A write of the replicas by the scale subresource. Like the real server, records it only if they had an owner. */
    public Ownership scaling(ServedResource resource, WriteOptions options) {
        FieldSet replicas = FieldSet.ofPath(resource.scale().specReplicas().split("\\.", -1));
        return (managers, before, after) -> {
            ManagedFields managed = ManagedFields.stored(managers);
            if (!managed.owned().intersection(replicas).isEmpty()) {
                Manager manager =
                        Manager.updating(options.fieldManager(), resource.api().apiVersion(), "scale");
                Entry known = managed.find(manager);
                String since = known == null ? "" : known.time(); // the real server loses the time of such an entry
                update(managed, manager, compare(resource, before, after), FieldSet.EMPTY, since);
            }
            managed.write(ObjectTrees.metadata(after));
        };
    }

    /** Changes a stored object on behalf of a controller of the cluster, and records it. */
    public void record(ServedResource resource, ObjectNode tree, WriteOptions by, Runnable change) {
        JsonNode removed = ObjectTrees.metadata(tree).remove(LIST);
        JsonNode managers = removed == null ? Json.NODES.missingNode() : removed;
        ObjectNode before = tree.deepCopy();
        change.run();
        updating(resource, tree, by).write(managers, before, tree);
    }

    /**
     * Merges an applied configuration into an object.
     *
     * @param live the current object; empty if the configuration creates it
     * @throws io.hookline.cluster.ClusterException.Conflict if another manager owns a field that it changes
     */
    public Applied apply(ServedResource resource, ObjectNode live, ObjectNode configuration, WriteOptions options) {
        AppliedConfiguration.check(resource, configuration, schemas.of(resource));
        JsonNode managers = ObjectTrees.metadata(live).path(LIST);
        ObjectTrees.metadata(live).remove(LIST);
        boolean isNew = !live.path("metadata").has("uid");
        ObjectNode before = isNew ? schemas.empty(resource) : live;
        ManagedFields managed = ManagedFields.stored(managers);
        if (managed.isEmpty() && !isNew) {
            Manager unknown = Manager.updating(BEFORE_APPLY, resource.api().apiVersion(), options.subresource());
            FieldChanges all = compare(resource, schemas.empty(resource), before);
            update(managed, unknown, all, ResetFields.of(resource, options.subresource()), time.now());
        }
        ServerSideApply apply = new ServerSideApply(
                resource.api().apiVersion(),
                Manager.applying(options.fieldManager(), options.subresource()),
                schemas.of(resource),
                ResetFields.of(resource, options.subresource()),
                UNOWNED);
        ServerSideApply.Result result = apply.run(before, configuration, managed, options.force(), time.now());
        NullCheck.check(resource, result.object(), schemas.of(resource));
        return new Applied(result.object(), (_, _, after) -> result.managers().write(ObjectTrees.metadata(after)));
    }

    private FieldChanges compare(ServedResource resource, ObjectNode before, ObjectNode after) {
        ObjectNode from = before.path("metadata").has("uid") ? before : schemas.empty(resource);
        return FieldComparison.compare(from, after, schemas.of(resource));
    }

    /** The managers that the client lists in the object, else those of the stored object. */
    private static ManagedFields managers(JsonNode given, JsonNode stored) {
        if (given.isMissingNode() || JsonEquality.strict(given, stored)) {
            return ManagedFields.stored(stored);
        }
        return ManagedFields.given(given)
                .filter(managed -> !managed.isEmpty())
                .orElseGet(() -> ManagedFields.stored(stored));
    }

    /** Whether the client wants to forget all managers. In a custom resource, an empty list counts as absent. */
    private static boolean isReset(JsonNode given, ServedResource resource) {
        return given.isArray()
                && (given.isEmpty()
                        ? !resource.isCustom()
                        : given.size() == 1 && given.get(0).isEmpty());
    }

    private static void update(
            ManagedFields managed, Manager manager, FieldChanges changes, FieldSet reset, String now) {
        if (changes.isNone()) {
            return;
        }
        FieldChanges visible = changes.without(reset);
        FieldSet lost = visible.written().union(visible.removed());
        managed.changeOthers(null, fields -> fields.difference(lost));
        FieldSet own = visible.written().difference(UNOWNED);
        if (!own.isEmpty()) {
            Entry former = managed.find(manager);
            FieldSet all = former == null ? own : own.union(former.fields());
            managed.put(new Entry(manager, manager.apiVersion(), now, all));
        }
    }
}
