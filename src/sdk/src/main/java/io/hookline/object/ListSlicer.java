package io.hookline.object;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the JSON of a list into its items without parsing them.
 *
 * @param items each with its own copy of the bytes
 * @param resourceVersion of the list
 * @param continueToken empty after the last page
 */
public record ListSlicer(List<KubeObject> items, String resourceVersion, String continueToken) {

    /**
     * Cuts a list. Lists of built-in kinds have apiVersion and kind only once, for the list; they are inserted into
     * each item that lacks them, in the order of a server, so that the item has the bytes of an event about it.
     *
     * @throws DecodeException if it is not a list, or an item is not an object
     */
    public static ListSlicer slice(byte[] json) {
        return new Cut(json).slice();
    }

    /** The state of one walk. */
    private static final class Cut {
        private final byte[] json;
        private final JsonScanner scanner;
        private final List<int[]> ranges = new ArrayList<>();
        private String apiVersion = "";
        private String kind = "";
        private String resourceVersion = "";
        private String continueToken = "";

        Cut(byte[] json) {
            this.json = json;
            this.scanner = new JsonScanner(json);
        }

        ListSlicer slice() {
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                switch (field) {
                    case "apiVersion" -> apiVersion = scanner.readString();
                    case "kind" -> kind = scanner.readString();
                    case "metadata" -> readMetadata();
                    case "items" -> readItems();
                    default -> scanner.skipValue();
                }
            }
            scanner.expectEnd();
            if (kind.isEmpty()) { // not a list; read as an empty one, it would delete every object of a cache
                throw DecodeException.expected(FieldPath.ROOT.field("kind"), "the kind of a list", "absent");
            }
            String itemKind = kind.endsWith("List") ? kind.substring(0, kind.length() - 4) : kind;
            byte[] prefix = ("{\"kind\":\"" + itemKind + "\",\"apiVersion\":\"" + apiVersion + "\"")
                    .getBytes(StandardCharsets.UTF_8);
            List<KubeObject> items = new ArrayList<>(ranges.size());
            for (int[] range : ranges) {
                items.add(item(range[0], range[1], prefix));
            }
            return new ListSlicer(items, resourceVersion, continueToken);
        }

        private void readMetadata() {
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                switch (field) {
                    case "resourceVersion" -> resourceVersion = scanner.readString();
                    case "continue" -> continueToken = scanner.readString();
                    default -> scanner.skipValue();
                }
            }
        }

        private void readItems() {
            if (scanner.peek() == 'n') {
                scanner.skipValue();
                return;
            }
            scanner.beginArray();
            while (scanner.nextElement()) {
                if (scanner.peek() != '{') {
                    FieldPath item = FieldPath.ROOT.field("items").index(ranges.size());
                    throw DecodeException.expected(item, "an object", scanner.describeNext());
                }
                int start = scanner.position();
                scanner.skipValue();
                ranges.add(new int[] {start, scanner.position()});
            }
        }

        private KubeObject item(int start, int end, byte[] prefix) {
            KubeObject object = KubeObject.copyOf(json, start, end - start);
            return object.kind().isEmpty() ? object.withPrefix(prefix) : object;
        }
    }
}
