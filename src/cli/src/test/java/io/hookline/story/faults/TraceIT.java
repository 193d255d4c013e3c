package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.distribution.Distribution;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watcher and a hook server of the distribution: what their logs show of one change, and how long it takes. */
@RealControlPlane
class TraceIT {

    private static final Pattern URL = Pattern.compile("\"url\":\"(http://127\\.0\\.0\\.1:\\d+)\"");
    private static final List<String> STAGES = List.of("watchTook", "queueTook", "claimTook", "hookTook", "applyTook");
    private static final int WARM = 30;
    private static final int MEASURED = 60;

    private static final String HOOK = """
            import io.hookline.hook.*;
            import io.hookline.object.KubeObject;
            import java.util.Map;

            public class TracedHook implements SyncHook<KubeObject> {
                public Answer sync(Sync<KubeObject> in) {
                    String text = in.parent().tree().at("/spec/text").asText();
                    if (text.equals("broken")) {
                        throw new IllegalStateException("no luck");
                    }
                    return Answer.of().status(Map.of("text", text)).child(Map.of(
                            "apiVersion", "v1",
                            "kind", "ConfigMap",
                            "metadata", Map.of("name", in.parent().name() + "-0"),
                            "data", Map.of("text", text)));
                }
            }
            """;

    @TempDir
    private static Path folder;

    private static KubeCluster admin;
    private static String namespace;
    private static Scene scene;
    private static ApiResource things;
    private static GuardedProcess hooks;
    private static GuardedProcess watcher;

    @BeforeAll
    static void start(ControlPlane plane, TestNamespace own) throws IOException {
        namespace = own.name();
        admin = plane.connect("trace");
        scene = new Scene(admin, "traced", namespace);
        things = scene.things();
        Path hook = folder.resolve("hooks/traced/TracedHook.java");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, HOOK);
        hooks = run(
                "serve",
                "--hooks=" + folder.resolve("hooks"),
                "--address=127.0.0.1:0",
                "--log-format=json",
                "--access-log");
        Matcher url = await().until(() -> URL.matcher(log("serve").text()), Matcher::find);
        scene.control(url.group(1) + "/traced/sync", "InPlace");
        watcher = run(
                "watch",
                "--kubeconfig=" + plane.kubeconfig(ControlPlane.ADMIN),
                "--target-label-selector=" + scene.selector(),
                "--metrics-address=0",
                "--health-probe-bind-address=0",
                "--zap-log-level=debug",
                "--zap-encoder=json");
    }

    @AfterAll
    static void end() {
        watcher.close();
        hooks.close();
        scene.close();
        admin.close();
    }

    private static GuardedProcess run(String command, String... flags) {
        List<String> line = new ArrayList<>(
                List.of("env", "HOOKLINE_JVM_OPTIONS=-XX:TieredStopAtLevel=1", Distribution.HOOKLINE, command));
        line.addAll(List.of(flags));
        return GuardedProcess.start(command, folder.resolve(command + ".log"), line);
    }

    private static JsonLog log(String command) {
        return new JsonLog(folder.resolve(command + ".log"));
    }

    private static Stream<JsonNode> lines(String command) {
        return log(command).lines();
    }

    private static JsonNode awaitLine(String command, Predicate<JsonNode> which) {
        return await().until(() -> lines(command).filter(which).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private static Predicate<JsonNode> field(String name, String value) {
        return line -> line.path(name).asText().equals(value);
    }

    private static ConditionFactory await() {
        return Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(1));
    }

    /** The last line of the sync that a change of an object caused. */
    private static JsonNode syncOf(KubeObject changed) {
        return awaitLine(
                "watch",
                field("resourceVersion", changed.resourceVersion())
                        .and(line -> line.at("/change/kind").asText().equals(changed.kind())
                                && line.path("msg").asText().startsWith("sync")));
    }

    @Test
    void oneTraceShowsTheStagesOfAChangeWithTheirTimes() {
        KubeObject created = scene.put(things, "one", 1, "first");
        JsonNode sync = syncOf(created);

        assertThat(sync.path("msg").asText()).as(sync.toString()).isEqualTo("synced");
        assertThat(sync.path("causes").asText()).isEqualTo("parent added");
        assertThat(sync.at("/change/name").asText()).isEqualTo("one");
        assertThat(sync.path("writes").asInt()).as("the child and the status").isEqualTo(2);
        assertThat(STAGES)
                .allSatisfy(stage ->
                        assertThat(sync.path(stage).isNumber()).as(stage).isTrue());
        double sum = STAGES.stream()
                .mapToDouble(stage -> sync.path(stage).asDouble())
                .sum();
        Figure.of("stages with a time in the trace of one change", "stages")
                .atLeast(4)
                .is(STAGES.stream().filter(sync::hasNonNull).count());
        assertThat(sum).isCloseTo(sync.path("total").asDouble(), within(0.001));

        String trace = sync.path("trace").asText();
        assertThat(trace).matches("[0-9a-f]{32}");
        assertThat(lines("watch")
                        .filter(field("trace", trace))
                        .map(line -> line.path("msg").asText()))
                .contains("created ConfigMap " + namespace + "/one-0", "synced");
        JsonNode call = awaitLine("serve", field("requestId", trace));
        assertThat(call.path("msg").asText()).isEqualTo("request");
        assertThat(call.path("status").asInt()).isEqualTo(200);
    }

    private static void awaitRest(String parent) {
        AtomicLong known = new AtomicLong();
        await().during(Duration.ofMillis(500)).until(() -> {
            long syncs = lines("watch")
                    .filter(line -> line.at("/parent/name").asText().equals(parent))
                    .count();
            return known.getAndSet(syncs) == syncs;
        });
    }

    @Test
    void theTraceOfARepairNamesTheChildThatAnotherClientChanged() {
        syncOf(scene.put(things, "repaired", 1, "first"));
        awaitRest("repaired"); // an edit before that would be one sync with the events of the first writes
        KubeObject edited = admin.patch(
                scene.configMaps(),
                new ObjectKey(namespace, "repaired-0"),
                Patch.merge("{\"data\":{\"text\":\"foreign\"}}"),
                WriteOptions.PLAIN);

        JsonNode sync = syncOf(edited);

        assertThat(sync.at("/change/name").asText()).isEqualTo("repaired-0");
        assertThat(sync.at("/parent/name").asText()).isEqualTo("repaired");
        assertThat(lines("watch")
                        .filter(field("trace", sync.path("trace").asText()))
                        .map(line -> line.path("msg").asText()))
                .contains("updated ConfigMap " + namespace + "/repaired-0");
    }

    @Test
    void aFailedCallHasTheSameIdInBothLogsAndNoneInItsEvent() {
        scene.put(things, "failing", 1, "broken");

        JsonNode failure = awaitLine("watch", line -> line.path("msg").asText().startsWith("failed to sync Thing"));
        String trace = failure.path("trace").asText();
        JsonNode shown = awaitLine("serve", field("requestId", trace).and(field("level", "error")));

        assertThat(shown.path("error").asText()).contains("no luck");
        assertThat(awaitLine("watch", field("trace", trace).and(field("msg", "sync failed")))
                        .path("hookTook")
                        .isNumber())
                .isTrue();
        String event = await().until(
                        () -> admin
                                .list(
                                        admin.discover().find("v1", "events").orElseThrow(),
                                        ListOptions.ALL.inNamespace(namespace))
                                .items()
                                .stream()
                                .map(found -> found.tree().path("message").asText())
                                .filter(message -> message.contains("no luck"))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        assertThat(event).doesNotContainPattern("[0-9a-f]{16}");
    }

    /** A promise of an idle machine. */
    @Test
    @Tag("soak")
    void theChildOfANewParentIsWrittenSoon() throws InterruptedException {
        String position = admin.list(scene.configMaps(), ListOptions.ALL.inNamespace(namespace))
                .resourceVersion();
        List<Double> times = new ArrayList<>();
        try (Watch children = admin.watch(scene.configMaps(), WatchOptions.from(position, Duration.ofMinutes(5)))) {
            for (int i = 0; i < WARM + MEASURED; i++) {
                String parent = "idle-" + i;
                long start = System.nanoTime();
                scene.put(things, parent, 1, "text");
                awaitCreated(children, parent + "-0");
                times.add((System.nanoTime() - start) / 1e6);
                awaitLine(
                        "watch",
                        field("msg", "synced")
                                .and(line -> line.at("/parent/name").asText().equals(parent))); // it is idle again
            }
        }
        double[] sorted = times.stream()
                .skip(WARM)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        System.out.printf(
                "trace: p50 %.1f ms, p95 %.1f ms, from the request to the child%n", at(sorted, 0.5), at(sorted, 0.95));
        Figure.of("p95 from the change of a parent to its written child, idle", "ms")
                .atMost(200)
                .is(at(sorted, 0.95));
    }

    private static double at(double[] sorted, double share) {
        return DoubleStream.of(sorted)
                .skip((long) Math.ceil(share * sorted.length) - 1)
                .findFirst()
                .orElseThrow();
    }

    private static void awaitCreated(Watch children, String name) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (System.nanoTime() < end) {
            if (children.poll(Duration.ofSeconds(1)).orElse(null) instanceof WatchEvent.Added(KubeObject child)
                    && child.name().equals(name)) {
                return;
            }
        }
        throw new AssertionError("the child was not created: " + name);
    }
}
