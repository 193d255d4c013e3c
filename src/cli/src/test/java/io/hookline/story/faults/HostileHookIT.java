package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.GuardedProcess;
import io.hookline.distribution.Distribution;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process of the watcher, with a small heap, while all its hooks are hostile: it survives, and no controller is lost. */
class HostileHookIT {

    private static final String HEAP = "-Xmx96m";
    private static final long MAX_RESIDENT_KB = 400_000;
    private static final int PARENTS = 15;
    private static final int CHILDREN = 2;

    @TempDir
    private Path folder;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));

    @Test
    void hundredsOfHostileAnswersAndFaultsLoseNothing() throws Exception {
        survive(1, 400, 200);
    }

    @Tag("soak")
    @Test
    void manyMoreLoseNothing() throws Exception {
        for (long seed = 100; seed < 110; seed++) {
            survive(seed, 5000, 2500);
        }
    }

    private void survive(long seed, int hostileAnswers, int faults) throws Exception {
        Path log = folder.resolve("watch-" + seed + ".log");
        try (LocalApiServer server = LocalApiServer.start(cluster, 0);
                HostileHookServer hook = new HostileHookServer(seed * 1_000_000)) {
            List<Scene> scenes = new ArrayList<>();
            for (String name : List.of("one", "two", "secure")) {
                Scene scene = new Scene(cluster, name, "default");
                scene.control(hook.url(name.equals("secure") ? "https" : "http"), "InPlace", "timeout: 1s");
                scenes.add(scene);
            }
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig-" + seed), server.kubeconfig());
            try (GuardedProcess watcher = start(kubeconfig, log)) {
                provoke(scenes, hook, watcher, hostileAnswers, faults);
                hook.beGood();
                awaitSettled(scenes.subList(0, 2), watcher);
                assertHealthy(watcher, log);
                System.out.printf(
                        "hostile answers %d, faults %d, resident %d kB%n",
                        hook.hostileAnswers(), hook.faults(), resident(watcher));
            }
            scenes.forEach(Scene::close);
        }
    }

    private static GuardedProcess start(Path kubeconfig, Path log) {
        return GuardedProcess.start(
                "watcher",
                log,
                List.of(
                        "env",
                        "HOOKLINE_JVM_OPTIONS=" + HEAP,
                        Distribution.HOOKLINE,
                        "watch",
                        "--kubeconfig=" + kubeconfig,
                        "--metrics-address=0",
                        "--health-probe-bind-address=0"));
    }

    /** Changes parents, so that hooks are called without back-off, until there were enough answers and faults. */
    private static void provoke(
            List<Scene> scenes, HostileHookServer hook, GuardedProcess watcher, int hostileAnswers, int faults) {
        int[] round = {0};
        await().until(() -> {
            watcher.requireAlive();
            round[0]++;
            for (Scene scene : scenes) {
                for (int i = 0; i < PARENTS; i++) {
                    scene.put(scene.things(), "p" + i, CHILDREN, "round-" + round[0]);
                }
            }
            return hook.hostileAnswers() >= hostileAnswers && hook.faults() >= faults;
        });
    }

    /** Every controller reconciles good answers again: all children are as desired, and no others exist. */
    private static void awaitSettled(List<Scene> scenes, GuardedProcess watcher) {
        for (Scene scene : scenes) {
            ApiResource things = scene.things();
            for (int i = 0; i < PARENTS; i++) {
                scene.put(things, "p" + i, CHILDREN, "good");
            }
            await().untilAsserted(() -> {
                watcher.requireAlive();
                assertThat(scene.present(things))
                        .allMatch(parent ->
                                parent.tree().at("/status/text").asText().equals("good"));
            });
        }
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < PARENTS * CHILDREN; i++) {
            wanted.put("p" + i / CHILDREN + "-" + i % CHILDREN, "good");
        }
        Scene any = scenes.getFirst();
        await().untilAsserted(
                        () -> assertThat(texts(any.present(any.configMaps()))).isEqualTo(wanted));
    }

    private static Map<String, String> texts(List<KubeObject> configMaps) {
        Map<String, String> texts = new TreeMap<>();
        configMaps.forEach(
                each -> texts.put(each.name(), each.tree().at("/data/text").asText()));
        return texts;
    }

    private static void assertHealthy(GuardedProcess watcher, Path log) throws IOException {
        watcher.requireAlive();
        assertThat(Files.readString(log))
                .doesNotContain("OutOfMemoryError", "Exception in thread", "StackOverflowError", "observer failed")
                .doesNotContainPattern("\\\\tat io\\.hookline"); // the stack trace of an unexpected exception
        assertThat(resident(watcher)).isLessThan(MAX_RESIDENT_KB);
        assertThat(openFiles(watcher)).isLessThan(150);
    }

    private static Path proc(GuardedProcess watcher) {
        return ProcessHandle.of(watcher.pid())
                .orElseThrow()
                .children()
                .map(child -> Path.of("/proc", "" + child.pid()))
                .filter(folder -> read(folder.resolve("cmdline")).contains("io.hookline.cli.Main"))
                .findFirst()
                .orElseThrow();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long resident(GuardedProcess watcher) {
        return read(proc(watcher).resolve("status"))
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    private static long openFiles(GuardedProcess watcher) throws IOException {
        try (Stream<Path> files = Files.list(proc(watcher).resolve("fd"))) {
            return files.count();
        }
    }

    private static org.awaitility.core.ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(100));
    }
}
