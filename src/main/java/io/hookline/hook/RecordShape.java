package io.hookline.hook;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.ReadFields;
import io.hookline.object.Json;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds the fields that a hook reads from an object: those of its records.
 *
 * <p>Classes of the Kubernetes model are values here: a schema may have fewer of their fields on purpose.
 */
final class RecordShape {

    private final DeserializationConfig config;
    private final Deque<Class<?>> open = new ArrayDeque<>();

    RecordShape(DeserializationConfig config) {
        this.config = config;
    }

    /**
     * Returns an object with each field once: a list with one element, a map with one key. Other values are empty
     * texts.
     */
    JsonNode of(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (type.isReferenceType()) {
            return of(type.getReferencedType());
        }
        if (type.isMapLikeType() && type.getContentType().isRecordType()) {
            ObjectNode map = Json.NODES.objectNode();
            map.set("key", of(type.getContentType()));
            return map;
        }
        if ((type.isCollectionLikeType() || type.isArrayType())
                && type.getContentType().isRecordType()) {
            return Json.NODES.arrayNode().add(of(type.getContentType()));
        }
        return raw.isRecord() && !open.contains(raw) ? fields(type) : Json.NODES.textNode("");
    }

    private ObjectNode fields(JavaType type) {
        ObjectNode object = Json.NODES.objectNode();
        open.push(type.getRawClass());
        for (BeanPropertyDefinition field : ReadFields.of(config, type)) {
            object.set(field.getName(), of(field.getPrimaryType()));
        }
        open.pop();
        return object;
    }
}
