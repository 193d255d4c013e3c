package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.testing.MissingFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Other clients change, remove, apply and add fields of the children of a running watcher at random. Each field that the hook set
 * comes back, and each field that it did not set stays.
 */
@EachStrategy
class ForeignEditsTest extends ReconcileSuite {

    private static final Duration RESTORED_WITHIN = Duration.ofSeconds(60);

    /** The controller reads its kinds first. */
    private static final Duration STARTED_WITHIN = Duration.ofSeconds(60);

    /** Ten writes of a field for the same spec of the parent would be slowed down. A round has three edits at most. */
    private static final int ROUNDS_OF_A_PARENT = 3;

    private static final String PART = TestKinds.kind("test.hookline.io", "part", "Part");

    /** The children of the hook. A Part has fields of all types, and a list that is replaced as a whole. */
    private static final List<ObjectNode> CHILDREN = List.of(
            child("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default, labels: {app: x, tier: y},"
                    + " annotations: {note: n}}, data: {k0: v0, k1: v1, k2: v2}}"),
            child("{apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: default, labels: {app: x}},"
                    + " data: {k0: other}}"),
            child("{apiVersion: test.hookline.io/v1, kind: Part, metadata: {name: a, namespace: default,"
                    + " annotations: {note: n}}, spec: {size: 3, on: true, color: red, nested: {a: 1, deep: {b: text}},"
                    + " list: [{name: one, value: 1}, {name: two, value: 2}]}}"));

    /** Fields that the hook set. */
    private static final Map<String, List<String>> OURS = Map.of(
            "ConfigMap a",
            List.of(
                    "/metadata/labels/app",
                    "/metadata/labels/tier",
                    "/metadata/annotations/note",
                    "/data/k0",
                    "/data/k1"),
            "ConfigMap b",
            List.of("/metadata/labels/app", "/data/k0", "/data"),
            "Part a",
            List.of(
                    "/metadata/annotations/note",
                    "/spec/size",
                    "/spec/on",
                    "/spec/nested",
                    "/spec/nested/deep/b",
                    "/spec/list"));

    /** Maps to which other clients add fields. */
    private static final Map<String, List<String>> MAPS = Map.of(
            "ConfigMap a", List.of("/metadata/labels", "/metadata/annotations", "/data"),
            "ConfigMap b", List.of("/metadata/labels", "/metadata/annotations", "/data"),
            "Part a", List.of("/metadata/labels", "/spec", "/spec/nested", "/spec/nested/deep"));

    /** The fields of other clients, by child and path. */
    private final Map<String, Map<String, JsonNode>> theirs = new HashMap<>();

    private final Random random = new Random(20_26);
    private int edits;
    private int broken;

    private static ObjectNode child(String yaml) {
        return LocalWorld.object(yaml).tree();
    }

    private static String id(ObjectNode child) {
        return child.path("kind").asText() + " " + child.at("/metadata/name").asText();
    }

    @Test
    void fieldsOfTheHookAreRestoredAndFieldsOfOthersAreKept() {
        start();
        Duration slowest = Duration.ZERO;
        int rounds = world.local instanceof LocalCluster ? 100 : 20;
        for (int round = 0; round < rounds; round++) {
            if (round % ROUNDS_OF_A_PARENT == 0) {
                changeParent(round);
            }
            ObjectNode child = CHILDREN.get(random.nextInt(CHILDREN.size()));
            for (int burst = random.nextInt(1, 4); burst > 0; burst--) {
                edit(child);
            }
            Duration restored = awaitRestored(child, RESTORED_WITHIN);
            slowest = restored.compareTo(slowest) > 0 ? restored : slowest;
        }
        assertThat(broken).isGreaterThan(edits / 3);
        Figure.of("random edits of children by other clients", "edits")
                .atLeast(30)
                .is(edits);
        Figure.of("slowest restoration of a field after an edit", "ms")
                .atMost(60_000)
                .is(slowest.toMillis());
    }

    private void start() {
        world.define(PART);
        String answer = "{\"children\":" + CHILDREN + "}";
        world.hook = _ -> answer;
        world.composite(
                "c",
                "childResources:\n- {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}\n"
                        + "- {apiVersion: test.hookline.io/v1, resource: parts, updateStrategy: {method: InPlace}}\n"
                        + hooks("sync"));
        world.thing("p", "{}");
        CHILDREN.forEach(child -> awaitRestored(child, STARTED_WITHIN));
    }

    private void changeParent(int round) {
        long generation = world.thing("p", "{round: " + round + "}").generation();
        soon().until(() -> world.thing("p")
                        .orElseThrow()
                        .tree()
                        .at("/status/observedGeneration")
                        .asLong()
                == generation);
    }

    private ApiResource resource(ObjectNode child) {
        return world.resource(KubeObject.of(child).gvk());
    }

    /** One change by another client: of a field of the hook, of a field that it did not set, or of both. */
    private void edit(ObjectNode child) {
        ObjectNode patch = Json.NODES.objectNode();
        int what = random.nextInt(3);
        if (what != 0) {
            String field = one(OURS.get(id(child)));
            boolean removed = random.nextInt(3) == 0;
            put(patch, field, removed ? Json.NODES.nullNode() : otherValue(child, field));
            theirs(child).keySet().removeIf(path -> path.startsWith(field + "/") && (removed || !isMap(child, field)));
        }
        if (what != 1) {
            String field = one(MAPS.get(id(child))) + "/theirs" + random.nextInt(10);
            JsonNode value = Json.NODES.textNode("t" + edits);
            if (patch.at(parent(field)).isMissingNode()
                    || patch.at(parent(field)).isObject()) {
                put(patch, field, value);
                theirs(child).put(field, value);
            }
        }
        write(child, patch);
        edits++;
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static boolean isMap(ObjectNode child, String field) {
        return child.at(field).isObject();
    }

    private Map<String, JsonNode> theirs(ObjectNode child) {
        return theirs.computeIfAbsent(id(child), _ -> new HashMap<>());
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Another value; a map keeps its fields, of which one changes. */
    private JsonNode otherValue(ObjectNode child, String field) {
        JsonNode value = child.at(field);
        if (value.isObject()) {
            String name = value.fieldNames().next();
            return Json.NODES.objectNode().set(name, otherValue(child, field + "/" + name));
        }
        return switch (value.getNodeType()) {
            case NUMBER -> Json.NODES.numberNode(value.asInt() + 1 + random.nextInt(5));
            case BOOLEAN -> Json.NODES.booleanNode(!value.asBoolean());
            case ARRAY -> Json.NODES.arrayNode().add(value.get(0));
            default -> Json.NODES.textNode("edit" + edits);
        };
    }

    private static void put(ObjectNode patch, String path, JsonNode value) {
        JsonPointer pointer = JsonPointer.compile(path);
        patch.withObject(pointer.head()).set(pointer.last().getMatchingProperty(), value);
    }

    /** As a merge patch, or as an apply of a field manager that takes over the fields. */
    private void write(ObjectNode child, ObjectNode patch) {
        boolean applies = random.nextInt(3) == 0 && !patch.toString().contains("null");
        KubeObject now;
        if (applies) {
            patch.put("apiVersion", child.path("apiVersion").asText())
                    .put("kind", child.path("kind").asText());
            WriteOptions forced = new WriteOptions("", "applier" + edits, true, false);
            Patch apply = new Patch(Patch.Type.APPLY, patch.toString());
            now = world.local.patch(resource(child), KubeObject.of(child).key(), apply, forced);
        } else {
            now = world.local.patch(
                    resource(child),
                    KubeObject.of(child).key(),
                    Patch.merge(patch.toString()),
                    WriteOptions.PLAIN.by("somebody"));
        }
        broken += MissingFields.of(child, now.tree()).isEmpty() ? 0 : 1;
    }

    private Duration awaitRestored(ObjectNode child, Duration within) {
        long start = System.nanoTime();
        Awaitility.await(id(child))
                .pollInterval(Duration.ofMillis(2))
                .atMost(within)
                .untilAsserted(() -> assertThat(missing(child)).isEmpty());
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Fields of the hook and of others that do not have their values. */
    private List<String> missing(ObjectNode child) {
        ObjectNode now = world.find(resource(child), child.at("/metadata/name").asText())
                .map(KubeObject::tree)
                .orElseGet(Json.NODES::objectNode);
        List<String> missing = new ArrayList<>(MissingFields.of(child, now));
        theirs(child).forEach((path, value) -> {
            if (!now.at(path).equals(value)) {
                missing.add(path + " of another client");
            }
        });
        return missing;
    }
}
