package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes object as the JSON bytes that the server sent. The few fields that the engine often needs are read once.
 *
 * <p>Bytes have three advantages: a cache of them is four times smaller than a cache of trees, a hook request is a copy
 * of bytes, and an object that is not changed is never parsed. {@link #tree} parses on demand. Immutable and
 * thread-safe.
 */
public final class KubeObject implements LoggedObject.Source {

    private final byte[] json;
    private final ObjectHeader header;
    private final boolean stripped;

    private KubeObject(byte[] json, ObjectHeader header, boolean stripped) {
        this.json = json;
        this.header = header;
        this.stripped = stripped;
    }

    /**
     * Wraps the JSON of one object. The array is kept, not copied: the caller must not change it any more.
     *
     * @throws DecodeException if it is not JSON, or a field of the header has another type than in Kubernetes
     */
    public static KubeObject of(byte[] json) {
        return new KubeObject(json, ObjectHeader.read(json, 0, json.length), false);
    }

    /** Wraps a range of a larger array, which is copied with its exact length. */
    public static KubeObject copyOf(byte[] bytes, int offset, int length) {
        return of(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    /**
     * Copies the next value of a scanner of these bytes, and moves the scanner to its end. Throws like
     * {@link #of(byte[])}.
     */
    public static KubeObject next(byte[] bytes, JsonScanner scanner) {
        int start = scanner.position();
        ObjectHeader header = ObjectHeader.next(scanner);
        return new KubeObject(Arrays.copyOfRange(bytes, start, scanner.position()), header, false);
    }

    /** Wraps JSON text. */
    public static KubeObject of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Wraps a tree, in Go's exact notation. */
    public static KubeObject of(ObjectNode tree) {
        return of(GoJson.bytes(tree));
    }

    /**
     * Wraps a changed tree, to be sent as an update. It gets no {@code managedFields}: then the API server keeps those
     * of the stored object. It would take over a list, in which entries of other managers may be missing.
     */
    public static KubeObject forUpdate(ObjectNode changed) {
        ObjectNode metadata = Json.NODES.objectNode();
        changed.path("metadata").properties().stream()
                .filter(field -> !field.getKey().equals("managedFields"))
                .forEach(field -> metadata.set(field.getKey(), field.getValue()));
        ObjectNode body = Json.NODES.objectNode();
        changed.properties().forEach(field -> body.set(field.getKey(), field.getValue()));
        body.set("metadata", metadata);
        return of(body);
    }

    /**
     * Returns the object with fields inserted in front; {@code prefix} is an object's JSON without its closing brace.
     */
    KubeObject withPrefix(byte[] prefix) {
        JsonScanner scanner = new JsonScanner(json);
        scanner.beginObject();
        int afterBrace = scanner.position();
        boolean empty = scanner.peek() == '}';
        ByteArrayOutputStream whole = new ByteArrayOutputStream(prefix.length + json.length);
        whole.writeBytes(prefix);
        if (!empty) {
            whole.write(',');
        }
        whole.write(json, afterBrace, json.length - afterBrace);
        return of(whole.toByteArray());
    }

    /** Returns the same bytes with a header whose values are shared with other objects. For caches. */
    public KubeObject sharing(Interner interner) {
        return new KubeObject(json, header.sharing(interner), stripped);
    }

    /**
     * Returns the object with the entries of these managers only in {@code managedFields}. For caches: the entries of
     * all managers are often half of an object.
     */
    public KubeObject strippedTo(Set<String> managers) {
        byte[] rest = ManagedFieldsCut.keep(json, managers);
        return rest == null ? this : new KubeObject(rest, header, true);
    }

    /** Whether entries of {@code managedFields} are missing that the API server has. */
    public boolean isStripped() {
        return stripped;
    }

    /** {@code group/version}, or {@code version} for the core group; empty if absent, like all texts here. */
    public String apiVersion() {
        return header.apiVersion();
    }

    /** The kind. */
    public String kind() {
        return header.kind();
    }

    /** The kind with group and version. */
    public GroupVersionKind gvk() {
        return GroupVersionKind.of(header.apiVersion(), header.kind());
    }

    /** The namespace, empty for a cluster-scoped object. */
    public String namespace() {
        return header.namespace();
    }

    /** The name. */
    public String name() {
        return header.name();
    }

    /** Namespace and name. */
    public ObjectKey key() {
        return new ObjectKey(header.namespace(), header.name());
    }

    /** The uid that the server assigned. */
    public String uid() {
        return header.uid();
    }

    /** The opaque version that the server assigned to this state. */
    public String resourceVersion() {
        return header.resourceVersion();
    }

    /** The number of changes of the spec; 0 for kinds without generation. */
    public long generation() {
        return header.generation();
    }

    /** The time of the deletion request (RFC 3339); null if there was none. */
    public @Nullable String deletionTimestamp() {
        return header.deletionTimestamp();
    }

    /** Whether the object is deleted as soon as its finalizers are removed. */
    public boolean isBeingDeleted() {
        return header.deletionTimestamp() != null;
    }

    /** Its labels. */
    public Map<String, String> labels() {
        return header.labels();
    }

    /** The one owner reference with {@code controller: true}. */
    public Optional<OwnerReference> controllerOwner() {
        return Optional.ofNullable(header.controllerOwner());
    }

    /** The uid of its controller owner, empty if it has none. */
    public String controllerUid() {
        OwnerReference owner = header.controllerOwner();
        return owner == null ? "" : owner.uid();
    }

    /** Its finalizers, in their order. */
    public List<String> finalizers() {
        return header.finalizers();
    }

    /** Whether the object has this finalizer. */
    public boolean hasFinalizer(String finalizer) {
        return header.finalizers().contains(finalizer);
    }

    /** The annotations. Each call walks over the bytes, since annotations are large and few callers need them. */
    public Map<String, String> annotations() {
        return Annotations.read(json);
    }

    /** Returns one annotation, or null; cheaper than {@link #annotations}. */
    public @Nullable String annotation(String key) {
        return Annotations.find(json, key);
    }

    /**
     * Returns the JSON of a top-level field such as {@code status}, or null if absent; a JSON null counts as absent.
     *
     * @return a copy, which the caller may keep
     */
    public byte @Nullable [] field(String name) {
        JsonScanner scanner = new JsonScanner(json);
        scanner.beginObject();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            int start = scanner.position();
            boolean absent = scanner.peek() == 'n';
            scanner.skipValue();
            if (field.equals(name)) {
                return absent ? null : Arrays.copyOfRange(json, start, scanner.position());
            }
        }
        return null;
    }

    /** Parses a top-level field; missing if it is absent. */
    public JsonNode fieldTree(String name) {
        byte[] value = field(name);
        return value == null ? Json.NODES.missingNode() : Json.parse(value);
    }

    /** Parses the object: a new tree for each call, which the caller may change. */
    public ObjectNode tree() {
        return Json.object(json);
    }

    @Override
    public LoggedObject logged() {
        return new LoggedObject(apiVersion(), kind(), namespace(), name());
    }

    /** Its size in bytes. */
    public int size() {
        return json.length;
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return json.clone();
    }

    /** Writes the bytes. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(json);
    }

    /** Opens a stream of the bytes, without copying them first. */
    public InputStream open() {
        return new ByteArrayInputStream(json);
    }

    /** Whether both have the same bytes. */
    public boolean sameBytes(KubeObject other) {
        return Arrays.equals(json, other.json);
    }

    /** The JSON as text. */
    public String json() {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** {@code ConfigMap default/settings}, for messages. */
    @Override
    public String toString() {
        return header.kind() + " " + key();
    }

    /** Finds annotations in an object's bytes. Values that are not strings are ignored. */
    static final class Annotations {
        private Annotations() {}

        static Map<String, String> read(byte[] json) {
            Map<String, String> read = new LinkedHashMap<>();
            walk(json, (key, scanner) -> {
                read.put(key, scanner.readString());
                return true;
            });
            return OrderedTexts.copyOf(read);
        }

        static @Nullable String find(byte[] json, String wanted) {
            var found = new Object() {
                @Nullable
                String value;
            };
            walk(json, (key, scanner) -> {
                if (!key.equals(wanted)) {
                    scanner.skipValue();
                    return true;
                }
                found.value = scanner.readString();
                return false;
            });
            return found.value;
        }

        private static void walk(byte[] json, BiPredicate<String, JsonScanner> visitor) {
            JsonScanner scanner = new JsonScanner(json);
            if (!enter(scanner, "metadata") || !enter(scanner, "annotations") || scanner.peek() != '{') {
                return;
            }
            scanner.beginObject();
            for (String key = scanner.nextField(); key != null; key = scanner.nextField()) {
                if (scanner.peek() != '"') {
                    scanner.skipValue();
                } else if (!visitor.test(key, scanner)) {
                    return;
                }
            }
        }

        /**
         * Enters the object at the scanner and stops before the value of {@code wanted}, if the object has that field.
         */
        private static boolean enter(JsonScanner scanner, String wanted) {
            if (scanner.peek() != '{') {
                return false;
            }
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                if (field.equals(wanted)) {
                    return true;
                }
                scanner.skipValue();
            }
            return false;
        }
    }
}
