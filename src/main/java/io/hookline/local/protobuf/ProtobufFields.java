package io.hookline.local.protobuf;

import io.hookline.local.machinery.DataFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
     * @param type {@code s} string, {@code i} integer, {@code b} boolean, {@code y} bytes, else a message's name
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
    private final Map<String, Set<String>> kinds = new HashMap<>();

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
            kinds.put(codes.get(1), Set.copyOf(codes.subList(2, codes.size())));
            return;
        }
        Map<Integer, Field> fields = new HashMap<>();
        for (String code : codes.subList(1, codes.size())) {
            String[] parts = code.split(":", 3);
            fields.put(Integer.valueOf(parts[0]), Field.parse(parts[1], parts[2]));
        }
        messages.put(codes.getFirst(), fields);
    }

    /** Whether the table contains this kind in this version. */
    boolean hasKind(String apiVersion, String kind) {
        return kinds.getOrDefault(apiVersion, Set.of()).contains(kind)
                || kinds.getOrDefault("*", Set.of()).contains(kind);
    }

    /** The fields of a message by number; empty if the message is missing in the table. */
    Optional<Map<Integer, Field>> of(String message) {
        return Optional.ofNullable(messages.get(message));
    }
}
