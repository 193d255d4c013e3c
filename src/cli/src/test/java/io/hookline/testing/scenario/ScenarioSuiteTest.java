package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several examples in one environment. */
class ScenarioSuiteTest {

    @TempDir
    private Path root;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new Random(1));
    private final List<String> results = new CopyOnWriteArrayList<>();

    private Scenario example(String name, String head) throws IOException {
        return example(name, head, "- calls: {hook: " + name + ", exactly: 0}");
    }

    private Scenario example(String name, String head, String step) throws IOException {
        Path folder = Files.createDirectories(root.resolve(name));
        Files.writeString(folder.resolve("sample.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        Files.writeString(
                folder.resolve("expect.yaml"),
                head + "install: [sample.yaml]\nsteps:\n- expect: ConfigMap/a\n" + step + "\n");
        return Scenario.read(folder);
    }

    private Optional<Integer> run(ScenarioEnvironment world, Scenario... examples) throws InterruptedException {
        return new ScenarioSuite(world, () -> false).run(List.of(examples), result -> results.add(result.toString()));
    }

    private ScenarioEnvironment world(ToLongFunction<String> calls) {
        return new ScenarioEnvironment(cluster, calls, _ -> 0, InstantSource.system(), new RealTime());
    }

    @Test
    void theyRunAtTheSameTime() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);

        Optional<Integer> failed = run(world(_ -> meet(both)), example("a", ""), example("b", ""));

        assertThat(failed).contains(0);
    }

    private static long meet(CyclicBarrier both) {
        try {
            both.await(60, TimeUnit.SECONDS);
            return 0;
        } catch (Exception e) {
            throw new IllegalStateException("nobody else runs", e);
        }
    }

    @Test
    void scenariosThatMustRunAloneAreLast() throws Exception {
        run(world(_ -> 0), example("alone", "alone: true\n"), example("b", ""), example("c", ""));

        assertThat(results).hasSize(3);
        assertThat(results.getLast()).contains("name=alone");
    }

    /** An environment in which an object is created after a time; time passes during waits. */
    private ScenarioEnvironment worldWithLate(Duration after) {
        ManualClock clock = new ManualClock();
        Instant then = clock.instant().plus(after);
        AtomicBoolean came = new AtomicBoolean();
        return new ScenarioEnvironment(cluster, _ -> 0, _ -> 0, clock, time -> {
            clock.advance(time);
            if (!clock.instant().isBefore(then) && came.compareAndSet(false, true)) {
                createLate();
            }
        });
    }

    private void createLate() {
        ApiResource maps = cluster.discover().find("v1", "configmaps").orElseThrow();
        KubeObject late = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"late\","
                + "\"namespace\":\"default\"}}");
        cluster.create(maps, late, WriteOptions.PLAIN);
    }

    private Scenario waiting(String head) throws IOException {
        return example("waiting", head + "namespace: default\nwithin: 10s\n", "- expect: ConfigMap/late");
    }

    @Test
    void aSingleScenarioKeepsItsTimeLimits() throws Exception {
        assertThat(run(worldWithLate(Duration.ofSeconds(15)), waiting(""))).contains(1);
    }

    @Test
    void examplesThatKeepEachOtherWaitingGetMoreTime() throws Exception {
        assertThat(run(worldWithLate(Duration.ofSeconds(15)), waiting(""), example("b", "")))
                .contains(0);
    }

    @Test
    void aScenarioThatRunsAloneKeepsItsTimeLimits() throws Exception {
        Scenario alone = waiting("alone: true\n");

        assertThat(run(worldWithLate(Duration.ofSeconds(15)), example("a", ""), example("b", ""), alone))
                .contains(1);
    }

    @Test
    void whatFailsIsCounted() throws Exception {
        Scenario failing = example("b", "within: 10ms\n", "- gone: ConfigMap/a");

        assertThat(run(world(_ -> 0), example("a", ""), failing)).contains(1);
    }

    @Test
    void onceStoppedNoneBegins() throws Exception {
        assertThat(new ScenarioSuite(world(_ -> 0), () -> true)
                        .run(List.of(example("a", "")), result -> results.add(result.toString())))
                .isEmpty();
        assertThat(results).isEmpty();
    }
}
