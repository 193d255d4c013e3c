package io.hookline.hook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.hookline.object.FieldPath;
import io.hookline.object.SecretValues;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explains in terms of JSON why an object cannot be read as the class of a hook's author: with its field, without class
 * names.
 */
final class BindingProblem {

    private BindingProblem() {}

    /**
     * {@code spec.replicas: expected a number, was a string}.
     *
     * @param json what could not be read
     */
    static String of(JsonNode json, JsonProcessingException e) {
        FieldPath place = place(e);
        JsonNode value = json;
        for (JsonMappingException.Reference step : steps(e)) {
            value = step.getFieldName() == null ? value.path(step.getIndex()) : value.path(step.getFieldName());
        }
        String was = describe(value);
        Optional<String> wanted =
                e instanceof MismatchedInputException m ? wanted(m.getTargetType()) : Optional.empty();
        if (value.isFloatingPointNumber() && wanted.filter("a number"::equals).isPresent()) {
            return place + ": expected a whole number, was "
                    + SecretValues.in(json).shown(place, value).asText();
        }
        String problem = wanted.filter(text -> !text.equals(was))
                .map(text -> "expected " + text + ", was " + was)
                .orElseGet(() -> SecretValues.in(json).covers(place)
                        ? "the value does not fit the class" // the message quotes it
                        : firstLine(e.getOriginalMessage()));
        return place + ": " + problem;
    }

    /** The field that could not be read. */
    static FieldPath place(JsonProcessingException e) {
        FieldPath place = FieldPath.ROOT;
        for (JsonMappingException.Reference step : steps(e)) {
            place = step.getFieldName() == null ? place.index(step.getIndex()) : place.field(step.getFieldName());
        }
        return place;
    }

    private static List<JsonMappingException.Reference> steps(JsonProcessingException e) {
        return e instanceof JsonMappingException mapping ? mapping.getPath() : List.of();
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
