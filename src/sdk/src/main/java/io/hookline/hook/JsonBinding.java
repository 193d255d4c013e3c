package io.hookline.hook;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LookupCache;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ReadFields;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;

/**
 * Converts between Kubernetes objects and the classes of hook authors. Thread-safe.
 *
 * <p>Each loaded hook has its own binding, because a cache that hooks shared would keep the classes of unloaded hooks.
 */
final class JsonBinding {

    /** Components of records with these types are never null. */
    private static final List<Class<?>> EMPTY_IF_ABSENT = List.of(
            Collection.class, List.class, Set.class, SortedSet.class, Map.class, SortedMap.class, NavigableMap.class);

    /** Kept as long as the class: a binding learns the structure of each class that it reads, which takes long. */
    private static final ClassValue<JsonBinding> OF_TESTS = new ClassValue<>() {
        @Override
        protected JsonBinding computeValue(Class<?> type) {
            ClassLoader loader = type.getClassLoader();
            return new JsonBinding(loader == null ? JsonBinding.class.getClassLoader() : loader);
        }
    };

    private final ObjectMapper mapper;

    JsonBinding(ClassLoader loader) {
        LookupCache<Object, JavaType> cache = new LRUMap<>(16, 200); // the default cache is shared by all mappers
        TypeFactory types =
                TypeFactory.defaultInstance().withClassLoader(loader).withCache(cache);
        this.mapper = JsonMapper.builder()
                .typeFactory(types)
                .nodeFactory(Json.NODES)
                .addModule(new JavaTimeModule())
                .addModule(new Jdk8Module())
                .addModule(RequiredPrimitive.module())
                .addModule(new SimpleModule().addDeserializer(IntOrString.class, new IntOrStringReader()))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT) // 0.5 CPUs must not become 0
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
                .build();
        EMPTY_IF_ABSENT.forEach(
                type -> mapper.configOverride(type).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
    }

    /** The class of the model accepts no long, which each number of a parsed tree is. */
    private static final class IntOrStringReader extends JsonDeserializer<IntOrString> {
        @Override
        public IntOrString deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return switch (json.currentToken()) {
                case VALUE_NUMBER_INT -> new IntOrString(json.getIntValue());
                case VALUE_STRING -> new IntOrString(json.getText());
                default -> (IntOrString) context.handleUnexpectedToken(IntOrString.class, json);
            };
        }
    }

    /** For tests and templates: finds the classes that this class can see. The same class gets the same binding. */
    static JsonBinding of(Class<?> type) {
        return OF_TESTS.get(type);
    }

    /** A mapper that refuses fields which a class does not have, and texts in place of numbers. */
    ObjectMapper strictMapper() {
        ObjectMapper strict = mapper.copy()
                .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                    @Override
                    public Boolean hasAnySetter(Annotated method) {
                        return false; // with which the Kubernetes model keeps unknown fields
                    }
                })
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        for (LogicalType type : List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean)) {
            strict.coercionConfigFor(type).setCoercion(CoercionInputShape.String, CoercionAction.Fail);
        }
        return strict;
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

    /** The fields that the type declares, if it is a record. */
    Optional<JsonNode> shape(JavaType type) {
        return type.isRecordType()
                ? Optional.of(new RecordShape(mapper.getDeserializationConfig()).of(type))
                : Optional.empty();
    }

    /** Reads an object as the type: a KubeObject and a JSON tree directly, any other class with Jackson. */
    Object read(KubeObject object, JavaType type) {
        if (type.hasRawClass(KubeObject.class)) {
            return object;
        }
        if (type.hasRawClass(ObjectNode.class) || type.hasRawClass(JsonNode.class)) {
            return object.tree();
        }
        return read(object.bytes(), object::tree, object::toString, type);
    }

    /** Reads a part of an answer. */
    <T> T read(JsonText json, FieldPath place, Class<T> type) {
        return type.cast(read(json.bytes(), json::tree, place::toString, mapper.constructType(type)));
    }

    private Object read(byte[] json, Supplier<? extends JsonNode> tree, Supplier<String> what, JavaType type) {
        try {
            return mapper.readValue(json, type);
        } catch (RequiredPrimitive.NotSetException e) {
            throw new HookException(what.get() + ": " + BindingProblem.place(e) + " " + e.getOriginalMessage(), e);
        } catch (JsonProcessingException e) {
            throw new HookException(what.get() + ": " + BindingProblem.of(tree.get(), e), e);
        } catch (IOException e) {
            throw new HookException(what.get() + ": " + e.getMessage(), e);
        }
    }

    JsonText status(Object status) {
        return new JsonText(GoJson.bytes(tree(status, FieldPath.ROOT.field("status"))));
    }

    Hash hash(Object content) {
        return Hash.of(tree(content, FieldPath.ROOT.field("content")));
    }

    KubeObject child(Object child, FieldPath place) {
        return identified(child instanceof KubeObject ready ? ready : KubeObject.of(described(child, place)), place);
    }

    /** Whether a class stands for any object, so that it has no kind of its own. */
    static boolean isTree(Class<?> type) {
        return type == KubeObject.class || JsonNode.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    /** An object that a test gives in any form. The tree is not shared with it. */
    ObjectNode source(Object source, FieldPath place) {
        return switch (source) {
            case KubeObject object -> object.tree();
            case String json -> parsed(json, place);
            default -> described(source, place).deepCopy();
        };
    }

    /** An object in which a hook may have changed what its class declares: other fields are those of the original. */
    ObjectNode changed(KubeObject original, ObjectNode before, Object returned) {
        ObjectNode changed = original.tree();
        ChangeCopy.copy(before, source(returned, FieldPath.ROOT.field("object")), changed);
        return changed;
    }

    private static ObjectNode parsed(String json, FieldPath place) {
        try {
            return Json.object(json.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException e) {
            throw new DecodeException(
                    place,
                    "text is not the JSON of an object (" + e.getMessage()
                            + "); read YAML with io.hookline.testing.YamlObjects");
        }
    }

    /** Requires apiVersion, kind and name of an object. */
    static KubeObject identified(ObjectNode tree, FieldPath place) {
        try {
            return identified(KubeObject.of(tree), place);
        } catch (DecodeException e) {
            throw e.place().path().startsWith(place.path()) ? e : e.within(place);
        }
    }

    private static KubeObject identified(KubeObject object, FieldPath place) {
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

    /**
     * Finds the fields that a hook reads from an object: those of its records.
     *
     * <p>Classes of the Kubernetes model are values here: a schema may have fewer of their fields on purpose.
     */
    static final class RecordShape {

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
}
