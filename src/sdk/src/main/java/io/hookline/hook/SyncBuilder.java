package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds the input of a hook from objects, for unit tests.
 *
 * <pre>{@code
 * Sync<Bucket> in = Sync.of(bucket).children(pod).now(Instant.parse("2026-05-01T00:00:00Z")).build();
 * Answer answer = new BucketHook().sync(in);
 * }</pre>
 *
 * <p>An object is a record or other bean, an object of the Kubernetes model, a {@code Map}, an {@code ObjectNode}, a
 * {@link KubeObject} or JSON text; a collection adds all of its objects. The artifact {@code hookline-sdk-test} reads
 * YAML as {@code KubeObject}s.
 *
 * <p>The API server and the watcher add metadata to real objects. It is added here too, as far as an object does not
 * have it: namespace ({@code default}, or that of the parent), uid, resourceVersion, generation and creationTimestamp.
 * A child gets the owner reference to its parent, and the state that was applied last, so that {@link Sync#unchanged}
 * works. A namespace of {@code ""} makes an object cluster-scoped.
 *
 * <p>The hook gets what it would get over HTTP: the input is written as the JSON of a request, and read again.
 *
 * @param <P> the type of the parent
 */
public final class SyncBuilder<P> {

    /** The time of the call without {@link #now}, and when all objects were created. */
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final String OF_CONTROLLERS = "metacontroller.k8s.io/v1alpha1";

    private final Class<P> type;
    private final Object parent;
    private final JsonBinding binding;
    private final List<Object> children = new ArrayList<>();
    private final List<Object> related = new ArrayList<>();
    private ControllerType controllerType = ControllerType.COMPOSITE;
    private @Nullable Object controller;
    private @Nullable HookVersion version;
    private Instant now = NOW;
    private boolean finalizing;
    private boolean deleted;

    SyncBuilder(Class<P> type, Object parent) {
        this.type = type;
        this.parent = parent;
        this.binding = JsonBinding.of(type);
    }

    /** Adds observed children. */
    public SyncBuilder<P> children(Object... objects) {
        children.addAll(Arrays.asList(objects));
        return this;
    }

    /** Adds observed attachments, and makes this a call by a DecoratorController. */
    public SyncBuilder<P> attachments(Object... objects) {
        controllerType = ControllerType.DECORATOR;
        return children(objects);
    }

    /** Adds related objects. */
    public SyncBuilder<P> related(Object... objects) {
        related.addAll(Arrays.asList(objects));
        return this;
    }

    /** Sets the time of the call; the default is {@code 2026-01-01T00:00:00Z}. */
    public SyncBuilder<P> now(Instant time) {
        now = time;
        return this;
    }

    /** Makes this a finalize call because the parent is being deleted. */
    public SyncBuilder<P> finalizing() {
        finalizing = true;
        deleted = true;
        return this;
    }

    /** Makes this a finalize call because the controller no longer selects the parent, which is not being deleted. */
    public SyncBuilder<P> deselected() {
        finalizing = true;
        deleted = false;
        return this;
    }

    /**
     * Sets the controller that calls the hook. Its kind decides whether children are attachments. The parent has its
     * finalizer in finalize calls, and the children have the labels that it generates.
     */
    public SyncBuilder<P> controller(Object object) {
        controller = object;
        return this;
    }

    /**
     * Sets the version of the hook, which is that of the controller otherwise. A hook of version 1 whose parent is
     * namespaced gets no objects of other namespaces and none without a namespace.
     *
     * @param number 1 or 2
     */
    public SyncBuilder<P> version(int number) {
        if (number != 1 && number != 2) {
            throw new IllegalArgumentException("the version of a hook is 1 or 2, not " + number);
        }
        version = number == 1 ? HookVersion.V1 : HookVersion.V2;
        return this;
    }

    /**
     * Builds the input.
     *
     * @throws DecodeException if an object is not valid, with its place, such as {@code children[1].metadata.name}
     * @throws io.hookline.hook.protocol.HookException if an object cannot be converted to JSON, or the parent cannot be
     *     read as its type
     */
    public Sync<P> build() {
        HookRequest request = RequestCodec.decode(RequestCodec.encode(request()).bytes());
        return new Sync<>(request, binding.read(request.parent(), type), binding, now);
    }

    private HookRequest request() {
        ObjectNode caller = controllerTree();
        ControllerType by =
                ControllerType.DECORATOR.kind().equals(caller.path("kind").asText())
                        ? ControllerType.DECORATOR
                        : ControllerType.COMPOSITE;
        ServerMetadata metadata = new ServerMetadata(KubeObject.of(caller), now);
        KubeObject subject = metadata.ofParent(parentTree(caller), parent, finalizing, deleted);
        HookVersion used = version == null ? versionOf(caller) : version;
        return new HookRequest(
                finalizing ? HookType.FINALIZE : HookType.SYNC,
                used,
                by,
                KubeObject.of(caller),
                subject,
                groups(subject, used, flat(children), FieldPath.ROOT.field(by.childrenField()), metadata::ofChild),
                groups(subject, used, flat(related), FieldPath.ROOT.field("related"), metadata::ofRelated),
                finalizing);
    }

    private ObjectNode controllerTree() {
        FieldPath place = FieldPath.ROOT.field("controller");
        ObjectNode tree = controller == null ? Json.NODES.objectNode() : binding.source(controller, place);
        if (controller == null) {
            tree.put("apiVersion", OF_CONTROLLERS).put("kind", controllerType.kind());
            tree.putObject("metadata").put("name", "test");
        }
        if (!tree.has("status")) {
            tree.putObject("status");
        }
        KubeObject valid = JsonBinding.identified(tree, place);
        return ServerMetadata.identify(valid.tree(), NOW);
    }

    private ObjectNode parentTree(ObjectNode caller) {
        FieldPath place = FieldPath.ROOT.field("parent");
        ObjectNode tree = binding.source(parent, place);
        if (!tree.has("apiVersion")) {
            String declared = caller.at("/spec/parentResource/apiVersion").asText();
            tree.put("apiVersion", declared.isEmpty() ? "example.com/v1" : declared);
        }
        if (!tree.has("kind") && !JsonBinding.isTree(type)) {
            tree.put("kind", type.getSimpleName());
        }
        return JsonBinding.identified(tree, place).tree();
    }

    private HookVersion versionOf(ObjectNode caller) {
        JsonNode hook = caller.at(finalizing ? "/spec/hooks/finalize/version" : "/spec/hooks/sync/version");
        return hook.asText().equals(HookVersion.V2.text()) ? HookVersion.V2 : HookVersion.V1;
    }

    private static List<Object> flat(List<Object> objects) {
        List<Object> flat = new ArrayList<>();
        for (Object object : objects) {
            flat.addAll(object instanceof Collection<?> several ? several : Arrays.asList(object));
        }
        return flat;
    }

    /** Adds the metadata of one object. */
    private interface Completion {
        KubeObject complete(ObjectNode tree, Object source, KubeObject parent);
    }

    private ObjectGroups groups(
            KubeObject subject, HookVersion used, List<Object> objects, FieldPath place, Completion completion) {
        Map<GroupVersionKind, List<KubeObject>> groups = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < objects.size(); i++) {
            FieldPath at = place.index(i);
            ObjectNode tree = JsonBinding.identified(binding.source(objects.get(i), at), at)
                    .tree();
            KubeObject object = completion.complete(tree, objects.get(i), subject);
            if (!seen.add(object.gvk() + " " + object.key())) {
                throw new DecodeException(at, object + " occurs twice");
            }
            requireVisible(object, subject, used, at);
            groups.computeIfAbsent(object.gvk(), _ -> new ArrayList<>()).add(object);
        }
        return ObjectGroups.of(groups);
    }

    private static void requireVisible(KubeObject object, KubeObject subject, HookVersion used, FieldPath place) {
        boolean hidden = used == HookVersion.V1
                && !subject.namespace().isEmpty()
                && !object.namespace().equals(subject.namespace());
        if (hidden) {
            String where = object.namespace().isEmpty() ? "is cluster-scoped" : "is in another namespace";
            throw new DecodeException(
                    place,
                    object + " " + where + ": a hook of version v1 gets only objects in the namespace of its parent, "
                            + subject.namespace() + "; use version v2 in the controller, and version(2) here");
        }
    }
}
