package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.distribution.SmallProcess;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** All examples in one {@code hookline dev} with a heap of 256 MB: first nothing disturbs them, then each child is broken. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SettledExamplesIT {

    @TempDir
    private static Path folder;

    private static SmallProcess dev;
    private static KubeCluster cluster;
    private static Instant started;

    @BeforeAll
    static void start() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        started = Instant.now();
        dev = SmallProcess.start(folder, "dev", "--all", "--hook-port", "0", "--kubeconfig-out", kubeconfig.toString());
        dev.awaitPrinted("every sample has its children and first status");
        cluster = KubeCluster.connect(KubeOptions.of("steady-state").withKubeconfig(kubeconfig.toString()));
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (dev != null) {
            dev.close();
        }
    }

    @Test
    @Order(1)
    void onceAllExamplesHaveSettledNothingIsWrittenAndNoEventComes() {
        SteadyState state = new SteadyState(cluster);
        state.reportSettled("all examples in one `hookline dev`", started);

        state.assertStill();
        dev.assertRunning();
    }

    @Test
    @Order(2)
    void eachChildOfEachExampleIsRepairedAfterAnEditAndAfterADeletion() throws Exception {
        SelfHealing healing = new SelfHealing(cluster);
        int children = healing.children().size();

        List<SelfHealing.Repair> repairs = healing.breakAll();

        assertThat(SelfHealing.WITHOUT_CHILDREN.keySet()).containsAll(healing.rulesWithoutChildren());
        SelfHealing.Repair slowest = repairs.stream()
                .max(Comparator.comparing(SelfHealing.Repair::took))
                .orElseThrow();
        System.out.println("slowest: " + slowest);
        Figure.of("children of the examples that were edited and deleted", "children")
                .atLeast(80)
                .is(children);
        Figure.of("slowest repair of a child of an example", "ms")
                .atMost(60_000)
                .is(slowest.took().toMillis());
        dev.assertRunning();
    }
}
