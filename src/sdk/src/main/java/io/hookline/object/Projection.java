package io.hookline.object;

import java.io.ByteArrayOutputStream;
import java.util.Map;

/**
 * Keeps some fields of an object and drops the others, without parsing it. Of a list, the same fields of each element
 * are kept.
 *
 * @param fields what is kept of each field's value; empty to keep the value as a whole
 */
public record Projection(Map<String, Projection> fields) {

    /** Keeps a value as a whole. */
    public static final Projection WHOLE = new Projection(Map.of());

    public Projection {
        fields = Map.copyOf(fields);
    }

    /** Copies an object with the kept fields only. */
    public KubeObject of(KubeObject object) {
        byte[] json = object.bytes();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        copy(json, new JsonScanner(json), kept);
        return KubeObject.of(kept.toByteArray());
    }

    private void copy(byte[] json, JsonScanner scanner, ByteArrayOutputStream kept) {
        if (fields.isEmpty() || (scanner.peek() != '{' && scanner.peek() != '[')) {
            int start = scanner.position();
            scanner.skipValue();
            kept.write(json, start, scanner.position() - start);
        } else if (scanner.peek() == '[') {
            copyElements(json, scanner, kept);
        } else {
            copyFields(json, scanner, kept);
        }
    }

    private void copyElements(byte[] json, JsonScanner scanner, ByteArrayOutputStream kept) {
        scanner.beginArray();
        char before = '[';
        while (scanner.nextElement()) {
            kept.write(before);
            copy(json, scanner, kept);
            before = ',';
        }
        if (before == '[') {
            kept.write(before);
        }
        kept.write(']');
    }

    private void copyFields(byte[] json, JsonScanner scanner, ByteArrayOutputStream kept) {
        scanner.beginObject();
        char before = '{';
        for (String name = scanner.nextField(); name != null; name = scanner.nextField()) {
            Projection rest = fields.get(name);
            if (rest == null) {
                scanner.skipValue();
                continue;
            }
            kept.write(before);
            kept.writeBytes(GoJson.bytes(Json.NODES.textNode(name)));
            kept.write(':');
            rest.copy(json, scanner, kept);
            before = ',';
        }
        if (before == '{') {
            kept.write(before);
        }
        kept.write('}');
    }
}
