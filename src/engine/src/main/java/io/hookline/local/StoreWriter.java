package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.defaults.BuiltInDefaults;
import io.hookline.local.defaults.Normalizer;
import io.hookline.local.delete.ObjectDeleter;
import io.hookline.local.delete.StorageProtection;
import io.hookline.local.fields.FieldManager;
import io.hookline.local.fields.FieldManager.Applied;
import io.hookline.local.fields.FieldManager.Ownership;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.patch.PatchApplier;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ScaleSubresource;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.ServedResource.Behaviour;
import io.hookline.local.resource.TemplateGeneration;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.schema.GoTimes;
import io.hookline.local.schema.Schema;
import io.hookline.local.store.ResourceTable;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.local.validation.ObjectValidation;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes objects: creates, updates and patches, also of their subresources. The stages of a write are in
 * {@link #create} and {@link #replace}, in their order: defaults and pruning, what the request may change, validation,
 * the owners of the fields, and the storage. A patch makes the object first. Called with the lock of {@link Storage}
 * held.
 */
final class StoreWriter {

    private static final String MANAGED_FIELDS = "managedFields";

    private static final WriteOptions BY_SERVER = WriteOptions.STATUS.by("kube-apiserver");

    private final Storage storage;
    private final ObjectMetaRules metadataRules;
    private final Normalizer normalizer;
    private final ObjectValidation validation;
    private final FieldManager fields;
    private final Timestamps time;

    StoreWriter(
            Storage storage,
            ObjectMetaRules metadataRules,
            Normalizer normalizer,
            ObjectValidation validation,
            FieldManager fields,
            Timestamps time) {
        this.storage = storage;
        this.metadataRules = metadataRules;
        this.normalizer = normalizer;
        this.validation = validation;
        this.fields = fields;
        this.time = time;
    }

    KubeObject create(ServedResource resource, ObjectNode tree, WriteOptions options) {
        return create(resource, tree, options, fields.updating(resource, tree, options));
    }

    KubeObject create(ServedResource resource, ObjectNode tree, WriteOptions options, Ownership ownership) {
        ObjectMetaRules.checkType(resource, tree);
        normalizer.requireReadable(resource, tree);
        ObjectMetaRules.dropNamespace(resource, tree);
        boolean generated = metadataRules.prepareCreate(resource, tree);
        ObjectKey key = ObjectMetaRules.key(resource, tree);
        validation.checkNamespace(resource, key);
        if (resource.api().hasStatus() && !resource.is(Behaviour.CREATED_WITH_STATUS)) {
            tree.remove("status");
        }
        validation.checkAllocations(resource, tree, Json.NODES.missingNode(), options.dryRun());
        boolean pod = resource.isBuiltIn("pods");
        boolean overhead =
                pod && tree.path("spec").path("overhead").isObject(); // an empty one counts, and is not stored
        normalizer.normalize(resource, tree, ownership.isSame());
        Located where = new Located(resource.table(), key);
        validation.onCreate(resource, tree, options.dryRun(), ownership.problems());
        if (overhead) {
            ObjectValidation.requireRuntimeClass(resource, tree);
        }
        ObjectTrees.metadata(tree).remove(MANAGED_FIELDS);
        fields.own(resource, ownership, Json.NODES.missingNode(), Json.NODES.objectNode(), tree);
        StorageProtection.protect(resource, tree);
        if (pod) {
            PodBindings.showGates(tree, time.now());
        }
        if (resource.isBuiltIn("daemonsets.apps")) {
            TemplateGeneration.start(tree);
        }
        if (storage.find(where).isPresent()) {
            throw ApiErrors.alreadyExists(resource.api(), key.name(), generated);
        }
        return store(resource, where, tree, options);
    }

    /** Replaces a stored object by the whole object of a client. */
    KubeObject update(ServedResource resource, KubeObject object, WriteOptions options) {
        ObjectNode tree = object.tree();
        ObjectMetaRules.checkType(resource, tree);
        normalizer.requireReadable(resource, tree);
        ObjectMetaRules.dropNamespace(resource, tree);
        ObjectKey key = resource.key(object.key());
        Optional<KubeObject> live = live(resource, key);
        if (live.isEmpty()) {
            if (resource.is(Behaviour.CREATE_ON_UPDATE) && options.subresource().isEmpty()) {
                if (!object.uid().isEmpty() || !isAnyVersion(tree)) {
                    throw ApiErrors.changed(resource.api(), key.name());
                }
                ObjectTrees.metadata(tree).remove("resourceVersion");
                return create(resource, tree, options);
            }
            throw ApiErrors.notFound(resource.api(), key.name());
        }
        requireUid(resource, live.get(), object.uid());
        return replace(resource, live.get(), tree, options, fields.updating(resource, tree, options));
    }

    /** Patches a stored object or its scale; an apply patch can create an object. */
    KubeObject patch(ServedResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        if (patch.type() == Patch.Type.APPLY && options.fieldManager().isEmpty()) {
            throw ApiErrors.invalidOptions(
                    "PatchOptions", FieldError.required("fieldManager", "is required for apply patch"));
        }
        Optional<KubeObject> live = live(resource, key);
        if (live.isEmpty()) {
            return createByApply(resource, key, patch, options);
        }
        if (options.subresource().equals("scale")) {
            ObjectNode scale = ScaleSubresource.of(resource, live.get());
            return scaled(
                    resource,
                    live.get(),
                    readable(PatchApplier.apply(resource, scale, patch)),
                    options,
                    fields.scaling(options, false));
        }
        ObjectNode tree = VersionConversion.served(resource, live.get()).tree();
        Applied result = patch.type() == Patch.Type.APPLY
                ? fields.apply(resource, tree, PatchApplier.appliedObject(patch), options)
                : patched(resource, PatchApplier.apply(resource, tree, patch), options);
        checkReadable(resource, patch.type(), result.object());
        ObjectMetaRules.checkPatchedType(resource, patch.type(), result.object());
        ObjectMetaRules.checkType(resource, result.object());
        ObjectMetaRules.dropNamespace(resource, result.object());
        checkName(result.object(), live.get().key());
        return replace(resource, live.get(), result.object(), options, result.ownership());
    }

    private Applied patched(ServedResource resource, ObjectNode patched, WriteOptions options) {
        return new Applied(patched, fields.updating(resource, patched, options));
    }

    private KubeObject createByApply(ServedResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        if (patch.type() != Patch.Type.APPLY || !options.subresource().isEmpty()) {
            throw ApiErrors.notFound(resource.api(), key.name());
        }
        ObjectNode applied = PatchApplier.appliedObject(patch);
        Applied result = fields.apply(resource, Json.NODES.objectNode(), applied, options);
        ObjectNode metadata = ObjectTrees.metadata(result.object());
        if (resource.api().namespaced()) {
            ObjectTrees.fallback(metadata, "namespace", key.namespace());
        }
        String uid = metadata.path("uid").asText();
        if (!uid.isEmpty()) {
            throw ApiErrors.conflict(
                    resource.api().groupResource(),
                    key.name(),
                    "uid mismatch: the provided object specified uid " + uid + ", and no existing object was found");
        }
        ObjectMetaRules.dropNamespace(resource, result.object());
        checkName(result.object(), resource.key(key));
        if (resource.isCustom()) {
            metadata.remove("creationTimestamp"); // whatever it is
        }
        String problem = normalizer.typeError(resource, result.object());
        if (!problem.isEmpty()) {
            throw unconvertible(resource, problem);
        }
        metadata.remove("resourceVersion");
        return create(resource, result.object(), options, result.ownership());
    }

    /** The API server words type errors of a patch differently from those of an update. */
    private void checkReadable(ServedResource resource, Patch.Type type, ObjectNode patched) {
        String problem = normalizer.typeError(resource, patched);
        if (!problem.isEmpty() && type == Patch.Type.APPLY) {
            throw unconvertible(resource, problem);
        }
        if (!problem.isEmpty()) {
            throw ApiErrors.unreadablePatch(GoJson.text(patched), problem);
        }
    }

    private static ClusterException unconvertible(ServedResource resource, String problem) {
        return new ClusterException.Unavailable(
                500, "failed to convert new object (" + resource.api().gvk() + ") to proper version: " + problem);
    }

    private ObjectNode readable(ObjectNode scale) {
        String problem = normalizer.typeError(ScaleSubresource.KIND, scale);
        if (!problem.isEmpty()) {
            throw ApiErrors.unreadablePatch(GoJson.text(scale), problem);
        }
        return scale;
    }

    private static void checkName(ObjectNode patched, ObjectKey key) {
        String name = patched.path("metadata").path("name").asText();
        if (name.isEmpty()) {
            throw new ClusterException.BadRequest("the name of the object (" + key.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        if (!name.equals(key.name())) {
            throw new ClusterException.BadRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + key.name() + ")");
        }
        String namespace = patched.path("metadata").path("namespace").asText("");
        if (namespace.isEmpty() && !key.namespace().isEmpty()) {
            ObjectTrees.metadata(patched).put("namespace", key.namespace());
        } else if (!namespace.equals(key.namespace())) {
            throw new ClusterException.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /** Updates the scale of an object. */
    KubeObject scale(ServedResource resource, KubeObject scale, WriteOptions options) {
        ObjectNode tree = scale.tree();
        ObjectMetaRules.checkType(ScaleSubresource.KIND, tree);
        normalizer.requireReadable(ScaleSubresource.KIND, tree);
        KubeObject live =
                live(resource, scale.key()).orElseThrow(() -> ApiErrors.notFound(resource.api(), scale.name()));
        ScaleSubresource.of(resource, live);
        return scaled(resource, live, tree, options, fields.scaling(options, true));
    }

    private static void requireUid(ServedResource resource, KubeObject live, String uid) {
        if (!uid.isEmpty() && !uid.equals(live.uid())) {
            throw ApiErrors.otherUid(resource.api(), resource.path(live.key()), uid, live.uid());
        }
    }

    private KubeObject scaled(
            ServedResource resource, KubeObject live, ObjectNode scale, WriteOptions options, Ownership ownership) {
        requireUid(resource, live, scale.path("metadata").path("uid").asText(""));
        ObjectNode tree = VersionConversion.served(resource, live).tree();
        ScaleSubresource.write(resource, tree, scale);
        WriteOptions whole = new WriteOptions("", options.fieldManager(), options.force(), options.dryRun());
        KubeObject scaled = replace(resource, live, tree, whole, ownership);
        return KubeObject.of(ScaleSubresource.of(resource, scaled));
    }

    Optional<KubeObject> live(ServedResource resource, ObjectKey key) {
        return storage.table(resource.table()).find(resource.key(key)).map(ResourceTable.Stored::object);
    }

    /** Replaces a stored object by a tree in the version of the resource. */
    KubeObject replace(
            ServedResource resource, KubeObject live, ObjectNode tree, WriteOptions options, Ownership ownership) {
        checkVersion(resource, live, tree);
        ObjectNode before = VersionConversion.served(resource, live).tree();
        JsonNode managers = managedFields(before);
        BuiltInDefaults.inherit(resource, tree, before);
        if (options.subresource().isEmpty()) {
            validation.checkAllocations(resource, tree, before, options.dryRun());
        }
        normalizer.normalize(resource, tree, ownership.isSame());
        ObjectNode after = allowedChanges(resource, tree, before, options.subresource());
        managedFields(after);
        ObjectMetaRules.prepareUpdate(after, before);
        validation.onUpdate(resource, after, before, options.subresource(), ownership.problems());
        fields.own(resource, ownership, managers, before, after);
        if (resource.isBuiltIn("daemonsets.apps")) {
            TemplateGeneration.advance(after, before, isSameTemplate(resource, after, before));
        }
        if (isUnchanged(managers, before, after) && isStoredAsBefore(resource, live, after)) {
            return VersionConversion.served(resource, live);
        }
        boolean counted = resource.is(Behaviour.GENERATION) || resource.isBuiltIn("csidrivers.storage.k8s.io");
        if (counted && !sameSpec(resource, after, before)) {
            long generation = before.path("metadata").path("generation").asLong();
            ObjectTrees.metadata(after).put("generation", generation + 1);
        }
        Located where = new Located(resource.table(), resource.key(live.key()));
        return isReleased(resource, after) ? remove(where, after, options) : store(resource, where, after, options);
    }

    /** Takes the managedFields out of an object; missing if it has none. */
    private static JsonNode managedFields(ObjectNode tree) {
        JsonNode managers = ObjectTrees.metadata(tree).remove(MANAGED_FIELDS);
        return managers == null ? Json.NODES.missingNode() : managers;
    }

    /** Whether nothing changed, times in managedFields aside. */
    private static boolean isUnchanged(JsonNode managers, ObjectNode before, ObjectNode after) {
        JsonNode now = managedFields(after);
        boolean same = JsonEquality.strict(after, before) && sameManagers(managers, now);
        if (!now.isMissingNode()) {
            ObjectTrees.metadata(after).set(MANAGED_FIELDS, now);
        }
        return same;
    }

    /**
     * Whether the object would be written as it was before: another version may not show all of it, and the schema may
     * have changed since.
     */
    private boolean isStoredAsBefore(ServedResource resource, KubeObject live, ObjectNode after) {
        Stored stored = storage.find(new Located(resource.table(), resource.key(live.key())))
                .orElseThrow();
        boolean sameVersion = resource.storedAs().equals(resource.api().apiVersion())
                && live.apiVersion().equals(resource.storedAs());
        if (!resource.isCustom() || (sameVersion && stored.isReadAsWritten())) {
            return true;
        }
        ObjectNode before = stored.written().tree();
        ObjectNode now = after.deepCopy();
        stored(resource, now);
        managedFields(before);
        managedFields(now);
        return JsonEquality.strict(now, before);
    }

    /** Converts a tree to the version in which it is stored. */
    private void stored(ServedResource resource, ObjectNode tree) {
        VersionConversion.convert(resource, tree, resource.storedAs());
        if (!resource.storedAs().equals(resource.api().apiVersion())) {
            normalizer.normalizeStored(resource, tree);
        }
    }

    private static boolean sameManagers(JsonNode before, JsonNode after) {
        boolean same = before.size() == after.size();
        for (int i = 0; same && i < before.size(); i++) {
            same = JsonEquality.strict(timeless(before.get(i)), timeless(after.get(i)));
        }
        return same;
    }

    private static JsonNode timeless(JsonNode entry) {
        return entry instanceof ObjectNode object ? object.deepCopy().without("time") : entry;
    }

    /** Whether an update names no version. */
    private static boolean isAnyVersion(ObjectNode tree) {
        String version = tree.path("metadata").path("resourceVersion").asText();
        if (!version.matches("[0-9]*")) {
            throw new ClusterException.Unavailable(
                    500, "strconv.ParseUint: parsing " + FieldError.quote(version) + ": invalid syntax");
        }
        return version.isEmpty() || version.equals("0");
    }

    private static void checkVersion(ServedResource resource, KubeObject live, ObjectNode tree) {
        boolean none = isAnyVersion(tree);
        String version = tree.path("metadata").path("resourceVersion").asText();
        if (none && !resource.is(Behaviour.UNCONDITIONAL)) {
            throw ApiErrors.invalid(
                    resource.api().groupResource(),
                    live.name(),
                    List.of(new FieldError(
                            "metadata.resourceVersion", "Invalid value: 0: must be specified for an update")));
        }
        if (!none && !version.equals(live.resourceVersion())) {
            throw ApiErrors.changed(resource.api(), live.name());
        }
    }

    /** An update of the main resource keeps the status; an update of a subresource changes only its own field. */
    private static ObjectNode allowedChanges(
            ServedResource resource, ObjectNode tree, ObjectNode before, String subresource) {
        return switch (subresource) {
            case "" -> {
                if (resource.api().hasStatus()) {
                    ObjectTrees.carry(tree, before, "status");
                }
                if (resource.isBuiltIn("namespaces")) {
                    ObjectTrees.carry(tree, before, "spec"); // it has finalizers only, which the subresource changes
                }
                yield tree;
            }
            case "status" -> part(resource, tree, before, "status");
            case "finalize" -> part(resource, tree, before, "spec");
            default -> throw ApiErrors.noResource();
        };
    }

    private static ObjectNode part(ServedResource resource, ObjectNode tree, ObjectNode before, String field) {
        if (!resource.api().subresources().contains(field.equals("spec") ? "finalize" : field)) {
            throw ApiErrors.noResource();
        }
        ObjectNode after = before.deepCopy();
        ObjectTrees.carry(after, tree, field);
        return after;
    }

    /**
     * As in the real server, changed annotations of a Deployment, and labels of an EndpointSlice, also increase the
     * generation, and nothing that of a PriorityClass.
     */
    private static boolean sameSpec(ServedResource resource, ObjectNode after, ObjectNode before) {
        String head = switch (resource.table()) {
            case "deployments.apps" -> "annotations";
            case "endpointslices.discovery.k8s.io" -> "labels";
            default -> "";
        };
        return resource.isBuiltIn("priorityclasses.scheduling.k8s.io")
                || (isSameSpec(resource, after, before)
                        && JsonEquality.strict(
                                after.path("metadata").path(head),
                                before.path("metadata").path(head)));
    }

    private static boolean isSameTemplate(ServedResource resource, ObjectNode after, ObjectNode before) {
        Schema schema = resource.schema().get();
        return JsonEquality.semantic(
                GoTimes.withEqualQuantities(after, schema).at("/spec/template"),
                GoTimes.withEqualQuantities(before, schema).at("/spec/template"));
    }

    private static boolean isSameSpec(ServedResource resource, ObjectNode after, ObjectNode before) {
        if (JsonEquality.strict(spec(resource, after), spec(resource, before))) {
            return true;
        }
        Schema schema = resource.schema().get();
        return !resource.isCustom()
                && JsonEquality.strict(
                        spec(resource, GoTimes.withEqualQuantities(after, schema)),
                        spec(resource, GoTimes.withEqualQuantities(before, schema)));
    }

    /** Without a status subresource, the status is a field like any other. */
    private static JsonNode spec(ServedResource resource, ObjectNode tree) {
        ObjectNode spec = tree.objectNode();
        spec.setAll(tree);
        spec.remove(List.of("apiVersion", "kind", "metadata"));
        return resource.api().hasStatus() ? spec.without("status") : spec;
    }

    /** Whether an object that is being deleted can be removed: it has no finalizer and no grace period left. */
    private static boolean isReleased(ServedResource resource, ObjectNode tree) {
        JsonNode metadata = tree.path("metadata");
        return !Json.isAbsent(metadata.path("deletionTimestamp"))
                && metadata.path("deletionGracePeriodSeconds").asLong() == 0
                && ObjectDeleter.isFree(resource, tree);
    }

    private KubeObject remove(Located where, ObjectNode last, WriteOptions options) {
        if (!options.dryRun()) {
            storage.remove(where);
        }
        return KubeObject.of(last);
    }

    private KubeObject store(ServedResource resource, Located where, ObjectNode tree, WriteOptions options) {
        if (resource.isBuiltIn(CrdResources.TABLE)) {
            if (!options.subresource().equals("status")) {
                CrdResources.addStoredVersion(tree);
            }
            fields.record(resource, tree, BY_SERVER, () -> CrdResources.accept(tree, time.now()));
        }
        stored(resource, tree);
        if (resource.isBuiltIn("horizontalpodautoscalers.autoscaling")) {
            // What the request may not change does not go through the other version, which says less.
            String kept = options.subresource().equals("status") ? "spec" : "status";
            storage.find(where)
                    .ifPresent(live -> ObjectTrees.carry(tree, live.object().tree(), kept));
        }
        ObjectNode read =
                resource.storedAs().equals(resource.api().apiVersion()) ? tree : VersionConversion.read(resource, tree);
        if (options.dryRun()) {
            return VersionConversion.served(resource, KubeObject.of(read));
        }
        StoredSize.check(resource, tree);
        return VersionConversion.served(resource, storage.put(where, tree, read));
    }

    /** Limits the size of objects like etcd, the storage of a real server, which limits the size of requests. */
    private static final class StoredSize {

        private static final long MAX_REQUEST = 3L << 19;

        /** The maximum that the real server's etcd client sends. */
        private static final long MAX_MESSAGE = 2L << 20;

        /** The size of a request to etcd besides the object: its key, twice, and a comparison. */
        private static final int OVERHEAD = 200;

        /** Fields of ConfigMaps and Secrets that are base64 in JSON and bytes in the storage. */
        private static final Set<String> BYTES = Set.of("Secret data", "ConfigMap binaryData");

        private StoredSize() {}

        /** Refuses a tree that is too large to be stored, with 500 and the message of etcd, as a real server does. */
        static void check(ServedResource resource, ObjectNode tree) {
            long size = GoJson.bytes(tree).length;
            if (size > MAX_REQUEST && !resource.isCustom()) {
                size = protobufSize(tree);
            }
            size += OVERHEAD;
            if (size > MAX_MESSAGE) {
                throw new ClusterException.Unavailable(
                        500,
                        "rpc error: code = ResourceExhausted desc = trying to send message larger than max (" + size
                                + " vs. " + MAX_MESSAGE + ")");
            }
            if (size > MAX_REQUEST) {
                throw new ClusterException.Unavailable(500, "etcdserver: request is too large");
            }
        }

        /** Built-in kinds are stored as protobuf, where texts are not escaped and fields have no names. */
        private static long protobufSize(ObjectNode tree) {
            String kind = tree.path("kind").asText();
            long size = 0;
            for (Map.Entry<String, JsonNode> field : tree.properties()) {
                long value = protobufSize(field.getValue());
                size += BYTES.contains(kind + " " + field.getKey()) ? value * 3 / 4 : value;
            }
            return size;
        }

        private static long protobufSize(JsonNode value) {
            if (value.isTextual()) {
                return 2L + value.textValue().getBytes(StandardCharsets.UTF_8).length;
            }
            long size = 2;
            for (JsonNode element : value) { // works for lists and objects
                size += protobufSize(element);
            }
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                size += field.getKey().length();
            }
            return size;
        }
    }
}
