package io.hookline.kube;

import io.hookline.cluster.WatchEvent;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/** Cuts the bytes of a watch into lines, and decodes each line as an event. Not thread-safe. */
final class WatchDecoder {

    /** Much larger than any object of an API server. */
    static final int MAX_LINE = 32 << 20;

    private final int maxLine;
    private final Consumer<WatchEvent> events;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    WatchDecoder(int maxLine, Consumer<WatchEvent> events) {
        this.maxLine = maxLine;
        this.events = events;
    }

    /**
     * Decodes the next bytes; the array may be reused afterwards.
     *
     * @throws DecodeException if a line is not an event, or is too long
     * @throws io.hookline.cluster.ClusterException the failure that the server reported in an error event
     */
    void feed(byte[] bytes, int count) {
        int start = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                line(bytes, start, i);
                start = i + 1;
            }
        }
        if (pending.size() + count - start > maxLine) {
            throw new DecodeException(FieldPath.ROOT, "watch event longer than " + maxLine + " bytes");
        }
        pending.write(bytes, start, count - start);
    }

    /** Whether the last line is incomplete. */
    boolean isMidLine() {
        return pending.size() > 0;
    }

    private void line(byte[] bytes, int from, int to) {
        if (pending.size() == 0) {
            event(bytes, from, to);
            return;
        }
        pending.write(bytes, from, to - from);
        byte[] whole = pending.toByteArray();
        pending.reset();
        event(whole, 0, whole.length);
    }

    private void event(byte[] line, int from, int to) {
        JsonScanner scanner = new JsonScanner(line, from, to - from);
        if (scanner.peek() == -1) {
            return;
        }
        String type = "";
        int start = -1;
        int end = -1;
        scanner.beginObject();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            if (field.equals("type")) {
                type = scanner.readString();
            } else if (field.equals("object")) {
                start = scanner.position();
                scanner.skipValue();
                end = scanner.position();
            } else {
                scanner.skipValue();
            }
        }
        if (start < 0) {
            throw new DecodeException(new FieldPath("watch event").field("object"), "is missing");
        }
        deliver(type, line, start, end);
    }

    private void deliver(String type, byte[] line, int start, int end) {
        if (type.equals("ERROR")) {
            throw ErrorMapper.ofStatus(Json.parse(Arrays.copyOfRange(line, start, end)));
        }
        KubeObject object = KubeObject.copyOf(line, start, end - start);
        events.accept(
                switch (type) {
                    case "ADDED" -> new WatchEvent.Added(object);
                    case "MODIFIED" -> new WatchEvent.Modified(object);
                    case "DELETED" -> new WatchEvent.Deleted(object);
                    case "BOOKMARK" ->
                        new WatchEvent.Bookmark(
                                object.resourceVersion(),
                                "true".equals(object.annotation("k8s.io/initial-events-end")));
                    default ->
                        throw new DecodeException(
                                new FieldPath("watch event").field("type"),
                                "expected ADDED, MODIFIED, DELETED, BOOKMARK or ERROR, was \"" + type + "\"");
                });
    }
}
