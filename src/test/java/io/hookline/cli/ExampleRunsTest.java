package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many examples in one world. */
class ExampleRunsTest {

    @TempDir
    private Path root;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new Random(1));
    private final List<String> results = new CopyOnWriteArrayList<>();

    private ExampleFolder example(String name, String head) throws IOException {
        return example(name, head, "- calls: {hook: " + name + ", exactly: 0}");
    }

    private ExampleFolder example(String name, String head, String step) throws IOException {
        Path folder = Files.createDirectories(root.resolve(name));
        Files.writeString(folder.resolve("sample.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        Files.writeString(
                folder.resolve("expect.yaml"),
                head + "install: [sample.yaml]\nsteps:\n- expect: ConfigMap/a\n" + step + "\n");
        return ExampleFolder.read(folder);
    }

    private Optional<Integer> run(ExampleWorld world, ExampleFolder... examples) throws InterruptedException {
        return new ExampleRuns(world, () -> false).run(List.of(examples), result -> results.add(result.toString()));
    }

    private ExampleWorld world(ToLongFunction<String> calls) {
        return new ExampleWorld(cluster, calls, _ -> 0, InstantSource.system());
    }

    @Test
    void theyRunAtTheSameTime() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);

        Optional<Integer> failed = run(world(_ -> meet(both)), example("a", ""), example("b", ""));

        assertThat(failed).contains(0);
    }

    private static long meet(CyclicBarrier both) {
        try {
            both.await(30, TimeUnit.SECONDS);
            return 0;
        } catch (Exception e) {
            throw new IllegalStateException("nobody else runs", e);
        }
    }

    @Test
    void whoMustBeAloneRunsAfterTheOthers() throws Exception {
        run(world(_ -> 0), example("alone", "alone: true\n"), example("b", ""), example("c", ""));

        assertThat(results).hasSize(3);
        assertThat(results.getLast()).contains("name=alone");
    }

    @Test
    void whatFailsIsCounted() throws Exception {
        ExampleFolder failing = example("b", "within: 10ms\n", "- gone: ConfigMap/a");

        assertThat(run(world(_ -> 0), example("a", ""), failing)).contains(1);
    }

    @Test
    void onceStoppedNoneBegins() throws Exception {
        assertThat(new ExampleRuns(world(_ -> 0), () -> true)
                        .run(List.of(example("a", "")), result -> results.add(result.toString())))
                .isEmpty();
        assertThat(results).isEmpty();
    }
}
