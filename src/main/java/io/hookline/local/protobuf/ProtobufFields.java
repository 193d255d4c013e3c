package io.hookline.local.protobuf;

import io.hookline.local.machinery.DataFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which field numbers Kubernetes' protobuf messages use: read from a table that comes with the server. Thread-safe. */
final class ProtobufFields {

    /** How a field's value stands in JSON. */
    enum Shape {
        SINGLE,
        LIST,
        MAP,
        /** A message whose fields stand in the object around it. */
        INLINE
    }

    /**
     * One field.
     *
     * @param name its JSON name
     * @param type {@code s} string, {@code i} integer, {@code b} boolean, {@code y} bytes, else a message's name
     * @param zeroCounts whether an explicit zero, false or empty text means something
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
        List<String> words = List.of(line.split(" ", -1));
        if (words.getFirst().equals("@")) {
            kinds.put(words.get(1), Set.copyOf(words.subList(2, words.size())));
            return;
        }
        Map<Integer, Field> fields = new HashMap<>();
        for (String word : words.subList(1, words.size())) {
            String[] parts = word.split(":", 3);
            fields.put(Integer.valueOf(parts[0]), Field.parse(parts[1], parts[2]));
        }
        messages.put(words.getFirst(), fields);
    }

    /** Whether the table describes this kind in this version. */
    boolean hasKind(String apiVersion, String kind) {
        return kinds.getOrDefault(apiVersion, Set.of()).contains(kind)
                || kinds.getOrDefault("*", Set.of()).contains(kind);
    }

    /** The fields of a message by number; empty if the table does not have the message. */
    Optional<Map<Integer, Field>> of(String message) {
        return Optional.ofNullable(messages.get(message));
    }
}
