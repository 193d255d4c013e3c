package io.hookline.cli.crd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.List;
import java.util.stream.Stream;

/** Puts a CRD together. */
final class CrdManifest {

    private CrdManifest() {}

    /**
     * Returns the CRD of a parent's record. It always has the status subresource, which a CompositeController needs.
     *
     * @throws io.hookline.hook.protocol.HookException if a component has a type that no schema can describe
     */
    static ObjectNode of(Class<?> type, CrdNames names, Javadocs docs) {
        RecordSchema schemas = new RecordSchema(docs);
        ObjectNode schema = schemas.root(type);
        addStatus(schema, type, schemas);
        describe(schema, "spec", "The desired state, which users write.");
        describe(schema, "status", "The observed state, as the hook returned it.");
        ObjectNode crd = Json.NODES
                .objectNode()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition");
        crd.putObject("metadata").put("name", names.resource());
        ObjectNode spec = crd.putObject("spec")
                .put("group", names.group())
                .put("scope", names.clusterScoped() ? "Cluster" : "Namespaced");
        spec.set("names", names.json());
        ObjectNode version = spec.putArray("versions")
                .addObject()
                .put("name", names.version())
                .put("served", true)
                .put("storage", true);
        version.putObject("subresources").putObject("status");
        addColumns(version, schemas.columns());
        version.putObject("schema").set("openAPIV3Schema", schema);
        return crd;
    }

    /** The status is the component {@code status}, or else the nested record {@code Status}, or else any object. */
    private static void addStatus(ObjectNode schema, Class<?> type, RecordSchema schemas) {
        ObjectNode properties = (ObjectNode) schema.path("properties");
        if (!properties.has("status")) {
            ObjectNode status = Stream.of(type.getDeclaredClasses())
                    .filter(nested ->
                            nested.isRecord() && nested.getSimpleName().equals("Status"))
                    .findFirst()
                    .map(schemas::status)
                    .orElseGet(RecordSchema::anyObject);
            properties.set("status", status);
        }
        if (properties.path("status").path("properties") instanceof ObjectNode fields
                && !fields.has("observedGeneration")) {
            fields.putObject("observedGeneration")
                    .put("description", "The metadata.generation that this status describes. The watcher sets it.")
                    .put("type", "integer")
                    .put("format", "int64");
        }
    }

    /** Describes a field that has no Javadoc, since {@code kubectl explain} prints a gap otherwise. */
    private static void describe(ObjectNode schema, String field, String text) {
        if (schema.path("properties").path(field) instanceof ObjectNode property && !property.has("description")) {
            RecordSchema.describe(property, text);
        }
    }

    /** With columns of its own, a resource loses that of the age. */
    private static void addColumns(ObjectNode version, List<Column> columns) {
        if (!columns.isEmpty()) {
            ArrayNode list = version.putArray("additionalPrinterColumns");
            columns.forEach(column -> list.add(column.json()));
            list.add(new Column("Age", "date", ".metadata.creationTimestamp").json());
        }
    }
}
