package io.hookline.local.protobuf;

import io.hookline.local.machinery.DataFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The field numbers of Kubernetes' protobuf messages, read from a table. Thread-safe. */
final class ProtobufFields {

    /** The form of a field's value in JSON. */
    enum Shape {
        SINGLE,
        LIST,
        MAP,
        /** A message whose fields are placed in the enclosing object. */
        INLINE
    }

    /**
     * One field.
     *
     * @param name its JSON name
     * @param type {@code s} string, {@code i} integer, {@code d} number, {@code b} boolean, {@code y} bytes, else a
     *     message's name
     * @param zeroCounts whether an explicit zero, false or empty text differs from an absent field
     */
    record Field(String name, Shape shape, String type, boolean zeroCounts) {
        private static Field parse(String name, String notation) {
            if (notation.startsWith("[]")) {
                return new Field(name, Shape.LIST, notation.substring(2), true);
            }
            if (notation.startsWith("{}")) {
                return new Field(name, Shape.MAP, notation.substring(2), true);
            }
            if (notation.startsWith("^")) {
                return new Field(name, Shape.INLINE, notation.substring(1), false);
            }
            boolean zeroCounts = notation.startsWith("*");
            return new Field(name, Shape.SINGLE, zeroCounts ? notation.substring(1) : notation, zeroCounts);
        }
    }

    private final Map<String, Map<Integer, Field>> messages = new HashMap<>();
    /** The messages by apiVersion and kind. */
    private final Map<String, Map<String, String>> kinds = new HashMap<>();

    private ProtobufFields() {}

    /** Reads the table. */
    static ProtobufFields load() {
        ProtobufFields fields = new ProtobufFields();
        DataFiles.lines("protobuf-fields.txt").forEach(fields::read);
        return fields;
    }

    private void read(String line) {
        List<String> codes = List.of(line.split(" ", -1));
        if (codes.getFirst().equals("@")) {
            Map<String, String> messageOf = kinds.computeIfAbsent(codes.get(1), _ -> new HashMap<>());
            for (String kind : codes.subList(2, codes.size())) {
                String[] parts = kind.split("=", 2);
                messageOf.put(parts[0], parts[parts.length - 1]);
            }
            return;
        }
        Map<Integer, Field> fields = new HashMap<>();
        for (String code : codes.subList(1, codes.size())) {
            String[] parts = code.split(":", 3);
            fields.put(Integer.valueOf(parts[0]), Field.parse(parts[1], parts[2]));
        }
        messages.put(codes.getFirst(), fields);
    }

    /** The name of the message of a kind in a version; empty if the table does not contain it. */
    Optional<String> message(String apiVersion, String kind) {
        return Optional.ofNullable(kinds.getOrDefault(apiVersion, Map.of()).get(kind))
                .or(() -> Optional.ofNullable(kinds.getOrDefault("*", Map.of()).get(kind)));
    }

    /** The fields of a message by number; empty if the message is missing in the table. */
    Optional<Map<Integer, Field>> of(String message) {
        return Optional.ofNullable(messages.get(message));
    }
}
