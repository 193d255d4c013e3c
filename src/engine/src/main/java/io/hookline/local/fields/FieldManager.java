package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.fields.FieldComparison.FieldChanges;
import io.hookline.local.fields.ManagedFields.Entry;
import io.hookline.local.fields.ManagedFields.Manager;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.GoEncoding;
import io.hookline.local.schema.Schema;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.HashMap;
import java.util.Map;

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

    /** Who gets the fields of a write: what must be known of the request before defaults change its object. */
    public sealed interface Ownership {

        /**
         * An update, a create, or a patch other than apply: the manager of the request gets the fields that change.
         *
         * @param given the managers that the client lists; missing if it lists none
         * @param generated the fields that the server generates, which nobody gets
         */
        record OfChanges(JsonNode given, FieldSet generated, WriteOptions options) implements Ownership {}

        /** A write of the replicas by the scale subresource. */
        record OfReplicas(WriteOptions options) implements Ownership {}

        /** An apply, which has decided about all fields when it merged them. */
        record Merged(ManagedFields managers) implements Ownership {}
    }

    /**
     * The result of an apply patch.
     *
     * @param object the merged object, without managedFields
     * @param ownership of its fields
     */
    public record Applied(ObjectNode object, Ownership ownership) {}

    /**
     * An update, a create, or a patch other than apply.
     *
     * @param request the object of the client, before defaults are filled in
     */
    public Ownership updating(ServedResource resource, ObjectNode request, WriteOptions options) {
        // An object can list its managers only in a write of its own, not in one of a subresource.
        JsonNode given =
                options.subresource().isEmpty() ? request.path("metadata").path(LIST) : Json.NODES.missingNode();
        return new Ownership.OfChanges(given, GeneratedFields.of(resource, request), options);
    }

    /** A write of the replicas by the scale subresource. */
    public Ownership scaling(WriteOptions options) {
        return new Ownership.OfReplicas(options);
    }

    /**
     * Writes the managedFields of an object that is about to be stored. Neither object has managedFields before.
     *
     * @param managers the managedFields before the write; missing if there were none
     * @param before the object before the write; empty if it is created
     * @param after the object as it will be stored
     */
    public void own(
            ServedResource resource, Ownership ownership, JsonNode managers, ObjectNode before, ObjectNode after) {
        ManagedFields managed = switch (ownership) {
            case Ownership.OfChanges changes -> changed(resource, changes, managers, before, after);
            case Ownership.OfReplicas(WriteOptions options) -> scaled(resource, options, managers, before, after);
            case Ownership.Merged(ManagedFields merged) -> merged;
        };
        managed.write(ObjectTrees.metadata(after));
    }

    private ManagedFields changed(
            ServedResource resource,
            Ownership.OfChanges write,
            JsonNode managers,
            ObjectNode before,
            ObjectNode after) {
        WriteOptions options = write.options();
        ManagedFields managed =
                isReset(write.given(), resource) ? new ManagedFields() : managers(write.given(), managers);
        boolean isNew = before.path("metadata").path("uid").isMissingNode();
        if (isNew || !managed.isEmpty()) {
            Manager manager =
                    Manager.updating(options.fieldManager(), resource.api().apiVersion(), options.subresource());
            FieldChanges changes = compare(resource, before, after).without(write.generated());
            update(managed, manager, changes, ResetFields.of(resource, options.subresource()), time.now());
            managed.changeOthers(null, fields -> fields.without(write.generated()));
            managed.limitUpdaters();
        }
        return managed;
    }

    /** Like the real server, records a write of the replicas only if they had an owner. */
    private ManagedFields scaled(
            ServedResource resource, WriteOptions options, JsonNode managers, ObjectNode before, ObjectNode after) {
        FieldSet replicas = FieldSet.ofPath(resource.scale().specReplicas().split("\\.", -1));
        ManagedFields managed = ManagedFields.stored(managers);
        if (!managed.owned().intersection(replicas).isEmpty()) {
            Manager manager =
                    Manager.updating(options.fieldManager(), resource.api().apiVersion(), "scale");
            Entry known = managed.find(manager);
            String since = known == null ? "" : known.time(); // the real server loses the time of such an entry
            update(managed, manager, compare(resource, before, after), FieldSet.EMPTY, since);
        }
        return managed;
    }

    /** Changes a stored object on behalf of a controller of the cluster, and records it. */
    public void record(ServedResource resource, ObjectNode tree, WriteOptions by, Runnable change) {
        JsonNode removed = ObjectTrees.metadata(tree).remove(LIST);
        JsonNode managers = removed == null ? Json.NODES.missingNode() : removed;
        ObjectNode before = tree.deepCopy();
        change.run();
        own(resource, updating(resource, tree, by), managers, before, tree);
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
        AppliedConfiguration.NullCheck.check(resource, result.object(), schemas.of(resource));
        return new Applied(result.object(), new Ownership.Merged(result.managers()));
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

    /** The fields that a write does not change, whatever its body contains: nobody gets or loses them. */
    private static final class ResetFields {

        private static final FieldSet STATUS = FieldSet.ofPath("status");
        private static final FieldSet SPEC = FieldSet.ofPath("spec");
        private static final FieldSet METADATA_AND_SPEC = SPEC.union(FieldSet.ofPath("metadata"));

        private ResetFields() {}

        static FieldSet of(ServedResource resource, String subresource) {
            return switch (subresource) {
                case "" -> resource.api().hasStatus() ? STATUS : FieldSet.EMPTY;
                case "status" -> ofStatus(resource);
                case "finalize" -> STATUS;
                default -> FieldSet.EMPTY;
            };
        }

        private static FieldSet ofStatus(ServedResource resource) {
            if (resource.isCustom()) {
                return METADATA_AND_SPEC;
            }
            return switch (resource.table()) {
                case "deployments.apps" -> SPEC.union(FieldSet.ofPath("metadata", "labels"));
                case "pods" ->
                    SPEC.union(FieldSet.ofPath("metadata", "deletionTimestamp"))
                            .union(FieldSet.ofPath("metadata", "ownerReferences"));
                case "volumeattachments.storage.k8s.io" -> METADATA_AND_SPEC;
                default -> SPEC;
            };
        }
    }

    /** The schemas of whole objects, with their metadata. */
    private static final class TypedSchemas {

        private final BuiltInTypes types = new BuiltInTypes();

        Schema of(ServedResource resource) {
            Schema schema = resource.schema().get();
            if (!resource.isCustom()) {
                return schema;
            }
            Map<String, Schema> fields = new HashMap<>(schema.properties());
            Schema metadata = types.type("ObjectMeta");
            fields.put("metadata", metadata);
            fields.put("apiVersion", metadata.field("name"));
            fields.put("kind", metadata.field("name"));
            return schema.with(fields);
        }

        /** An object of which nothing is set. */
        ObjectNode empty(ServedResource resource) {
            ObjectNode empty = Json.NODES.objectNode();
            if (!resource.isCustom()) {
                GoEncoding.complete(empty, of(resource));
            }
            return empty;
        }
    }
}
