package io.hookline.local.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.resource.CrdVersion;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The OpenAPI v3 documents: enough for kubectl to leave validation to the server and to explain kinds. Schemas of
 * custom resources are complete; those of built-in kinds have no texts.
 */
public final class OpenApiDocuments {

    private static final String META_PACKAGE = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String OBJECT_META = META_PACKAGE + "ObjectMeta";

    private final CrdVersions crds;

    public OpenApiDocuments(CrdVersions crds) {
        this.crds = crds;
    }

    /** {@code /openapi/v3}: the URLs of the documents. A changed hash shows clients that a document changed. */
    public ObjectNode index(Collection<ApiResource> resources) {
        ObjectNode paths = Json.NODES.objectNode();
        for (String apiVersion :
                new TreeSet<>(resources.stream().map(ApiResource::apiVersion).toList())) {
            String path = (apiVersion.contains("/") ? "apis/" : "api/") + apiVersion;
            String hash = Integer.toHexString(GoJson.text(document(apiVersion, resources, Optional.empty()))
                            .hashCode())
                    .toUpperCase(Locale.ROOT);
            paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hash);
        }
        ObjectNode index = Json.NODES.objectNode();
        index.set("paths", paths);
        return index;
    }

    /** The document of one group version; without paths if there is no such version. */
    public ObjectNode document(String apiVersion, Collection<ApiResource> resources) {
        // Its tables are read for a request only: no start waits for them.
        return document(apiVersion, resources, Optional.of(new BuiltInDefinitions(OBJECT_META)));
    }

    /** Without the fields of built-in kinds, which never change, all documents together take little time. */
    private ObjectNode document(
            String apiVersion, Collection<ApiResource> resources, Optional<BuiltInDefinitions> builtIn) {
        ObjectNode document = Json.NODES.objectNode().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", DiscoveryDocuments.VERSION);
        ObjectNode paths = document.putObject("paths");
        ObjectNode schemas = document.putObject("components").putObject("schemas");
        for (ApiResource resource : resources) {
            if (resource.apiVersion().equals(apiVersion)) {
                addPaths(resource, paths);
                schemas.set(
                        schemaName(resource.gvk()),
                        schema(resource, builtIn.flatMap(definitions -> definitions.of(resource, schemas))));
            }
        }
        schemas.set(OBJECT_META, objectMeta());
        schemas.set(META_PACKAGE + "OwnerReference", ownerReference());
        schemas.set(META_PACKAGE + "ManagedFieldsEntry", managedFieldsEntry());
        schemas.putObject(META_PACKAGE + "FieldsV1").put("type", "object");
        return document;
    }

    private static void addPaths(ApiResource resource, ObjectNode paths) {
        String root = (resource.group().isEmpty() ? "/api/" : "/apis/") + resource.apiVersion() + "/";
        String collection = root + (resource.namespaced() ? "namespaces/{namespace}/" : "") + resource.plural();
        ObjectNode all = paths.putObject(collection);
        ObjectNode one = paths.putObject(collection + "/{name}");
        for (String verb : DiscoveryDocuments.verbs(resource)) {
            switch (verb) {
                case "list" -> all.set("get", operation(resource, "list"));
                case "create" -> all.set("post", operation(resource, "post"));
                case "deletecollection" -> all.set("delete", operation(resource, "deletecollection"));
                case "get" -> one.set("get", operation(resource, "get"));
                case "update" -> one.set("put", operation(resource, "put"));
                case "patch" -> one.set("patch", operation(resource, "patch"));
                case "delete" -> one.set("delete", operation(resource, "delete"));
                default -> {} // watch is a list with a parameter
            }
        }
    }

    private static ObjectNode operation(ApiResource resource, String action) {
        GroupVersionKind gvk = resource.gvk();
        ObjectNode operation = Json.NODES.objectNode();
        operation.put("operationId", action + gvk.kind());
        ArrayNode parameters = operation.putArray("parameters");
        boolean writes = List.of("post", "put", "patch").contains(action);
        List<String> names = writes ? List.of("dryRun", "fieldManager", "fieldValidation") : List.of();
        for (String name : names) {
            ObjectNode parameter = parameters.addObject().put("name", name).put("in", "query");
            parameter.putObject("schema").put("type", "string").put("uniqueItems", true);
        }
        ObjectNode content = operation.putObject("responses").putObject("200").put("description", "OK");
        content.putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/" + schemaName(gvk));
        operation.put("x-kubernetes-action", action);
        operation.set("x-kubernetes-group-version-kind", gvkJson(gvk));
        return operation;
    }

    private ObjectNode schema(ApiResource resource, Optional<ObjectNode> fields) {
        Optional<CrdVersion> crd = crds.find(resource);
        ObjectNode schema = crd.map(CrdVersion::schema)
                .filter(JsonNode::isObject)
                .<ObjectNode>map(JsonNode::deepCopy)
                .or(() -> fields)
                .orElseGet(() -> Json.NODES.objectNode().put("type", "object"));
        ObjectNode properties = schema.withObjectProperty("properties");
        addText(properties, "apiVersion", "The API group and version of this object.");
        addText(properties, "kind", "The kind of this object.");
        ObjectNode metadata =
                properties.putObject("metadata").put("description", "The metadata of the object: name, labels, ...");
        metadata.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + OBJECT_META);
        if (crd.isEmpty() && fields.isEmpty()) {
            schema.put("x-kubernetes-preserve-unknown-fields", true);
        }
        schema.putArray("x-kubernetes-group-version-kind").add(gvkJson(resource.gvk()));
        return schema;
    }

    private static void addText(ObjectNode properties, String name, String description) {
        properties.putObject(name).put("type", "string").put("description", description);
    }

    private static ObjectNode objectMeta() {
        ObjectNode schema = Json.NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        addText(properties, "name", "Unique within its namespace and kind.");
        addText(properties, "generateName", "A prefix to which the server adds a random suffix.");
        addText(properties, "namespace", "The namespace of the object; absent for cluster-scoped kinds.");
        addText(properties, "uid", "Set by the server; never reused.");
        addText(properties, "resourceVersion", "Changes with every write.");
        addText(properties, "creationTimestamp", "When the object was created.");
        addText(properties, "deletionTimestamp", "When deletion was requested.");
        properties.putObject("generation").put("type", "integer").put("description", "Counts changes of the spec.");
        addTextMap(properties, "labels", "Keys and values that selectors can match.");
        addTextMap(properties, "annotations", "Keys and values that selectors do not match.");
        properties
                .putObject("deletionGracePeriodSeconds")
                .put("type", "integer")
                .put("description", "How long the object may take to end after its deletion.");
        addText(properties, "selfLink", "Not used any more.");
        ObjectNode finalizers = properties.putObject("finalizers").put("type", "array");
        finalizers.put("description", "The object is removed when this list is empty.");
        finalizers.putObject("items").put("type", "string");
        addList(properties, "ownerReferences", "OwnerReference", "The objects that this object belongs to.");
        addList(properties, "managedFields", "ManagedFieldsEntry", "Who wrote which fields.");
        return schema;
    }

    private static void addList(ObjectNode properties, String name, String type, String description) {
        ObjectNode list = properties.putObject(name).put("type", "array").put("description", description);
        list.putObject("items")
                .putArray("allOf")
                .addObject()
                .put("$ref", "#/components/schemas/" + META_PACKAGE + type);
    }

    private static ObjectNode ownerReference() {
        ObjectNode schema = Json.NODES.objectNode().put("type", "object");
        ArrayNode required = schema.putArray("required");
        ObjectNode properties = schema.putObject("properties");
        for (String name : List.of("apiVersion", "kind", "name", "uid")) {
            addText(properties, name, "The " + name + " of the owner.");
            required.add(name);
        }
        properties
                .putObject("controller")
                .put("type", "boolean")
                .put("description", "Whether the owner controls the object; one owner does.");
        properties
                .putObject("blockOwnerDeletion")
                .put("type", "boolean")
                .put("description", "Whether an owner that is deleted in the foreground waits for the object.");
        return schema;
    }

    private static ObjectNode managedFieldsEntry() {
        ObjectNode schema = Json.NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        addText(properties, "manager", "Who wrote the fields.");
        addText(properties, "operation", "Apply or Update.");
        addText(properties, "apiVersion", "The version that the fields are named by.");
        addText(properties, "time", "When the entry last changed.");
        addText(properties, "subresource", "The subresource that was written; empty for the object itself.");
        addText(properties, "fieldsType", "The form of the fields: FieldsV1.");
        properties
                .putObject("fieldsV1")
                .put("description", "The fields as a tree.")
                .putArray("allOf")
                .addObject()
                .put("$ref", "#/components/schemas/" + META_PACKAGE + "FieldsV1");
        return schema;
    }

    private static void addTextMap(ObjectNode properties, String name, String description) {
        properties
                .putObject(name)
                .put("type", "object")
                .put("description", description)
                .putObject("additionalProperties")
                .put("type", "string");
    }

    private static ObjectNode gvkJson(GroupVersionKind gvk) {
        return Json.NODES
                .objectNode()
                .put("group", gvk.group())
                .put("version", gvk.version())
                .put("kind", gvk.kind());
    }

    /** The parts of the group in reverse order, as in a Java package, then version and kind. */
    private static String schemaName(GroupVersionKind gvk) {
        List<String> parts =
                new ArrayList<>(List.of((gvk.group().isEmpty() ? "core.k8s.io" : gvk.group()).split("\\.", -1)));
        Collections.reverse(parts);
        return String.join(".", parts) + "." + gvk.version() + "." + gvk.kind();
    }
}
