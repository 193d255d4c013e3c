package io.hookline.hook;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LookupCache;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts between Kubernetes objects and the classes of hook authors. Thread-safe.
 *
 * <p>Each loaded hook has its own binding, because a cache that hooks shared would keep the classes of unloaded hooks.
 */
final class JsonBinding {

    private final ObjectMapper mapper;

    JsonBinding(ClassLoader loader) {
        LookupCache<Object, JavaType> cache = new LRUMap<>(16, 200); // the default cache is shared by all mappers
        TypeFactory types =
                TypeFactory.defaultInstance().withClassLoader(loader).withCache(cache);
        this.mapper = JsonMapper.builder()
                .typeFactory(types)
                .nodeFactory(Json.NODES)
                .addModule(new JavaTimeModule())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .build();
    }

    JavaType typeArgument(Object hook, Class<?> declaration) {
        JavaType[] arguments =
                mapper.getTypeFactory().constructType(hook.getClass()).findTypeParameters(declaration);
        if (arguments.length == 0 || arguments[0].hasRawClass(Object.class)) {
            throw new HookException(hook.getClass().getName() + ": the type of its parent is unknown; make it a class"
                    + " that implements " + declaration.getSimpleName() + "<YourParent>");
        }
        return arguments[0];
    }

    GroupVersionKind kindOf(Class<?> type) {
        String apiVersion = HasMetadata.getApiVersion(type);
        if (apiVersion == null) {
            throw new IllegalArgumentException(type.getSimpleName() + " has no apiVersion: annotate it with @Group and"
                    + " @Version, or find its objects by apiVersion and kind");
        }
        return GroupVersionKind.of(apiVersion, HasMetadata.getKind(type));
    }

    <T> List<T> readAll(List<KubeObject> objects, Class<T> type) {
        List<T> read = new ArrayList<>(objects.size());
        for (KubeObject object : objects) {
            read.add(read(object, type));
        }
        return read;
    }

    <T> T read(KubeObject object, Class<T> type) {
        return type.cast(read(object, mapper.constructType(type)));
    }

    /** Reads an object as the type: a KubeObject and a JSON tree directly, any other class with Jackson. */
    Object read(KubeObject object, JavaType type) {
        if (type.hasRawClass(KubeObject.class)) {
            return object;
        }
        if (type.hasRawClass(ObjectNode.class) || type.hasRawClass(JsonNode.class)) {
            return object.tree();
        }
        try {
            return mapper.readValue(object.open(), type);
        } catch (JsonProcessingException e) {
            throw new HookException(object + ": " + BindingProblem.of(object, e), e);
        } catch (IOException e) {
            throw new HookException(object + ": " + e.getMessage(), e);
        }
    }

    JsonText status(Object status) {
        return new JsonText(
                KubeObject.of(tree(status, FieldPath.ROOT.field("status"))).bytes());
    }

    KubeObject child(Object child, FieldPath place) {
        KubeObject object = child instanceof KubeObject ready ? ready : KubeObject.of(described(child, place));
        requireText(object.apiVersion(), place.field("apiVersion"));
        requireText(object.kind(), place.field("kind"));
        requireText(object.name(), place.field("metadata").field("name"));
        return object;
    }

    private ObjectNode described(Object child, FieldPath place) {
        ObjectNode tree = tree(child, place);
        String apiVersion = tree.has("apiVersion") ? null : HasMetadata.getApiVersion(child.getClass());
        if (apiVersion != null) {
            tree.put("apiVersion", apiVersion);
            if (!tree.has("kind")) {
                tree.put("kind", HasMetadata.getKind(child.getClass()));
            }
        }
        return tree;
    }

    private ObjectNode tree(Object value, FieldPath place) {
        try {
            JsonNode tree = value instanceof JsonNode node ? node : mapper.valueToTree(value);
            return Json.object(tree, place);
        } catch (IllegalArgumentException e) {
            throw new HookException(
                    place + ": " + value.getClass().getName() + " cannot be written: "
                            + MessageText.oneLine(String.valueOf(e.getMessage())),
                    e);
        }
    }

    private static void requireText(String value, FieldPath place) {
        if (value.isEmpty()) {
            throw DecodeException.expected(place, "a string", "missing or empty");
        }
    }
}
