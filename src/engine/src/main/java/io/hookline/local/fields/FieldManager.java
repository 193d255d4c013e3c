package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.fields.FieldComparison.FieldChanges;
import io.hookline.local.fields.ManagedFields.Entry;
import io.hookline.local.fields.ManagedFields.Manager;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.GoEncoding;
import io.hookline.local.schema.Pruning;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaDefaults;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

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
         * @param whole the object of the request with its defaults, also what it may not change; missing if its kind
         *     has one version
         */
        record OfChanges(JsonNode given, FieldSet generated, WriteOptions options, JsonNode whole)
                implements Ownership {}

        /**
         * A write of the replicas by the scale subresource.
         *
         * @param whole whether the Scale was replaced, and not patched
         */
        record OfReplicas(WriteOptions options, boolean whole) implements Ownership {}

        /** A write whose object does not have the types of its schema: a real server then forgets all managers. */
        record Forgotten() implements Ownership {}

        /**
         * An apply, which has decided about all fields when it merged them.
         *
         * @param nulls the errors about nulls in a custom resource, which defaults would remove
         * @param same whether it changes no field: then nothing is filled in either
         */
        record Merged(ManagedFields managers, List<FieldError> nulls, boolean same) implements Ownership {}

        /** What is wrong with the object before defaults are filled in. */
        default List<FieldError> problems() {
            return this instanceof Merged merged ? merged.nulls() : List.of();
        }

        /** Whether the write is known to change no field. */
        default boolean isSame() {
            return this instanceof Merged merged && merged.same();
        }
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
        if (resource.isCustom() && !TypedSchemas.fits(request, resource.schema().get())) {
            return new Ownership.Forgotten();
        }
        JsonNode whole = Json.NODES.missingNode();
        if (resource.isCustom() && resource.versions().size() > 1) {
            ObjectNode copy = request.deepCopy();
            Pruning.prune(copy, resource.schema().get(), null, false);
            SchemaDefaults.complete(copy, resource.schema().get());
            whole = copy;
        }
        return new Ownership.OfChanges(given, GeneratedFields.of(resource, request), options, whole);
    }

    /**
     * A write of the replicas by the scale subresource.
     *
     * @param whole whether the Scale was replaced, and not patched
     */
    public Ownership scaling(WriteOptions options, boolean whole) {
        return new Ownership.OfReplicas(options, whole);
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
            case Ownership.OfReplicas write -> scaled(resource, write, managers, before, after);
            case Ownership.Forgotten _ -> new ManagedFields();
            case Ownership.Merged merged -> merged.managers();
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
            dropUnconverted(resource, managed);
            Manager manager =
                    Manager.updating(options.fieldManager(), resource.api().apiVersion(), options.subresource());
            if (!schemas.undeclared(resource, managed, before, "old").isEmpty()
                    || !schemas.undeclared(resource, managed.without(manager), write.whole(), "new")
                            .isEmpty()) {
                return new ManagedFields(); // a real server then forgets all managers
            }
            FieldChanges changes = compare(resource, before, after).without(write.generated());
            update(
                    managed,
                    manager,
                    changes,
                    ResetFields.of(resource, options.subresource()),
                    time.now(),
                    apiVersion -> inVersion(resource, apiVersion, before, after, changes)
                            .without(write.generated()));
            managed.change(fields -> fields.without(write.generated()));
            managed.limitUpdaters();
        }
        return managed;
    }

    /**
     * Like the real server, records a write of the replicas only if they had an owner. Those of a custom resource have
     * none after a Scale was replaced, unless the real server finds them in it: it looks for {@code spec.replicas} other than 0.
     */
    private ManagedFields scaled(
            ServedResource resource,
            Ownership.OfReplicas write,
            JsonNode managers,
            ObjectNode before,
            ObjectNode after) {
        WriteOptions options = write.options();
        String path = resource.scale().specReplicas();
        FieldSet replicas = FieldSet.ofPath(path.split("\\.", -1));
        ManagedFields managed = ManagedFields.stored(managers);
        boolean found =
                path.equals("spec.replicas") && after.at("/spec/replicas").asInt() != 0;
        if (write.whole() && resource.isCustom() && !found) {
            managed.change(fields -> fields.difference(replicas));
        } else if (!managed.owned().intersection(replicas).isEmpty()) {
            Manager manager =
                    Manager.updating(options.fieldManager(), resource.api().apiVersion(), "scale");
            Entry known = managed.find(manager);
            String since = known == null ? "" : known.time(); // the real server loses the time of such an entry
            FieldChanges changes = compare(resource, before, after);
            update(managed, manager, changes, FieldSet.EMPTY, since, _ -> changes);
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
            update(managed, unknown, all, ResetFields.of(resource, options.subresource()), time.now(), _ -> all);
        }
        dropUnconverted(resource, managed);
        ServerSideApply apply = new ServerSideApply(
                resource.api().apiVersion(),
                Manager.applying(options.fieldManager(), options.subresource()),
                schemas.of(resource),
                ResetFields.of(resource, options.subresource()),
                UNOWNED);
        refuse(schemas.undeclared(resource, managed, before, "old"));
        ServerSideApply.Result result =
                apply.run(before, configuration, managed, options.force(), time.now(), new Versions(resource, before));
        boolean same = !isNew && JsonEquality.strict(before, result.object());
        List<FieldError> nulls = AppliedConfiguration.NullCheck.check(resource, result.object(), schemas.of(resource));
        return new Applied(result.object(), new Ownership.Merged(result.managers(), nulls, same));
    }

    /** Forgets the managers of Events in the other API group: a real server does not convert Events between the groups. */
    private static void dropUnconverted(ServedResource resource, ManagedFields managed) {
        if (resource.isBuiltIn("events")) {
            managed.all().stream()
                    .filter(entry -> !entry.apiVersion().equals(resource.api().apiVersion()))
                    .forEach(entry -> managed.remove(entry.manager()));
        }
    }

    /** The versions of a kind, for an apply. */
    private final class Versions implements ServerSideApply.OtherVersions {

        private final ServedResource resource;
        private final ObjectNode before;

        Versions(ServedResource resource, ObjectNode before) {
            this.resource = resource;
            this.before = before;
        }

        @Override
        public FieldChanges changes(JsonNode after, String apiVersion, FieldChanges changes) {
            refuse(schemas.undeclared(resource, apiVersion, after, "new"));
            return inVersion(resource, apiVersion, before, after, changes);
        }

        @Override
        public JsonNode in(JsonNode object, String apiVersion) {
            return converted(resource, object, apiVersion);
        }

        @Override
        public Schema schema(String apiVersion) {
            return schemas.of(resource, apiVersion);
        }
    }

    private static void refuse(String problem) {
        if (!problem.isEmpty()) {
            throw new ClusterException.Unavailable(500, problem);
        }
    }

    /** What a write changes for the managers of another version, whose fields and types of lists may be others. */
    private FieldChanges inVersion(
            ServedResource resource, String apiVersion, ObjectNode before, JsonNode after, FieldChanges changes) {
        Supplier<Schema> schema = resource.versions().get(apiVersion);
        if (schema == null || apiVersion.equals(resource.api().apiVersion())) {
            return changes;
        }
        return resource.isCustom()
                ? FieldComparison.compare(before, after, schemas.whole(schema.get()))
                : FieldComparison.compare(
                        converted(resource, before, apiVersion), converted(resource, after, apiVersion), schema.get());
    }

    /** An object in a version of its kind; the same one if all have the same fields. */
    private static JsonNode converted(ServedResource resource, JsonNode object, String apiVersion) {
        boolean same = resource.isCustom() || !resource.versions().containsKey(apiVersion);
        if (same || !(object instanceof ObjectNode tree)) {
            return object;
        }
        ObjectNode copy = tree.deepCopy();
        VersionConversion.convert(resource, copy, apiVersion);
        return copy;
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
            ManagedFields managed,
            Manager manager,
            FieldChanges changes,
            FieldSet reset,
            String now,
            Function<String, FieldChanges> inVersion) {
        if (changes.isNone()) {
            return;
        }
        FieldChanges visible = changes.without(reset);
        for (Entry entry : managed.all()) {
            FieldChanges lost = entry.apiVersion().equals(manager.apiVersion())
                    ? visible
                    : inVersion.apply(entry.apiVersion()).without(reset);
            managed.put(entry.with(entry.fields().difference(lost.written().union(lost.removed()))));
        }
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
            return resource.isCustom() ? whole(schema) : schema;
        }

        /** The schema of a version of a built-in kind; that of a custom resource is the one of the request. */
        Schema of(ServedResource resource, String apiVersion) {
            return resource.isCustom()
                    ? of(resource)
                    : resource.versions()
                            .getOrDefault(apiVersion, resource.schema())
                            .get();
        }

        /** The schema of a custom resource with its metadata. */
        Schema whole(Schema schema) {
            Map<String, Schema> fields = new HashMap<>(schema.properties());
            Schema metadata = types.type("ObjectMeta");
            fields.put("metadata", metadata);
            fields.put("apiVersion", metadata.field("name"));
            fields.put("kind", metadata.field("name"));
            return schema.with(fields);
        }

        /**
         * The problem of an object that has fields which the version of a manager does not have: the objects of all
         * versions are taken for the same, so that a real server cannot compare them there. Empty if there is none.
         */
        String undeclared(ServedResource resource, ManagedFields managed, JsonNode object, String which) {
            return managed.all().stream()
                    .map(entry -> undeclared(resource, entry.apiVersion(), object, which))
                    .filter(problem -> !problem.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        String undeclared(ServedResource resource, String apiVersion, JsonNode object, String which) {
            Supplier<Schema> schema = resource.versions().get(apiVersion);
            boolean fits = schema == null
                    || !resource.isCustom()
                    || apiVersion.equals(resource.api().apiVersion())
                    || declared(object, schema.get(), true);
            return fits
                    ? ""
                    : "failed to convert " + which + " object: a field is not declared in the schema of " + apiVersion;
        }

        private static boolean declared(JsonNode value, Schema schema, boolean root) {
            if (value.isArray()) {
                return value.valueStream().allMatch(element -> declared(element, schema.element(), false));
            }
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                if (root && List.of("apiVersion", "kind", "metadata").contains(field.getKey())) {
                    continue;
                }
                Schema known = schema.properties().getOrDefault(field.getKey(), schema.additional());
                boolean fits = known == null
                        ? schema.traits().preserveUnknown()
                        : fits(field.getValue(), known) && declared(field.getValue(), known, false);
                if (!fits) {
                    return false;
                }
            }
            return true;
        }

        /** Whether the values have the types of a schema; a null has any. */
        static boolean fits(JsonNode value, Schema schema) {
            if (value.isNull() || schema.traits().intOrString()) {
                return true;
            }
            return switch (schema.type()) {
                case "string" -> value.isTextual();
                case "integer", "number" -> value.isNumber();
                case "boolean" -> value.isBoolean();
                case "array" -> value.isArray() && value.valueStream().allMatch(one -> fits(one, schema.element()));
                case "object" ->
                    value.isObject()
                            && value.propertyStream()
                                    .allMatch(field -> fits(field.getValue(), schema.field(field.getKey())));
                default -> true;
            };
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
