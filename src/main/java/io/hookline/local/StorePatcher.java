package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.fields.Applied;
import io.hookline.local.fields.FieldManager;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.patch.PatchApplier;
import io.hookline.local.resource.ScaleSubresource;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.store.Storage;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/** Patches stored objects and their scale. Called with the lock of {@link Storage} held. */
final class StorePatcher {

    private final StoreWriter writer;
    private final FieldManager fields;

    StorePatcher(StoreWriter writer, FieldManager fields) {
        this.writer = writer;
        this.fields = fields;
    }

    KubeObject patch(ServedResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        if (patch.type() == Patch.Type.APPLY && options.fieldManager().isEmpty()) {
            throw new ClusterException.Invalid("PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value:"
                    + " is required for apply patch");
        }
        Optional<KubeObject> live = writer.live(resource, key);
        if (live.isEmpty()) {
            return createByApply(resource, key, patch, options);
        }
        if (options.subresource().equals("scale")) {
            ObjectNode scale = ScaleSubresource.of(resource, live.get());
            return scaled(resource, live.get(), readable(PatchApplier.apply(resource, scale, patch)), options);
        }
        ObjectNode tree = VersionConversion.served(resource, live.get()).tree();
        Applied result = patch.type() == Patch.Type.APPLY
                ? fields.apply(resource, tree, PatchApplier.appliedObject(patch), options)
                : patched(resource, PatchApplier.apply(resource, tree, patch), options);
        checkReadable(resource, result.object());
        ObjectMetaRules.checkType(resource, result.object());
        checkName(result.object(), live.get().key());
        return writer.replace(resource, live.get(), result.object(), options, result.ownership());
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
        checkName(result.object(), resource.key(key));
        metadata.remove("resourceVersion");
        return writer.create(resource, result.object(), options, result.ownership());
    }

    /** The API server words type errors of a patch differently from those of an update. */
    private void checkReadable(ServedResource resource, ObjectNode patched) {
        String problem = writer.typeError(resource, patched);
        if (!problem.isEmpty()) {
            throw ApiErrors.unreadablePatch(GoJson.text(patched), problem);
        }
    }

    private static ObjectNode readable(ObjectNode scale) {
        JsonNode metadata = scale.path("metadata");
        if (!metadata.isObject() && !ObjectTrees.isAbsent(metadata)) {
            throw ApiErrors.unreadablePatch(GoJson.text(scale), GoDecoding.metadata("Scale", false, metadata));
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
        if (!patched.path("metadata").path("namespace").asText().equals(key.namespace())) {
            throw new ClusterException.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /** Updates the scale of an object. */
    KubeObject scale(ServedResource resource, KubeObject scale, WriteOptions options) {
        KubeObject live =
                writer.live(resource, scale.key()).orElseThrow(() -> ApiErrors.notFound(resource.api(), scale.name()));
        ScaleSubresource.of(resource, live);
        return scaled(resource, live, scale.tree(), options);
    }

    private KubeObject scaled(ServedResource resource, KubeObject live, ObjectNode scale, WriteOptions options) {
        ObjectNode tree = VersionConversion.served(resource, live).tree();
        ScaleSubresource.write(resource, tree, scale);
        WriteOptions whole = new WriteOptions("", options.fieldManager(), options.force(), options.dryRun());
        KubeObject scaled = writer.replace(resource, live, tree, whole, fields.scaling(resource, options));
        return KubeObject.of(ScaleSubresource.of(resource, scaled));
    }
}
