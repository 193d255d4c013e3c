package io.hookline.watcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.local.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * From any state of a cluster to any children that a hook desires. Before, children exist, are missing, edited, held by finalizers or
 * without owner, and other objects have their names.
 */
class ConvergenceTest {

    private final Logger log = (Logger) LoggerFactory.getLogger("io.hookline.watcher.sync");

    /** Each sync would log some lines. */
    @BeforeEach
    void hush() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        log.setLevel(null);
    }

    @Test
    void anyStateOfTheClusterBecomesTheDesiredOneAndThenNoRequestIsSent() {
        ConvergenceRun.Totals totals = play(150, 2026);

        Figure.of("random start states and desired children of a parent", "cases")
                .atLeast(300)
                .is(totals.cases());
        Figure.of("syncs until a parent has converged", "syncs").atMost(3).is(totals.mostSyncs());
        Figure.of("requests of one more sync of each", "requests").atMost(0).is(totals.requestsAfter());
    }

    @Test
    @Tag("soak")
    void thousandsOfStatesBecomeTheDesiredOnes() {
        play(5000, 4711);
    }

    private static ConvergenceRun.Totals play(int cases, long seed) {
        return ConvergenceRun.playAll(cases, seed, world(), List.of("default", "other"));
    }

    private static Cluster world() {
        LocalCluster cluster = new LocalWorld().cluster;
        cluster.create(
                cluster.discover()
                        .find("apiextensions.k8s.io/v1", "customresourcedefinitions")
                        .orElseThrow(),
                LocalWorld.object(TestKinds.WIDE),
                WriteOptions.PLAIN);
        cluster.create(
                cluster.discover().find("v1", "namespaces").orElseThrow(),
                LocalWorld.object("{apiVersion: v1, kind: Namespace, metadata: {name: other}}"),
                WriteOptions.PLAIN);
        return cluster;
    }
}
