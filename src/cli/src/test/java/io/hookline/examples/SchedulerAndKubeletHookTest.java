package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.effect.PodRemover;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.ClusterSideEffects;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The hooks of mini-scheduler and fake-kubelet, with calls that know an old state only. */
class SchedulerAndKubeletHookTest {

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));

    private Bench bench(SideEffects sideEffects) {
        return new Bench(HookSettings.DEFAULTS.withSideEffects(sideEffects));
    }

    private static HookProgram load(Bench bench, String hook) {
        return bench.loader.load(Path.of("hooks", hook));
    }

    private ApiResource pods() {
        return cluster.discover().find("v1", "pods").orElseThrow();
    }

    private KubeObject createPod(String name) {
        return cluster.create(pods(), KubeObject.of("""
                        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default"},
                         "spec":{"containers":[{"name":"c","image":"i"}]}}
                        """.formatted(name)), WriteOptions.PLAIN);
    }

    private String nodeOf(String pod) {
        return cluster.get(pods(), new ObjectKey("default", pod))
                .tree()
                .at("/spec/nodeName")
                .asText();
    }

    private static byte[] request(KubeObject pod, List<KubeObject> pods, String... nodes) {
        ObjectNode request = Json.NODES.objectNode();
        request.putObject("controller")
                .put("apiVersion", "metacontroller.k8s.io/v1alpha1")
                .put("kind", "DecoratorController")
                .putObject("metadata")
                .put("name", "test");
        request.set("object", pod.tree());
        request.putObject("attachments");
        request.put("finalizing", false);
        ObjectNode related = request.putObject("related");
        ObjectNode relatedNodes = related.putObject("Node.v1");
        for (String node : nodes) {
            relatedNodes
                    .putObject(node)
                    .put("apiVersion", "v1")
                    .put("kind", "Node")
                    .putObject("metadata")
                    .put("name", node);
        }
        ObjectNode relatedPods = related.putObject("Pod.v1");
        pods.forEach(each -> relatedPods.set(each.key().toString(), each.tree()));
        return GoJson.bytes(request);
    }

    private static JsonNode answer(HookProgram hook, byte[] request, Instant now) throws InterruptedException {
        return ((HookReply.Answered) hook.call(HookType.SYNC, request, Optional.of(now)))
                .body()
                .tree();
    }

    @Test
    void callsWithTheSameOldStateSpreadPodsOverTheNodes() throws Exception {
        List<KubeObject> pods = List.of(createPod("a"), createPod("b"), createPod("c"));
        try (Bench bench = bench(ClusterSideEffects.on(() -> cluster));
                HookProgram scheduler = load(bench, "mini-scheduler")) {
            for (KubeObject pod : pods) {
                answer(scheduler, request(pod, pods, "node-1", "node-2"), Instant.now());
            }
        }
        assertThat(List.of(nodeOf("a"), nodeOf("b"), nodeOf("c")))
                .containsExactlyInAnyOrder("node-1", "node-1", "node-2");
    }

    @Test
    void twoSchedulersAtOnceBindAPodOnceAndTheSlowerOneReportsNothing() throws Exception {
        KubeObject pod = createPod("contested");
        try (Bench bench = bench(ClusterSideEffects.on(() -> cluster));
                HookProgram fast = load(bench, "mini-scheduler");
                HookProgram slow = load(bench, "mini-scheduler")) {
            JsonNode first = answer(fast, request(pod, List.of(pod), "node-1"), Instant.now());
            JsonNode second = answer(slow, request(pod, List.of(pod), "node-2"), Instant.now());

            assertThat(first.at("/events/0/message").asText())
                    .isEqualTo("Successfully assigned default/contested to node-1");
            assertThat(second.has("events")).isFalse();
        }
        assertThat(nodeOf("contested")).isEqualTo("node-1");
    }

    @Test
    void aKubeletRemovesADeletedPodWhenItsGracePeriodIsOverAndNotBefore() throws Exception {
        List<String> removed = new ArrayList<>();
        PodRemover remover = pod -> removed.add(pod.getMetadata().getName());
        ObjectNode pod = createPod("ending").tree();
        pod.withObjectProperty("metadata")
                .put("deletionTimestamp", "2026-01-01T00:00:30Z")
                .put("deletionGracePeriodSeconds", 30)
                .putObject("annotations")
                .put("fake-kubelet/run", "true");
        byte[] request = request(KubeObject.of(pod), List.of());
        try (Bench bench = bench((_, _) -> remover);
                HookProgram kubelet = load(bench, "fake-kubelet")) {
            JsonNode early = answer(kubelet, request, Instant.parse("2026-01-01T00:00:29Z"));
            assertThat(early.path("resyncAfterSeconds").asInt()).isEqualTo(1);
            assertThat(removed).isEmpty();

            answer(kubelet, request, Instant.parse("2026-01-01T00:00:30Z"));
            assertThat(removed).containsExactly("ending");
        }
    }

    @Test
    void aKubeletRemovesADeletedPodThatHasEndedAtOnce() throws Exception {
        List<String> removed = new ArrayList<>();
        PodRemover remover = pod -> removed.add(pod.getMetadata().getName());
        ObjectNode pod = createPod("ended").tree();
        pod.withObjectProperty("metadata")
                .put("deletionTimestamp", "2026-01-01T00:00:30Z")
                .put("deletionGracePeriodSeconds", 30)
                .putObject("annotations")
                .put("fake-kubelet/run", "true");
        pod.withObjectProperty("status").put("phase", "Succeeded");
        try (Bench bench = bench((_, _) -> remover);
                HookProgram kubelet = load(bench, "fake-kubelet")) {
            answer(kubelet, request(KubeObject.of(pod), List.of()), Instant.parse("2026-01-01T00:00:01Z"));
        }
        assertThat(removed).containsExactly("ended");
    }

    @Test
    void aPodThatIsDeletedAfterItWasBoundLeavesItsRoomToTheNextOne() throws Exception {
        KubeObject first = createPod("first");
        KubeObject next = createPod("next");
        try (Bench bench = bench(ClusterSideEffects.on(() -> cluster));
                HookProgram scheduler = load(bench, "mini-scheduler")) {
            answer(scheduler, withRoom("1", request(first, List.of(first, next), "node-1")), Instant.now());
            KubeObject bound = cluster.get(pods(), first.key());
            answer(scheduler, withRoom("1", request(next, List.of(bound, next), "node-1")), Instant.now());
            assertThat(nodeOf("next")).isEmpty();

            answer(scheduler, withRoom("1", request(next, List.of(next), "node-1")), Instant.now());
        }
        assertThat(nodeOf("next")).isEqualTo("node-1");
    }

    @Test
    void theHookIsCalledAgainWhenABoundPodThatIsNotSeenIsForgotten() throws Exception {
        KubeObject unseen = createPod("unseen");
        KubeObject next = createPod("next");
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        try (Bench bench = bench(ClusterSideEffects.on(() -> cluster));
                HookProgram scheduler = load(bench, "mini-scheduler")) {
            answer(scheduler, withRoom("1", request(unseen, List.of(), "node-1")), now);
            JsonNode waits = answer(scheduler, withRoom("1", request(next, List.of(next), "node-1")), now);
            double resync = waits.path("resyncAfterSeconds").asDouble();
            assertThat(resync).isBetween(1.0, 60.0);

            Instant again = now.plusMillis((long) (resync * 1000));
            answer(scheduler, withRoom("1", request(next, List.of(next), "node-1")), again);
        }
        assertThat(nodeOf("next")).isEqualTo("node-1");
    }

    @Test
    void aPodThatFitsNowhereIsLookedAtAgainOnlyWhenSomethingChanges() throws Exception {
        KubeObject pod = createPod("next");
        try (Bench bench = bench(ClusterSideEffects.on(() -> cluster));
                HookProgram scheduler = load(bench, "mini-scheduler")) {
            JsonNode waits = answer(scheduler, request(pod, List.of(pod)), Instant.now());
            assertThat(waits.has("resyncAfterSeconds")).isFalse();
        }
    }

    @Test
    void aNodeMayReportItsRoomWithASuffix() throws Exception {
        KubeObject first = createPod("first");
        KubeObject next = createPod("next");
        try (Bench bench = bench(ClusterSideEffects.on(() -> cluster));
                HookProgram scheduler = load(bench, "mini-scheduler")) {
            for (KubeObject pod : List.of(first, next)) {
                answer(scheduler, withRoom("1k", request(pod, List.of(first, next), "node-1")), Instant.now());
            }
        }
        assertThat(nodeOf("next")).isEqualTo("node-1");
    }

    /** The request, with the number of Pods for which each node has room. */
    private static byte[] withRoom(String pods, byte[] request) {
        JsonNode tree = Json.parse(request);
        for (JsonNode node : tree.at("/related/Node.v1")) {
            ((ObjectNode) node).withObject("/status/allocatable").put("pods", pods);
        }
        return GoJson.bytes(tree);
    }
}
