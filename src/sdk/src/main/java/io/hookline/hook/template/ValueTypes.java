package io.hookline.hook.template;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import io.hookline.object.Json;
import io.hookline.object.NearestName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of the class whose objects fill a template, as Jackson writes them. */
public final class ValueTypes {

    /** No text with a meaning, and valid as a quantity, too. */
    private static final String TEXT = "1";

    /** Fits no whole number. */
    private static final double NUMBER = 1.5;

    private final ObjectMapper mapper;
    private final JavaType root;

    /** Describes the objects of a class that this mapper writes. */
    public ValueTypes(ObjectMapper mapper, Class<?> values) {
        this.mapper = mapper;
        this.root = mapper.constructType(values);
    }

    /**
     * Returns a value that the field of a placeholder could have; empty if its class does not say which.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    public Optional<JsonNode> sample(Placeholder placeholder) {
        JavaType type = root;
        String path = placeholder.path();
        if (List.of(path.split("\\.", -1)).contains("")) {
            throw new IllegalArgumentException(
                    placeholder + ": expected the path of a field, such as ${metadata.name}");
        }
        while (!path.isEmpty()) {
            type = type.isReferenceType() ? type.getReferencedType() : type;
            if (type.isMapLikeType()) {
                return sample(type.getContentType());
            }
            if (isOpen(type)) {
                return Optional.empty();
            }
            int dot = path.indexOf('.');
            String step = dot < 0 ? path : path.substring(0, dot);
            type = field(type, step, placeholder).getPrimaryType();
            path = dot < 0 ? "" : path.substring(dot + 1);
        }
        return type.equals(root) ? Optional.empty() : sample(type);
    }

    private static boolean isOpen(JavaType type) {
        return type.isJavaLangObject() || type.isTypeOrSubTypeOf(JsonNode.class);
    }

    private BeanPropertyDefinition field(JavaType type, String name, Placeholder placeholder) {
        BeanDescription bean = mapper.getSerializationConfig().introspect(type);
        List<BeanPropertyDefinition> fields = bean.findProperties().stream()
                .filter(BeanPropertyDefinition::couldSerialize)
                .toList();
        return fields.stream()
                .filter(field -> field.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(type, name, fields, placeholder)));
    }

    private static String unknown(
            JavaType type, String name, List<BeanPropertyDefinition> fields, Placeholder placeholder) {
        List<String> names =
                fields.stream().map(BeanPropertyDefinition::getName).sorted().toList();
        String meant = NearestName.suggestion(name, names).orElse("; write $${ for a literal ${");
        return placeholder + ": " + type.getRawClass().getSimpleName() + " has no field \"" + name + "\"" + meant;
    }

    private Optional<JsonNode> sample(JavaType type) {
        if (type.isReferenceType()) {
            return sample(type.getReferencedType());
        }
        if (isOpen(type)) {
            return Optional.empty();
        }
        if (type.isEnumType() && type.getRawClass().getEnumConstants().length > 0) {
            return Optional.of(mapper.valueToTree(type.getRawClass().getEnumConstants()[0]));
        }
        Sample sample = new Sample();
        try {
            mapper.acceptJsonFormatVisitor(type, sample);
        } catch (JsonMappingException _) {
            return Optional.empty(); // a class that only the hook itself can describe: the call checks its values
        }
        return Optional.ofNullable(sample.value);
    }

    /** Jackson reports in which form it writes a class. Null stands for no interest in the details. */
    private static final class Sample extends JsonFormatVisitorWrapper.Base {
        private @Nullable JsonNode value;

        @Override
        public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
            value = Json.NODES.objectNode();
            return null;
        }

        @Override
        public @Nullable JsonMapFormatVisitor expectMapFormat(JavaType type) {
            value = Json.NODES.objectNode();
            return null;
        }

        @Override
        public @Nullable JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
            value = Json.NODES.arrayNode();
            return null;
        }

        @Override
        public @Nullable JsonStringFormatVisitor expectStringFormat(JavaType type) {
            value = Json.NODES.textNode(TEXT);
            return null;
        }

        @Override
        public @Nullable JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
            value = Json.NODES.numberNode(NUMBER);
            return null;
        }

        @Override
        public @Nullable JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
            value = Json.NODES.numberNode(1);
            return null;
        }

        @Override
        public @Nullable JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
            value = Json.NODES.booleanNode(true);
            return null;
        }
    }
}
