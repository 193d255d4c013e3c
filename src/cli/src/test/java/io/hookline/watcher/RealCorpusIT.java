package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Children of built-in kinds with all their lists and maps, in both apply strategies, on a real API server. */
@RealControlPlane
@ExtendWith(SuiteCluster.Resolver.class)
class RealCorpusIT {

    /** At least so many fields can be changed; the server refuses all other changes. */
    private static final Map<String, Integer> CHANGEABLE = Map.of(
            "Deployment", 75,
            "StatefulSet", 4,
            "Service", 4,
            "Ingress", 10,
            "Pod", 4,
            "NetworkPolicy", 3,
            "HorizontalPodAutoscaler", 14);

    /** Fields that identify an item of a list in one of the strategies: another value makes it another item. */
    private static final Set<String> KEYS =
            Set.of("name", "ip", "port", "containerPort", "protocol", "mountPath", "devicePath", "topologyKey", "path");

    private static Cluster cluster;
    private static String namespace;

    @BeforeAll
    static void enter(SuiteCluster real) {
        cluster = real.cluster();
        namespace = real.namespace();
    }

    static Stream<Arguments> children() {
        return corpus().stream()
                .flatMap(child -> Stream.of("dynamic-apply", "server-side-apply")
                        .map(strategy ->
                                Arguments.of(strategy, child.path("kind").asText(), child)));
    }

    private static List<ObjectNode> corpus() {
        try (InputStream in =
                        Objects.requireNonNull(RealCorpusIT.class.getResourceAsStream("/fixtures/apply/corpus.yaml"));
                MappingIterator<JsonNode> documents =
                        new YAMLMapper().readerFor(JsonNode.class).readValues(in)) {
            List<ObjectNode> children = new ArrayList<>();
            documents.forEachRemaining(
                    child -> children.add(Json.object(child.toString().getBytes(StandardCharsets.UTF_8))));
            return children;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0} of a {1}")
    @MethodSource("children")
    void aChildIsNotWrittenWithoutAChangeAndRepairedAfterOne(String strategy, String kind, ObjectNode child) {
        String name = kind.toLowerCase(Locale.ROOT) + "-" + strategy.substring(0, 3);
        ((ObjectNode) child.path("metadata")).put("name", name);
        ApiResource resource =
                cluster.discover().find(KubeObject.of(child).gvk()).orElseThrow();
        ObjectKey key = new ObjectKey(namespace, name);
        cluster.create(
                cluster.discover().find("test.hookline.io/v1", "things").orElseThrow(),
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                        + ", namespace: " + namespace + "}, spec: {}}"),
                WriteOptions.PLAIN);
        KubeObject composite = Composites.over("{apiVersion: " + resource.apiVersion() + ", resource: "
                + resource.plural() + ", updateStrategy: {method: InPlace}, applyStrategy: " + strategy + "}");
        byte[] answer = Composites.children(GoJson.text(child)).getBytes(StandardCharsets.UTF_8);

        try (HandDrivenController first = new HandDrivenController(cluster, composite)) {
            first.answer = answer;
            awaitSeen(first, key);
            first.cluster.forget();
            for (int i = 0; i < 100; i++) {
                first.sync(key);
            }
            assertThat(first.cluster.requests()).isEmpty();

            assertThat(repaired(first, resource, key, child))
                    .as("fields that were changed and repaired")
                    .hasSizeGreaterThanOrEqualTo(CHANGEABLE.get(kind));
        }
        String version = cluster.get(resource, key).resourceVersion();
        try (HandDrivenController restarted = new HandDrivenController(cluster, composite)) {
            restarted.answer = answer;
            restarted.sync(key);
            restarted.sync(key);
            assertThat(cluster.get(resource, key).resourceVersion()).isEqualTo(version);
            if (strategy.equals("server-side-apply")) {
                assertThat(restarted.cluster.requests()).isEmpty();
            }
        }
    }

    private static void awaitSeen(HandDrivenController controller, ObjectKey parent) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            controller.sync(parent);
            return controller.calls.getLast().children().all().size() == 1
                    && controller.calls.getLast().parent().field("status") != null;
        });
    }

    /** Changes each field of a child as another client would, and waits until it is repaired. The server refuses some changes. */
    private static List<String> repaired(
            HandDrivenController controller, ApiResource resource, ObjectKey key, ObjectNode child) {
        Map<JsonPointer, JsonNode> fields = new LinkedHashMap<>();
        for (String part : List.of("/metadata/labels", "/metadata/annotations", "/metadata/finalizers", "/spec")) {
            addFields(JsonPointer.compile(part), child.at(part), fields);
        }
        List<String> repaired = new ArrayList<>();
        fields.forEach((place, value) -> {
            ObjectNode before = cluster.get(resource, key).tree();
            if (JsonEquality.semantic(before.at(place), value) && change(resource, key, place, value)) {
                Awaitility.await(key + " " + place)
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(2))
                        .until(() -> {
                            controller.sync(key);
                            return hasValue(cluster.get(resource, key).tree(), place, value);
                        });
                repaired.add(place.toString());
            }
        });
        return repaired;
    }

    private static void addFields(JsonPointer place, JsonNode value, Map<JsonPointer, JsonNode> fields) {
        if (value.isValueNode()) {
            fields.put(place, value);
        }
        value.properties().forEach(field -> addFields(place.appendProperty(field.getKey()), field.getValue(), fields));
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            JsonPointer item = place.appendIndex(i);
            addFields(item, value.get(i), fields);
            KEYS.forEach(key -> fields.remove(item.appendProperty(key)));
        }
    }

    private static boolean change(ApiResource resource, ObjectKey key, JsonPointer place, JsonNode value) {
        JsonNode other = switch (value.getNodeType()) {
            case NUMBER -> Json.NODES.numberNode(value.intValue() + 1);
            case BOOLEAN -> Json.NODES.booleanNode(!value.booleanValue());
            default -> Json.NODES.textNode(value.asText() + "x");
        };
        ArrayNode patch = Json.NODES.arrayNode();
        patch.addObject().put("op", "replace").put("path", place.toString()).set("value", other);
        try {
            cluster.patch(resource, key, Patch.json(GoJson.text(patch)), WriteOptions.PLAIN.by("somebody"));
            return true;
        } catch (ClusterException.Invalid | ClusterException.Forbidden | ClusterException.BadRequest _) {
            return false;
        }
    }

    /** Whether the value is at its place, or in its list if that may have values of others. */
    private static boolean hasValue(ObjectNode live, JsonPointer place, JsonNode value) {
        if (JsonEquality.semantic(live.at(place), value)) {
            return true;
        }
        for (JsonNode item : live.at(place.head())) {
            if (place.toString().startsWith("/metadata/finalizers") && JsonEquality.semantic(item, value)) {
                return true;
            }
        }
        return false;
    }
}
