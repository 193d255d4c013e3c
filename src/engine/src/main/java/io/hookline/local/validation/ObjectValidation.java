package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ScaleRules;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.ServedResource.Behaviour;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaRules;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.store.Storage.Located;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Refuses objects that are not valid, with all errors. Called with the lock of {@link Storage} held. */
public final class ObjectValidation {

    private final Storage storage;
    private final Schema metadata = new BuiltInTypes().type("ObjectMeta");

    public ObjectValidation(Storage storage) {
        this.storage = storage;
    }

    /** Refuses a new object whose namespace, or whose definition, is missing or being deleted. */
    public void checkNamespace(ServedResource resource, ObjectKey key) {
        if (resource.isCustom()) {
            checkDefinition(resource);
        }
        if (!resource.api().namespaced()) {
            return;
        }
        Optional<Stored> namespace = storage.find(new Located("namespaces", ObjectKey.clusterScoped(key.namespace())));
        if (namespace.isEmpty()) {
            throw ApiErrors.notFound("namespaces", key.namespace());
        }
        if (namespace.get().object().isBeingDeleted()) {
            throw ApiErrors.terminating(resource.api(), key);
        }
    }

    private void checkDefinition(ServedResource resource) {
        Located where = new Located(CrdResources.TABLE, ObjectKey.clusterScoped(resource.table()));
        boolean terminating = storage.find(where)
                .map(Stored::object)
                .filter(crd -> crd.isBeingDeleted())
                .isPresent();
        if (terminating) {
            throw new ClusterException.BadRequest(
                    405, "MethodNotAllowed", "create not allowed while custom resource definition is terminating");
        }
    }

    /**
     * Refuses a Service that asks for an address or a port that another one has. This comes before the other rules.
     *
     * @param before the stored object; missing if there is none
     * @param dryRun whether nothing is allocated for it
     */
    public void checkAllocations(ServedResource resource, ObjectNode tree, JsonNode before, boolean dryRun) {
        if (resource.isBuiltIn("services")) {
            new ServiceAllocations(storage, tree, before.path("spec"), dryRun).require();
        }
    }

    /**
     * Refuses a new object that is not valid.
     *
     * @param dryRun whether nothing is allocated for it
     * @param known errors that were found before
     */
    public void onCreate(ServedResource resource, ObjectNode tree, boolean dryRun, List<FieldError> known) {
        if (resource.isBuiltIn("services") && !dryRun) {
            refuse(resource, tree, BuiltInRules.address(tree));
        }
        List<FieldError> errors = new ArrayList<>(known);
        if (resource.isCustom()) {
            errors.addAll(MetadataRules.onCreate(resource, ObjectTrees.metadata(tree)));
            errors.addAll(SchemaRules.onCreate(tree, resource.schema().get()));
            errors.addAll(embedded(resource, tree));
            errors.addAll(ScaleRules.check(resource.scale(), tree, true));
            errors.addAll(rules(resource, tree, Json.NODES.missingNode(), errors));
        } else {
            errors.addAll(BuiltInRules.onCreate(resource, tree));
            boolean plainEvent = resource.isBuiltIn("events") && resource.is(Behaviour.PATH);
            if (errors.isEmpty() || !plainEvent) { // their metadata are validated last
                errors.addAll(MetadataRules.onCreate(resource, ObjectTrees.metadata(tree)));
            }
        }
        refuse(resource, tree, errors);
    }

    /** Refuses a new Pod with an overhead that no RuntimeClass can have, as the admission of a real server does. */
    public static void requireRuntimeClass(ServedResource resource, ObjectNode tree) {
        if (!tree.path("spec").has("runtimeClassName")) {
            throw ApiErrors.forbidden(
                    resource.api(),
                    tree.at("/metadata/name").asText(),
                    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
    }

    /**
     * Refuses a changed object that is not valid.
     *
     * @param known errors that were found before
     */
    public void onUpdate(
            ServedResource resource, ObjectNode tree, ObjectNode before, String subresource, List<FieldError> known) {
        List<FieldError> errors = new ArrayList<>(known);
        errors.addAll(MetadataRules.onUpdate(resource, ObjectTrees.metadata(tree), ObjectTrees.metadata(before)));
        if (resource.isCustom()) {
            errors.addAll(
                    subresource.isEmpty()
                            ? SchemaRules.onUpdate(
                                    tree, before, resource.schema().get())
                            : SchemaRules.onStatusUpdate(
                                    tree, before, resource.schema().get()));
            errors.addAll(subresource.isEmpty() ? embedded(resource, tree) : List.of());
            errors.addAll(ScaleRules.check(resource.scale(), tree, subresource.isEmpty()));
            errors.addAll(rules(resource, tree, before, errors));
        } else if (subresource.isEmpty()) {
            errors.addAll(BuiltInRules.onUpdate(resource, tree, before));
        } else if (resource.isBuiltIn("namespaces")) {
            errors.addAll(CoreRules.namespaceStatus(tree));
        }
        refuse(resource, tree, errors);
    }

    private static List<FieldError> rules(
            ServedResource resource, ObjectNode tree, JsonNode before, List<FieldError> errors) {
        if (!resource.rules().isEmpty() && errors.stream().anyMatch(FieldError::preventsRules)) {
            return List.of(FieldError.invalid(
                    FieldPath.ROOT,
                    Json.NODES.nullNode(),
                    "some validation rules were not checked because the object was invalid; correct the existing errors"
                            + " to complete validation"));
        }
        return resource.rules().evaluate(tree, before);
    }

    private List<FieldError> embedded(ServedResource resource, ObjectNode tree) {
        return EmbeddedObjects.check(tree, resource.schema().get(), metadata, FieldPath.ROOT);
    }

    private static void refuse(ServedResource resource, ObjectNode tree, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            GroupVersionKind kind = resource.isBuiltIn("events")
                    ? GroupVersionKind.of("v1", "Event") // also in the other group
                    : resource.api().gvk();
            throw ApiErrors.invalid(kind, tree.path("metadata").path("name").asText(), errors);
        }
    }
}
