package io.hookline.hook;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.AccessPattern;
import com.fasterxml.jackson.databind.util.ClassUtil;
import java.io.IOException;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a primitive value, and refuses an absent one: 0 replicas is an order, no replicas is a mistake.
 *
 * <p>Below {@code status} an absent value is 0 or false. A status is written by programs, which omit zeros or did not
 * know the field yet; a hook that refused its own older status could never write the new one.
 */
final class RequiredPrimitive extends JsonDeserializer<Object> {

    private static final List<Class<?>> TYPES = List.of(
            int.class, long.class, double.class, boolean.class, float.class, short.class, byte.class, char.class);

    private final Class<?> type;
    private final JsonDeserializer<?> standard;

    private RequiredPrimitive(Class<?> type) {
        this.type = type;
        this.standard = NumberDeserializers.find(type, type.getName());
    }

    static SimpleModule module() {
        SimpleModule module = new SimpleModule("required primitives");
        TYPES.forEach(type -> add(module, type));
        return module;
    }

    @SuppressWarnings("unchecked") // the classes of primitive types have no type argument of use
    private static void add(SimpleModule module, Class<?> type) {
        module.addDeserializer((Class<Object>) type, new RequiredPrimitive(type));
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        boolean blank =
                parser.hasToken(JsonToken.VALUE_STRING) && parser.getText().isBlank();
        return blank && type != char.class ? missing(context, "is empty") : standard.deserialize(parser, context);
    }

    @Override
    public AccessPattern getNullAccessPattern() {
        return AccessPattern.DYNAMIC; // it depends on the place
    }

    @Override
    public Object getNullValue(DeserializationContext context) throws JsonMappingException {
        return missing(context, "is null");
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) throws JsonMappingException {
        return missing(context, "is not set");
    }

    private Object missing(DeserializationContext context, String what) throws JsonMappingException {
        JsonParser parser = context.getParser();
        if (isInStatus(parser.getParsingContext())) {
            return ClassUtil.defaultValue(type);
        }
        String boxed = ClassUtil.wrapperType(type).getSimpleName();
        throw new NotSetException(
                parser,
                what + ", and " + type.getName() + " cannot be null; use " + boxed + ", or a default in the CRD");
    }

    private static boolean isInStatus(JsonStreamContext place) {
        JsonStreamContext top = place;
        while (top.getParent() != null && !top.getParent().inRoot()) {
            top = top.getParent();
        }
        return "status".equals(top.getCurrentName());
    }

    /** A primitive has no value; the path of the exception names it. */
    static final class NotSetException extends JsonMappingException {

        @Serial
        private static final long serialVersionUID = 1L;

        private NotSetException(JsonParser parser, String message) {
            super(parser, message);
        }
    }
}
