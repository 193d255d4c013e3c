package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Differences;
import io.hookline.apply.StatusChanges;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.local.patch.PatchApplier;
import io.hookline.local.resource.CrdVersion;
import io.hookline.local.resource.CrdVersions;
import io.hookline.local.schema.Pruning;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaReader;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.model.ParentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that passes on reads, and records writes instead of sending them. The response to a write is computed here,
 * so that the sync continues to its end. Dry runs are passed on, since they change nothing. Thread-safe.
 */
final class PlannedCluster extends ForwardingCluster {

    private static final int MAX_CHANGES = 5;

    private final Map<Place, Optional<KubeObject>> written = new ConcurrentHashMap<>();
    private final Map<ApiResource, Optional<Schema>> schemas = new ConcurrentHashMap<>();
    private final CrdVersions definitions;
    private final Consumer<PlannedWrite> writes;
    private final List<Warning> warnings = new ArrayList<>();
    private final Set<ControllerName> started = ConcurrentHashMap.newKeySet();
    private long created;

    /** One object; the version of its API does not matter. */
    private record Place(String groupResource, ObjectKey key) {}

    /** @param writes gets each write, in the thread that makes it */
    PlannedCluster(Cluster next, Consumer<PlannedWrite> writes) {
        super(next);
        this.definitions = new CrdVersions(next);
        this.writes = writes;
    }

    /** The rolling updates that go on after the writes, by their parents. */
    Map<ParentKey, String> rollouts() {
        Map<ParentKey, String> rollouts = new HashMap<>();
        written.values()
                .forEach(object -> object.ifPresent(parent ->
                        PlannedRollout.of(parent).ifPresent(rollout -> rollouts.put(ParentKey.of(parent), rollout))));
        return rollouts;
    }

    /** The warnings so far, each once. */
    synchronized List<Warning> warnings() {
        return warnings.stream().distinct().toList();
    }

    /** Whether a controller has started. */
    boolean hasStarted(ControllerName controller) {
        return started.contains(controller);
    }

    /** The controllers that cannot run. */
    synchronized Set<ControllerName> stopped() {
        return warnings.stream()
                .filter(Warning::stopsController)
                .map(warning -> ControllerName.of(warning.kind(), warning.name()))
                .collect(Collectors.toSet());
    }

    private synchronized void report(KubeObject event) {
        Warning content = Warning.of(event);
        if (event.tree().path("type").asText().equals("Warning")) {
            warnings.add(content);
        } else if (content.reason().equals("Started")) {
            started.add(ControllerName.of(content.kind(), content.name()));
        }
    }

    private synchronized long count() {
        return ++created;
    }

    private static boolean isEvent(ApiResource resource) {
        return resource.plural().equals("events");
    }

    /** The object as it would be after the writes so far. */
    private KubeObject state(ApiResource resource, ObjectKey key) {
        Optional<KubeObject> planned = written.get(place(resource, key));
        if (planned == null) {
            return next.get(resource, key);
        }
        return planned.orElseThrow(
                () -> new ClusterException.NotFound(resource.plural() + " \"" + key + "\" not found"));
    }

    /** A controller, which the role of a watcher and that of a plan allow to list, and not to get. */
    private KubeObject controller(ApiResource resource, ObjectKey key) {
        return next.list(resource, ListOptions.ALL).items().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new ClusterException.NotFound(resource.plural() + " \"" + key + "\" not found"));
    }

    private static Place place(ApiResource resource, ObjectKey key) {
        return new Place(resource.groupResource(), key);
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return state(resource, key);
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        if (isEvent(resource)) {
            report(object);
            return object;
        }
        if (options.dryRun()) {
            return next.create(resource, object, options);
        }
        if (exists(resource, object.key())) {
            throw new ClusterException.AlreadyExists(resource.plural() + " \"" + object.name() + "\" already exists");
        }
        ObjectNode tree = object.tree();
        long number = count();
        tree.withObject("/metadata")
                .put("uid", "planned-" + number)
                .put("resourceVersion", Long.toString(number))
                .put("generation", 1);
        writes.accept(PlannedWrite.of("create", object.kind(), object.key(), "", ""));
        return store(resource, KubeObject.of(tree));
    }

    /**
     * Whether the API server would refuse the creation. Without the right to read the object, it is assumed not to
     * exist.
     */
    private boolean exists(ApiResource resource, ObjectKey key) {
        try {
            state(resource, key);
            return true;
        } catch (ClusterException.NotFound | ClusterException.Forbidden _) {
            return false;
        }
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        if (options.dryRun()) {
            return isPlanned(resource, object.key()) ? object : tried(resource, object, options);
        }
        KubeObject before = state(resource, object.key());
        if (!object.resourceVersion().isEmpty() && !object.resourceVersion().equals(before.resourceVersion())) {
            throw new ClusterException.Conflict(object + ": the object has been modified");
        }
        return change(resource, "update", before, object.tree(), options);
    }

    /**
     * Without the right to try it, an update is assumed to make its change: the plan then has a replacement that may
     * not be made.
     */
    private KubeObject tried(ApiResource resource, KubeObject object, WriteOptions options) {
        try {
            return next.update(resource, object, options);
        } catch (ClusterException.Forbidden _) {
            return object;
        }
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        if (isEvent(resource)) {
            throw new ClusterException.NotFound(
                    "planned events are not stored"); // the watcher then creates another one
        }
        if (options.dryRun() && !isPlanned(resource, key)) {
            return next.patch(resource, key, patch, options);
        }
        KubeObject before = isStatusOfController(resource, options) && !isPlanned(resource, key)
                ? controller(resource, key)
                : state(resource, key);
        if (options.dryRun()) {
            return KubeObject.of(after(before, patch));
        }
        String verb = patch.type() == Patch.Type.APPLY ? "apply" : "patch";
        return change(resource, verb, before, after(before, patch), options);
    }

    private static ObjectNode after(KubeObject before, Patch patch) {
        return patch.type() == Patch.Type.APPLY
                ? AppliedPreview.of(before.tree(), PatchApplier.appliedObject(patch))
                : PatchApplier.json(before.tree(), patch);
    }

    /**
     * Whether a write of the object was recorded. The API server does not know that state, so it cannot try a change of
     * it.
     */
    private boolean isPlanned(ApiResource resource, ObjectKey key) {
        return written.containsKey(place(resource, key));
    }

    /** What the watcher says of itself, and when it says it, is no part of a plan. */
    private static boolean isStatusOfController(ApiResource resource, WriteOptions options) {
        return resource.group().equals(WellKnown.GROUP) && options.subresource().equals("status");
    }

    /**
     * Records a change; a write that changes nothing is none, since the API server does not store it. Fields that it would drop are in
     * the state nevertheless: a rolling update is read from the status that is wanted.
     */
    private KubeObject change(
            ApiResource resource, String verb, KubeObject before, ObjectNode after, WriteOptions options) {
        if (areSame(before.tree(), after.deepCopy())) {
            return before;
        }
        KubeObject was = kept(resource, before.tree());
        KubeObject now = kept(resource, after.deepCopy());
        if (!isStatusOfController(resource, options) && !areSame(was.tree(), now.tree())) {
            String changes = changes(was, now, options);
            writes.accept(PlannedWrite.of(verb, before.kind(), before.key(), options.subresource(), changes));
        }
        after.withObject("/metadata").put("resourceVersion", before.resourceVersion() + "0");
        return store(resource, KubeObject.of(after));
    }

    private static boolean areSame(ObjectNode before, ObjectNode after) {
        return JsonEquality.semantic(content(before), content(after));
    }

    /** What the API server would keep of a custom resource. Of a built-in kind, that depends on its version. */
    private KubeObject kept(ApiResource resource, ObjectNode tree) {
        schemas.computeIfAbsent(resource, this::schema).ifPresent(schema -> Pruning.prune(tree, schema, null, false));
        return KubeObject.of(tree);
    }

    /** Without the right to read the definition, everything is assumed to be kept. */
    private Optional<Schema> schema(ApiResource resource) {
        try {
            return definitions
                    .find(resource)
                    .map(CrdVersion::schema)
                    .filter(JsonNode::isObject)
                    .map(SchemaReader::read);
        } catch (ClusterException.Forbidden _) {
            return Optional.empty();
        }
    }

    private static String changes(KubeObject before, KubeObject after, WriteOptions options) {
        String status = StatusChanges.between(before, after);
        if (options.subresource().equals("status")) {
            return status;
        }
        Differences others = Differences.withoutRecord(
                before.tree().without("status"), after.tree().without("status"), MAX_CHANGES);
        return status.isEmpty() ? others.toString() : (others.isAny() ? others + "; " : "") + "status: " + status;
    }

    /** What a user sees of an object. */
    private static ObjectNode content(ObjectNode tree) {
        ObjectNode metadata = tree.withObject("/metadata");
        metadata.remove(List.of("managedFields", "resourceVersion", "generation"));
        return tree;
    }

    private KubeObject store(ApiResource resource, KubeObject object) {
        written.put(place(resource, object.key()), Optional.of(object));
        return object;
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        KubeObject before = state(resource, key);
        if (!options.uid().isEmpty() && !options.uid().equals(before.uid())) {
            throw new ClusterException.Conflict(before + " has another uid");
        }
        writes.accept(PlannedWrite.of("delete", before.kind(), key, "", ""));
        written.put(place(resource, key), Optional.empty());
        return Optional.empty();
    }

    /**
     * An object after a server-side apply, as far as it can be known without the API server: objects are merged,
     * elements of lists with a {@code name} are merged by it, and other lists are replaced.
     */
    static final class AppliedPreview {
        private AppliedPreview() {}

        static ObjectNode of(ObjectNode live, ObjectNode applied) {
            ObjectNode merged = live.deepCopy();
            applied.properties()
                    .forEach(field -> merged.set(field.getKey(), value(merged.get(field.getKey()), field.getValue())));
            return merged;
        }

        private static JsonNode value(@Nullable JsonNode live, JsonNode applied) {
            if (live instanceof ObjectNode before && applied instanceof ObjectNode now) {
                return of(before, now);
            }
            return live instanceof ArrayNode before
                            && applied instanceof ArrayNode now
                            && haveNames(before)
                            && haveNames(now)
                    ? named(before, now)
                    : applied;
        }

        private static boolean haveNames(ArrayNode list) {
            for (JsonNode element : list) {
                if (!element.path("name").isTextual()) {
                    return false;
                }
            }
            return true;
        }

        private static ArrayNode named(ArrayNode live, ArrayNode applied) {
            ArrayNode merged = live.deepCopy();
            for (JsonNode wanted : applied) {
                int at = index(merged, wanted.path("name"));
                if (at < 0) {
                    merged.add(wanted);
                } else {
                    merged.set(at, value(merged.get(at), wanted));
                }
            }
            return merged;
        }

        private static int index(ArrayNode list, JsonNode name) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).path("name").equals(name)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /**
     * How many children a rolling update moves now, and how many follow. It is read from the status that the watcher
     * would write.
     */
    static final class PlannedRollout {

        /** The message of the condition while children are moved. */
        private static final Pattern UPDATING = Pattern.compile("([0-9]+)/([0-9]+) updated, updating (.+)");

        private PlannedRollout() {}

        /**
         * The line below a parent; empty if no child follows, or if the object is not a parent with a rolling update.
         */
        static Optional<String> of(KubeObject parent) {
            Matcher updating =
                    UPDATING.matcher(Json.ofType(parent.tree().at("/status/conditions"), "RolloutProgressing")
                            .path("message")
                            .asText());
            if (!updating.matches()) {
                return Optional.empty();
            }
            int before = Integer.parseInt(updating.group(1));
            int total = Integer.parseInt(updating.group(2));
            int now = updating.group(3).split(", ").length;
            return Optional.of(total - before - now).filter(later -> later > 0).map(later -> line(total, now, later));
        }

        private static String line(int total, int now, int later) {
            return "later   a rolling update of " + total + " children; " + now + " now, " + later
                    + (later == 1 ? " follows" : " follow") + " when " + (now == 1 ? "it is" : "they are")
                    + " available";
        }
    }
}
