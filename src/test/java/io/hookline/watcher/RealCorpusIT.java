package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
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
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Children of built-in kinds with all their lists and maps, in both apply strategies, on a real API server. */
@RealControlPlane
class RealCorpusIT {

    private static KubeCluster cluster;
    private static String namespace;

    @BeforeAll
    static void connect(ControlPlane plane, TestNamespace own) {
        cluster = plane.connect("corpus");
        namespace = own.name();
        RealKinds.define(cluster);
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
    }

    static Stream<Arguments> children() {
        return corpus().stream()
                .flatMap(child -> Stream.of("dynamic-apply", "server-side-apply")
                        .map(strategy -> Arguments.of(strategy, child.path("kind").asText(), child)));
    }

    private static List<ObjectNode> corpus() {
        try (InputStream in = Objects.requireNonNull(RealCorpusIT.class.getResourceAsStream("/fixtures/apply/corpus.yaml"));
                MappingIterator<JsonNode> documents = new YAMLMapper().readerFor(JsonNode.class).readValues(in)) {
            List<ObjectNode> children = new ArrayList<>();
            documents.forEachRemaining(child ->
                    children.add(Json.object(child.toString().getBytes(StandardCharsets.UTF_8))));
            return children;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0} of a {1}")
    @MethodSource("children")
    void aChildIsNotWrittenWithoutAChangeAndRepairedAfterOne(String strategy, String kind, ObjectNode child) {
        String name = kind.toLowerCase(java.util.Locale.ROOT) + "-" + strategy.substring(0, 3);
        ((ObjectNode) child.path("metadata")).put("name", name);
        ApiResource resource = cluster.discover().find(KubeObject.of(child).gvk()).orElseThrow();
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
            first.sync(key);
            awaitSeen(first, key);
            System.out.println(strategy + " " + first.cluster.requests());
            first.cluster.forget();
            for (int i = 0; i < 100; i++) {
                first.sync(key);
            }
            assertThat(first.cluster.requests()).isEmpty();
        }
        try (HandDrivenController restarted = new HandDrivenController(cluster, composite)) {
            restarted.answer = answer;
            restarted.sync(key);
            System.out.println(strategy + " restarted " + restarted.cluster.requests());
            restarted.cluster.forget();
        }
        System.out.println("LIVE " + cluster.get(resource, key).json());
    }

    private static void awaitSeen(HandDrivenController controller, ObjectKey parent) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            controller.sync(parent);
            return controller.calls.getLast().children().all().size() == 1;
        });
    }
}
