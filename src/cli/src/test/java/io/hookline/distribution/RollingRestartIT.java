package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.WatchedCluster;
import io.hookline.process.metrics.MetricsPage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas of {@code hookline serve} behind a Service are replaced again and again while a watcher syncs: no sync fails. */
class RollingRestartIT {

    private static final int PARENTS = 60;

    private static final Pattern REQUESTS =
            Pattern.compile("(?m)^metacontroller_sync_requests_total\\{.*code=\"([^\"]*)\".*} (\\S+)$");

    @TempDir
    private Path folder;

    @Test
    void noSyncFailsWhileTheReplicasAreReplaced() throws Exception {
        assertNoSyncFails(Duration.ZERO);
    }

    @Test
    @Tag("soak")
    void noSyncFailsWhileTheReplicasAreReplacedForTenMinutes() throws Exception {
        assertNoSyncFails(Duration.ofMinutes(10));
    }

    /** Replaces each replica at least once. */
    private void assertNoSyncFails(Duration time) throws Exception {
        try (ServiceBalancer service = new ServiceBalancer()) {
            ServeProcess[] replicas = {replica(service), replica(service)};
            try (WatchedCluster cluster = new WatchedCluster()) {
                createParents(cluster, service.port());
                awaitCalls(cluster, 2 * PARENTS);
                long end = System.nanoTime() + time.toNanos();
                int restarts = 0;
                while (restarts < 2 || System.nanoTime() < end) {
                    replaceOne(replicas, restarts % 2, service);
                    restarts++;
                }
                awaitCalls(cluster, requests(cluster).get("200") + PARENTS);
                assertThat(requests(cluster)).as("calls by status code").containsOnlyKeys("200");
                assertThat(cluster.events())
                        .extracting(event -> event.tree().path("reason").asText())
                        .doesNotContain("SyncError");
            } finally {
                List.of(replicas).forEach(ServeProcess::close);
            }
        }
    }

    private static void awaitCalls(WatchedCluster cluster, long calls) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> requests(cluster).getOrDefault("200", 0L) > calls);
    }

    /** As a Deployment of two replicas does it: the new one is ready before the former gets its SIGTERM. */
    private void replaceOne(ServeProcess[] replicas, int which, ServiceBalancer service) throws Exception {
        ServeProcess former = replicas[which];
        replicas[which] = replica(service);
        former.signal("TERM");
        assertThat(former.exit(Duration.ofSeconds(60))).as(former::log).isZero();
        service.remove(former.port());
    }

    private ServeProcess replica(ServiceBalancer service) throws Exception {
        ServeProcess replica = ServeProcess.start(folder, "--shutdown-delay-duration=2s", "--calls-per-hook=16");
        service.add(replica.port());
        Awaitility.await().until(() -> service.isReady(replica.port()));
        return replica;
    }

    /** Calls of the hook by status code, as the watcher counted them. */
    private static Map<String, Long> requests(WatchedCluster cluster) {
        Map<String, Long> calls = new TreeMap<>();
        Matcher series = REQUESTS.matcher(MetricsPage.of(cluster.registry));
        while (series.find()) {
            calls.merge(series.group(1), (long) Double.parseDouble(series.group(2)), Long::sum);
        }
        return calls;
    }

    /** Parents that are synced each second; the calls of some take so long that they are in flight at a SIGTERM. */
    private static void createParents(WatchedCluster cluster, int port) throws Exception {
        cluster.installControllerKinds();
        cluster.apply("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: things.example.com}
                spec:
                  group: example.com
                  names: {kind: Thing, plural: things, singular: thing}
                  scope: Namespaced
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      subresources: {status: {}}
                      schema:
                        openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """);
        cluster.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: things}
                spec:
                  parentResource: {apiVersion: example.com/v1, resource: things}
                  generateSelector: true
                  resyncPeriodSeconds: 1
                  hooks:
                    sync:
                      webhook: {url: "http://127.0.0.1:%d/slow/sync"}
                """.formatted(port));
        cluster.awaitStarted("things");
        for (int i = 0; i < PARENTS; i++) {
            cluster.apply("""
                    apiVersion: example.com/v1
                    kind: Thing
                    metadata: {name: thing-%d}
                    spec: {millis: %d}
                    """.formatted(i, i % 30 == 0 ? 3000 : 20));
        }
    }
}
