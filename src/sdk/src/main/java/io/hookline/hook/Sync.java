package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.AppliedState;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input of one hook call: a parent, its observed children and its related objects.
 *
 * <pre>{@code
 * Optional<Deployment> old = in.child(Deployment.class, in.parent().name());
 * long ready = in.children(Pod.class).stream().filter(this::isReady).count();
 * }</pre>
 *
 * <p>Methods with a class parameter find objects of the class's kind. The class belongs to the Kubernetes model, or has
 * its annotations {@code @Group}, {@code @Version} and {@code @Kind}. For other kinds use the methods with apiVersion
 * and kind.
 *
 * <p>A name is {@code name} or {@code namespace/name}. Without a namespace it is looked up in the parent's namespace
 * and among cluster-scoped objects; if the parent is cluster-scoped, in all namespaces. The same code works with both
 * hook versions, although they key the objects of a request differently.
 *
 * @param <P> the type of the parent
 */
public final class Sync<P> {

    private final HookRequest request;
    private final P parent;
    private final JsonBinding binding;
    private final Instant now;

    Sync(HookRequest request, P parent, JsonBinding binding, Instant now) {
        this.request = request;
        this.parent = parent;
        this.binding = binding;
        this.now = now;
    }

    /** Starts to build the input of a hook, for unit tests. The parent has the type that the hook declares. */
    @SuppressWarnings("unchecked") // the class of the object, or the interface of a map
    public static <P> SyncBuilder<P> of(P parent) {
        return new SyncBuilder<>((Class<P>) (parent instanceof Map ? Map.class : parent.getClass()), parent);
    }

    /**
     * Starts to build the input of a hook, for unit tests, with a parent in another form than the type that the hook
     * declares, such as a {@link KubeObject} that was read from YAML.
     */
    public static <P> SyncBuilder<P> of(Class<P> type, Object parent) {
        return new SyncBuilder<>(type, parent);
    }

    /** The parent, or the object that a DecoratorController decorates. */
    public P parent() {
        return parent;
    }

    /** The parent as the API server returned it, with all its fields. */
    public KubeObject parentObject() {
        return request.parent();
    }

    /** The controller object, such as the CompositeController. */
    public KubeObject controller() {
        return request.controller();
    }

    /** Whether this is a finalize call: the parent is being deleted or no longer selected. */
    public boolean finalizing() {
        return request.finalizing();
    }

    /** The time of this call. Tests can set it, so use it instead of the system clock. */
    public Instant now() {
        return now;
    }

    /** Finds one child by its class and name. */
    public <C> Optional<C> child(Class<C> type, String name) {
        return child(binding.kindOf(type), name).map(object -> binding.read(object, type));
    }

    /** All children of a class, sorted by namespace and name. */
    public <C> List<C> children(Class<C> type) {
        return binding.readAll(sorted(request.children(), binding.kindOf(type)), type);
    }

    /** Finds one child by its kind and name, as the API server returned it. */
    public Optional<KubeObject> child(String apiVersion, String kind, String name) {
        return child(GroupVersionKind.of(apiVersion, kind), name);
    }

    /** All children of a kind as the API server returned them, sorted by namespace and name. */
    public List<KubeObject> children(String apiVersion, String kind) {
        return sorted(request.children(), GroupVersionKind.of(apiVersion, kind));
    }

    /**
     * All children of all kinds as the API server returned them, sorted by kind, namespace and name.
     *
     * <p>These are the children of the kinds that the controller declares.
     */
    public List<KubeObject> children() {
        return request.children().byKind().keySet().stream()
                .flatMap(kind -> sorted(request.children(), kind).stream())
                .toList();
    }

    /** Finds one related object by its class and name. */
    public <R> Optional<R> related(Class<R> type, String name) {
        return find(request.related(), binding.kindOf(type), name).map(object -> binding.read(object, type));
    }

    /** All related objects of a class, sorted by namespace and name. */
    public <R> List<R> related(Class<R> type) {
        return binding.readAll(sorted(request.related(), binding.kindOf(type)), type);
    }

    /** Finds one related object by its kind and name, as the API server returned it. */
    public Optional<KubeObject> related(String apiVersion, String kind, String name) {
        return find(request.related(), GroupVersionKind.of(apiVersion, kind), name);
    }

    /** All related objects of a kind as the API server returned them, sorted by namespace and name. */
    public List<KubeObject> related(String apiVersion, String kind) {
        return sorted(request.related(), GroupVersionKind.of(apiVersion, kind));
    }

    /** Converts an object to a class, such as a record that declares only the fields that the hook uses. */
    public <T> T read(KubeObject object, Class<T> type) {
        return binding.read(object, type);
    }

    /**
     * Hashes an object of the Kubernetes model, a record, a {@code Map} or a {@code JsonNode}: the JSON that an answer
     * would have, independent of the order of its fields.
     *
     * <p>A component or property that is null does not count, so a new one changes no hash until it is set.
     */
    public Hash hash(Object content) {
        return binding.hash(content);
    }

    /**
     * A child as the watcher applied it last: return it in the answer to leave the child as it is, whatever else has
     * changed. Works with both apply strategies. A child that was adopted and never applied is returned with its name
     * and labels only, so nothing of it changes either.
     */
    public JsonNode unchanged(KubeObject child) {
        return AppliedState.of(child, request.parent().uid()).orElseGet(() -> identity(child));
    }

    private static ObjectNode identity(KubeObject child) {
        ObjectNode identity = Json.NODES.objectNode();
        identity.put("apiVersion", child.gvk().apiVersion())
                .put("kind", child.gvk().kind());
        ObjectNode metadata = identity.putObject("metadata").put("name", child.name());
        if (!child.namespace().isEmpty()) {
            metadata.put("namespace", child.namespace());
        }
        JsonNode labels = child.tree().at("/metadata/labels");
        if (labels.isObject()) {
            metadata.set("labels", labels);
        }
        return identity;
    }

    private Optional<KubeObject> child(GroupVersionKind kind, String name) {
        return find(request.children(), kind, name);
    }

    private Optional<KubeObject> find(ObjectGroups groups, GroupVersionKind kind, String name) {
        ObjectKey key = ObjectKey.parse(name);
        String home = request.parent().namespace();
        String namespace = key.namespace().isEmpty() ? home : key.namespace();
        boolean anywhere = key.namespace().isEmpty() && home.isEmpty();
        return sorted(groups, kind).stream()
                .filter(object -> object.name().equals(key.name()))
                .filter(object -> anywhere
                        || object.namespace().equals(namespace)
                        || object.namespace().isEmpty())
                .findFirst();
    }

    private static List<KubeObject> sorted(ObjectGroups groups, GroupVersionKind kind) {
        return groups.of(kind).stream()
                .sorted((a, b) -> a.key().compareTo(b.key()))
                .toList();
    }
}
