package io.hookline.object;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cuts entries out of {@code metadata.managedFields} of one object, without parsing it. */
final class ManagedFieldsCut {

    private final byte[] json;
    private final JsonScanner scanner;
    private final Set<String> managers;

    private ManagedFieldsCut(byte[] json, Set<String> managers) {
        this.json = json;
        this.scanner = new JsonScanner(json);
        this.managers = managers;
    }

    /** A part of the JSON. */
    private record Range(int start, int end) {}

    /**
     * Returns the JSON with the entries of these managers only, and without the field if they have none; null if
     * nothing is cut. An empty list is never left: the API server forgets all managers if such a list is sent to it.
     *
     * @param json a valid object
     */
    static byte @Nullable [] keep(byte[] json, Set<String> managers) {
        return new ManagedFieldsCut(json, managers).cut();
    }

    private byte @Nullable [] cut() {
        return enter("metadata") < 0 || scanner.peek() != '{' ? null : cutMetadata();
    }

    /**
     * Enters the object that is next, up to the value of a field; returns where the field before it ends, or -1 without
     * it.
     */
    private int enter(String wanted) {
        scanner.beginObject();
        int before = scanner.position();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            if (field.equals(wanted)) {
                return before;
            }
            scanner.skipValue();
            before = scanner.position();
        }
        return -1;
    }

    private byte @Nullable [] cutMetadata() {
        int first = scanner.position() + 1;
        int before = enter("managedFields");
        if (before < 0 || scanner.peek() != '[') {
            return null;
        }
        int start = scanner.position();
        List<Range> kept = new ArrayList<>();
        int entries = 0;
        scanner.beginArray();
        while (scanner.nextElement()) {
            entries++;
            Range entry = entry();
            if (entry != null) {
                kept.add(entry);
            }
        }
        int end = scanner.position();
        if (kept.size() == entries) {
            return null;
        }
        return kept.isEmpty() ? without(before, end, before == first) : with(kept, start, end);
    }

    /** Reads one entry; returns where it is if it is kept. */
    private @Nullable Range entry() {
        int start = scanner.position();
        boolean keeps = false;
        if (scanner.peek() != '{') {
            scanner.skipValue();
            return null;
        }
        scanner.beginObject();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            if (field.equals("manager") && scanner.peek() == '"') {
                keeps = managers.contains(scanner.readString());
            } else {
                scanner.skipValue();
            }
        }
        return keeps ? new Range(start, scanner.position()) : null;
    }

    private byte[] without(int from, int to, boolean first) {
        boolean commaFollows = scanner.peek() == ',';
        int after = first && commaFollows ? scanner.position() + 1 : to;
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length - (after - from));
        out.write(json, 0, from);
        out.write(json, after, json.length - after);
        return out.toByteArray();
    }

    private byte[] with(List<Range> kept, int start, int end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length);
        out.write(json, 0, start + 1);
        for (int i = 0; i < kept.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.write(json, kept.get(i).start(), kept.get(i).end() - kept.get(i).start());
        }
        out.write(json, end - 1, json.length - end + 1);
        return out.toByteArray();
    }
}
