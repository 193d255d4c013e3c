package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.patch.PatchApplier;
import io.hookline.local.resource.ScaleSubresource;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.store.Storage;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/** Patches stored objects and their scale. Called with the lock of {@link Storage} held. */
final class StorePatcher {

    private final StoreWriter writer;

    StorePatcher(StoreWriter writer) {
        this.writer = writer;
    }

    KubeObject patch(ServedResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        Optional<KubeObject> live = writer.live(resource, key);
        if (live.isEmpty()) {
            return createByApply(resource, key, patch, options);
        }
        if (options.subresource().equals("scale")) {
            ObjectNode scale = ScaleSubresource.of(resource, live.get());
            return scaled(resource, live.get(), readable(PatchApplier.apply(resource, scale, patch)), options);
        }
        ObjectNode tree = VersionConversion.served(resource, live.get()).tree();
        ObjectNode patched = PatchApplier.apply(resource, tree, patch);
        checkReadable(resource, patched);
        ObjectMetaRules.checkType(resource, patched);
        checkName(patched, live.get());
        return writer.replace(resource, live.get(), patched, options);
    }

    private KubeObject createByApply(ServedResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        if (patch.type() != Patch.Type.APPLY || !options.subresource().isEmpty()) {
            throw ApiErrors.notFound(resource.api(), key.name());
        }
        ObjectNode applied = PatchApplier.appliedObject(patch);
        ObjectNode metadata = ObjectTrees.metadata(applied);
        ObjectTrees.fallback(metadata, "name", key.name());
        if (resource.api().namespaced()) {
            ObjectTrees.fallback(metadata, "namespace", key.namespace());
        }
        return writer.create(resource, applied, options);
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

    private static void checkName(ObjectNode patched, KubeObject live) {
        String name = patched.path("metadata").path("name").asText();
        if (name.isEmpty()) {
            throw new ClusterException.BadRequest("the name of the object (" + live.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        if (!name.equals(live.name())) {
            throw new ClusterException.BadRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + live.name() + ")");
        }
        if (!patched.path("metadata").path("namespace").asText().equals(live.namespace())) {
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
        return KubeObject.of(ScaleSubresource.of(resource, writer.replace(resource, live, tree, whole)));
    }
}
