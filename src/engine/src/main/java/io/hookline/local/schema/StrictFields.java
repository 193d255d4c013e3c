package io.hookline.local.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds duplicate and unknown fields of a JSON text. Order and messages are those of the real server's decoder. Returns
 * nothing for a text that is not JSON, which its reader refuses.
 */
public final class StrictFields {

    /** The limit of the real server. */
    private static final int MAX_PROBLEMS = 100;

    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> OPERATION = Set.of("op", "path", "from", "value");

    private final JsonParser parser;
    private final Set<String> problems = new LinkedHashSet<>();

    private StrictFields(JsonParser parser) {
        this.parser = parser;
    }

    /** The fields that an object may have, and their schemas. */
    @FunctionalInterface
    private interface Fields {
        /** Returns the schema of a field; null if the field is unknown. */
        @Nullable
        Schema get(String name);
    }

    /** Starts the walk over a text. */
    @FunctionalInterface
    private interface Walk {
        void start(StrictFields fields) throws IOException;
    }

    /** Returns all duplicate fields, without a schema. */
    public static List<String> duplicates(String json) {
        return find(json, walk -> walk.value(FieldPath.ROOT));
    }

    /** Returns the duplicate and unknown fields of a built-in kind. */
    public static List<String> of(String json, Schema schema, Schema metadata) {
        return find(
                json,
                walk -> walk.object(FieldPath.ROOT, name -> switch (name) {
                    case "apiVersion", "kind" -> Schema.ANYTHING;
                    case "metadata" -> metadata;
                    default -> field(schema, name);
                }));
    }

    /** Returns the same for the operations of a JSON patch, with the duplicates in their values. */
    public static List<String> ofOperations(String json) {
        return find(json, StrictFields::operations);
    }

    private static List<String> find(String json, Walk walk) {
        try (JsonParser parser = JSON.createParser(json)) {
            StrictFields fields = new StrictFields(parser);
            parser.nextToken();
            walk.start(fields);
            return List.copyOf(fields.problems);
        } catch (IOException _) {
            return List.of(); // the reader of the text reports the error
        }
    }

    private static @Nullable Schema field(Schema schema, String name) {
        Schema known = schema.properties().get(name);
        return known != null ? known : schema.additional();
    }

    /** Walks over a value without a schema. */
    private void value(FieldPath place) throws IOException {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                value(place.index(i));
            }
        } else if (parser.currentToken() == JsonToken.START_OBJECT) {
            Set<String> seen = new HashSet<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                FieldPath field = nextField(place, seen);
                parser.nextToken();
                value(field);
            }
        }
    }

    private void value(FieldPath place, Schema schema) throws IOException {
        if (schema.traits().preserveUnknown()) {
            parser.skipChildren(); // the real server keeps the text and does not look into it
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                value(place.index(i), schema.element());
            }
        } else {
            object(place, name -> field(schema, name));
        }
    }

    private void object(FieldPath place, Fields known) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return;
        }
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Schema schema = known.get(parser.currentName());
            if (schema == null) {
                report("unknown field ", place.field(parser.currentName()));
                parser.nextToken();
                parser.skipChildren();
            } else {
                FieldPath field = nextField(place, seen);
                parser.nextToken();
                value(field, schema);
            }
        }
    }

    private void operations(FieldPath place) throws IOException {
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (OPERATION.contains(parser.currentName())) {
                FieldPath field = nextField(place, seen);
                parser.nextToken();
                value(field);
            } else {
                report("unknown field ", place.field(parser.currentName()));
                parser.nextToken();
                parser.skipChildren();
            }
        }
    }

    private void operations() throws IOException {
        for (int i = 0; parser.currentToken() != null && parser.nextToken() == JsonToken.START_OBJECT; i++) {
            operations(FieldPath.ROOT.index(i));
        }
    }

    private FieldPath nextField(FieldPath object, Set<String> seen) throws IOException {
        FieldPath field = object.field(parser.currentName());
        if (!seen.add(parser.currentName())) {
            report("duplicate field ", field);
        }
        return field;
    }

    private void report(String problem, FieldPath place) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem + FieldError.quote(place.path()));
        }
    }
}
