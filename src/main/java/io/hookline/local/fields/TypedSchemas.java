package io.hookline.local.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.GoEncoding;
import io.hookline.local.schema.Schema;
import io.hookline.object.Json;
import java.util.HashMap;
import java.util.Map;

/** The schemas of whole objects, with their metadata. */
final class TypedSchemas {

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
