package io.hookline.hook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in terms of JSON why an object cannot be read as the class of a hook's author: with its field, without class names. */
final class BindingProblem {

    private BindingProblem() {}

    /** {@code spec.replicas: expected a number, was a string}. */
    static String of(KubeObject object, JsonProcessingException e) {
        FieldPath place = FieldPath.ROOT;
        JsonNode value = object.tree();
        if (e instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference step : mapping.getPath()) {
                boolean isIndex = step.getFieldName() == null;
                place = isIndex ? place.index(step.getIndex()) : place.field(step.getFieldName());
                value = isIndex ? value.path(step.getIndex()) : value.path(step.getFieldName());
            }
        }
        String was = describe(value);
        Optional<String> wanted =
                e instanceof MismatchedInputException m ? wanted(m.getTargetType()) : Optional.empty();
        String problem = wanted.filter(text -> !text.equals(was))
                .map(text -> "expected " + text + ", was " + was)
                .orElseGet(() -> firstLine(e.getOriginalMessage()));
        return place + ": " + problem;
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private static Optional<String> wanted(@Nullable Class<?> type) {
        return Optional.ofNullable(type).flatMap(known -> {
            if (known.isEnum()) {
                return Optional.of("one of "
                        + Arrays.stream(known.getEnumConstants())
                                .map(Object::toString)
                                .collect(Collectors.joining(", ")));
            }
            return Optional.ofNullable(simple(known));
        });
    }

    private static @Nullable String simple(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "a boolean";
        }
        if ((type.isPrimitive() && type != char.class) || Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        if (type == String.class) {
            return "a string";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : null;
    }

    private static String describe(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            case NULL -> "null";
            default -> "missing";
        };
    }
}
