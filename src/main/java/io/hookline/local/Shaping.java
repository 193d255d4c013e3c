package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Place;
import java.util.List;

/**
 * Brings a request's object into the shape of its kind: unknown fields go, defaults come. Called with the lock of {@link
 * Storage} held.
 */
final class Shaping {

    private final Schema metadata = new BuiltInTypes().type("ObjectMeta");
    private final BuiltInDefaults defaults;

    Shaping(BuiltInDefaults defaults) {
        this.defaults = defaults;
    }

    /**
     * Shapes a tree in place.
     *
     * @return the paths of unknown fields that were dropped
     */
    List<String> shape(ServedResource resource, ObjectNode tree) {
        Schema schema = resource.schema().get();
        checkTypes(resource, tree.path("metadata"), metadata, new Place("metadata"));
        if (!resource.isCustom()) {
            checkTypes(resource, tree, schema, Place.ROOT);
        }
        List<String> unknown = Pruning.prune(tree, schema, metadata, !resource.isCustom());
        if (resource.isCustom()) {
            Defaulting.complete(tree, schema);
        } else {
            defaults.complete(resource, tree);
        }
        dropEmpty(Trees.metadata(tree));
        return unknown;
    }

    /** A typed server cannot even read what has the wrong type. */
    private static void checkTypes(ServedResource resource, JsonNode value, Schema schema, Place place) {
        List<FieldError> errors = SchemaCheck.check(withoutNulls(value), schema, place);
        if (!errors.isEmpty()) {
            String kind = resource.api().kind();
            throw Failures.badRequest(kind + " in version "
                    + FieldError.quote(resource.api().gvk().version()) + " cannot be handled as a " + kind + ": "
                    + errors.getFirst());
        }
    }

    private static JsonNode withoutNulls(JsonNode value) {
        JsonNode copy = value.deepCopy();
        removeNulls(copy);
        return copy;
    }

    private static void removeNulls(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
        }
        value.forEach(Shaping::removeNulls);
    }

    /** The server keeps no empty maps and lists in metadata. */
    private static void dropEmpty(ObjectNode metadata) {
        for (String field : List.of("labels", "annotations", "ownerReferences", "finalizers", "managedFields")) {
            if (metadata.path(field).isContainerNode() && metadata.path(field).isEmpty()) {
                metadata.remove(field);
            }
        }
    }
}
