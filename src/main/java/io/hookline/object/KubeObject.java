package io.hookline.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes object as the JSON bytes that the server sent, with the few fields that the engine asks for all the time
 * read out of them once.
 *
 * <p>Bytes first: a cache of these is four times smaller than a cache of trees, a hook request is a copy of bytes, and an
 * object that nobody has to change is never parsed. {@link #tree} parses when somebody has to. Immutable and
 * thread-safe.
 */
public final class KubeObject {

    private final byte[] json;
    private final ObjectHeader header;

    private KubeObject(byte[] json, ObjectHeader header) {
        this.json = json;
        this.header = header;
    }

    /**
     * From the JSON of one object. The array is kept, not copied: the caller must not change it any more.
     *
     * @throws DecodeException if it is not JSON, or a field of the header has another type than Kubernetes gives it
     */
    public static KubeObject of(byte[] json) {
        return new KubeObject(json, ObjectHeader.read(json, 0, json.length));
    }

    /** From a range of a larger array, which is copied out at its exact length. */
    public static KubeObject copyOf(byte[] bytes, int offset, int length) {
        return of(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    /** From JSON text. */
    public static KubeObject of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    /** From a tree, in Go's exact notation. */
    public static KubeObject of(ObjectNode tree) {
        return of(GoJson.bytes(tree));
    }

    /** The same with fields put in front; {@code prefix} is an object's JSON without its closing brace. */
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

    /** The same bytes, with whatever its header has in common with other objects shared with them. For caches. */
    public KubeObject sharing(Interner interner) {
        return new KubeObject(json, header.sharing(interner));
    }

    /** {@code group/version}, or {@code version} for the core group; empty if absent, as all texts here. */
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

    /** The uid that the server gave it. */
    public String uid() {
        return header.uid();
    }

    /** The opaque version that the server gave this state of it. */
    public String resourceVersion() {
        return header.resourceVersion();
    }

    /** How often its spec changed; 0 for kinds without generation. */
    public long generation() {
        return header.generation();
    }

    /** When its deletion was asked for (RFC 3339), or null while it is alive. */
    public @Nullable String deletionTimestamp() {
        return header.deletionTimestamp();
    }

    /** Whether it is only waiting for its finalizers. */
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

    /** Whether it carries this finalizer. */
    public boolean hasFinalizer(String finalizer) {
        return header.finalizers().contains(finalizer);
    }

    /** Its annotations: found by a walk over the bytes each time, since few ask for them and they are large. */
    public Map<String, String> annotations() {
        return Annotations.read(json);
    }

    /** One annotation, or null: cheaper than {@link #annotations}. */
    public @Nullable String annotation(String key) {
        return Annotations.find(json, key);
    }

    /**
     * The JSON of a top-level field such as {@code status}, or null if absent; a JSON null counts as absent.
     *
     * @return bytes of its own, which the caller may keep
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

    /** Parses it: a new tree for each call, which the caller may change. */
    public ObjectNode tree() {
        return Json.object(json);
    }

    /** Its size in bytes. */
    public int size() {
        return json.length;
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
        return json.clone();
    }

    /** Writes its bytes. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(json);
    }

    /** Reads its bytes, without copying them first. */
    public InputStream open() {
        return new ByteArrayInputStream(json);
    }

    /** Whether both are the same bytes. */
    public boolean sameBytes(KubeObject other) {
        return Arrays.equals(json, other.json);
    }

    /** Its JSON as text. */
    public String json() {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** {@code ConfigMap default/settings}: for messages. */
    @Override
    public String toString() {
        return header.kind() + " " + key();
    }
}
