package io.hookline.hook;

import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a hook is asked about: one parent, its children and related objects as they were observed. Both versions of the
 * protocol look the same here: objects are found by their own kind and name.
 *
 * <pre>{@code
 * Optional<Deployment> old = in.child(Deployment.class, in.parent().name());
 * long ready = in.children(Pod.class).stream().filter(this::isReady).count();
 * }</pre>
 *
 * <p>A class stands for a kind if it belongs to the Kubernetes model or carries its annotations {@code @Group},
 * {@code @Version} and {@code @Kind}. A name may be given as {@code namespace/name}; alone it means the parent's
 * namespace, or any namespace if the parent has none.
 *
 * @param <P> how the hook sees the parent
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

    /** The parent, or the object to decorate. */
    public P parent() {
        return parent;
    }

    /** The parent as the API server has it, with all its fields. */
    public KubeObject parentObject() {
        return request.parent();
    }

    /** The controller object, such as the CompositeController. */
    public KubeObject controller() {
        return request.controller();
    }

    /** Whether the parent goes, or is no longer selected. */
    public boolean finalizing() {
        return request.finalizing();
    }

    /** The time to reckon with: hooks that take it from here can be tested. */
    public Instant now() {
        return now;
    }

    /** One child. */
    public <C> Optional<C> child(Class<C> type, String name) {
        return child(binding.kindOf(type), name).map(object -> binding.read(object, type));
    }

    /** All children of a kind, sorted by namespace and name. */
    public <C> List<C> children(Class<C> type) {
        return binding.readAll(sorted(request.children(), binding.kindOf(type)), type);
    }

    /** One child, as the API server has it. */
    public Optional<KubeObject> child(String apiVersion, String kind, String name) {
        return child(GroupVersionKind.of(apiVersion, kind), name);
    }

    /** All children of a kind as the API server has them, sorted by namespace and name. */
    public List<KubeObject> children(String apiVersion, String kind) {
        return sorted(request.children(), GroupVersionKind.of(apiVersion, kind));
    }

    /** One related object. */
    public <R> Optional<R> related(Class<R> type, String name) {
        return find(request.related(), binding.kindOf(type), name).map(object -> binding.read(object, type));
    }

    /** All related objects of a kind, sorted by namespace and name. */
    public <R> List<R> related(Class<R> type) {
        return binding.readAll(sorted(request.related(), binding.kindOf(type)), type);
    }

    /** One related object, as the API server has it. */
    public Optional<KubeObject> related(String apiVersion, String kind, String name) {
        return find(request.related(), GroupVersionKind.of(apiVersion, kind), name);
    }

    /** All related objects of a kind as the API server has them, sorted by namespace and name. */
    public List<KubeObject> related(String apiVersion, String kind) {
        return sorted(request.related(), GroupVersionKind.of(apiVersion, kind));
    }

    /** Any object in another form, such as a record that declares only the fields that matter. */
    public <T> T read(KubeObject object, Class<T> type) {
        return binding.read(object, type);
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
