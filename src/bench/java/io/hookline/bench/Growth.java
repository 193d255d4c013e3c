package io.hookline.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import io.hookline.testing.embedded.ControllerKinds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * How the CPU time of a sync that changes nothing and the memory of a watcher grow with the number of its objects: from 100 to 100,000
 * children, once with more parents and once with more children of each. The embedded API server has everything converged before
 * the watcher starts, in the process of the bench.
 */
final class Growth {

    /** The children of each parent, while the parents grow. */
    static final int CHILDREN = 10;

    /** The parents, while their children grow. */
    static final int PARENTS = 100;

    /** Syncs in a second; fewer of parents with many children. */
    private static final double RATE = 300;

    private static final double MAX_CHILDREN_PER_SECOND = 5_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(20);

    /** The time in which an idle watcher gives memory back. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private static final JsonMapper JSON = new JsonMapper();

    private final PrintStream out;
    private final String command;
    private final Path folder;
    private final int bytes;
    private final Duration warmUp;
    private final Duration measured;

    Growth(PrintStream out, String command, Path folder, int bytes, Duration warmUp, Duration measured) {
        this.out = out;
        this.command = command;
        this.folder = folder;
        this.bytes = bytes;
        this.warmUp = warmUp;
        this.measured = measured;
    }

    /**
     * One watcher.
     *
     * @param bytes of a child, in JSON
     * @param syncs in the time of the measurement
     * @param cpuMicros for one child of a sync
     * @param busyKiB resident, at the end of the syncs
     * @param idleKiB resident, when no sync was due for a while
     */
    record Point(int parents, int children, long bytes, long syncs, double cpuMicros, long busyKiB, long idleKiB) {
        @JsonIgnore
        int all() {
            return parents * children;
        }
    }

    /** Measures all points, and writes each as a line of JSON. */
    void run(Path lines) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.deleteIfExists(lines);
        for (int parents : List.of(10, 100, 1000, 10_000)) {
            write(lines, measure(parents, CHILDREN));
        }
        for (int children : List.of(100, 1000)) {
            write(lines, measure(PARENTS, children));
        }
    }

    private void write(Path lines, Point point) throws IOException {
        String line = JSON.writeValueAsString(point) + "\n";
        out.print(line);
        Files.writeString(lines, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Point measure(int parents, int children) throws IOException, InterruptedException {
        Load load = Load.of(parents, children, bytes);
        double rate = Math.min(RATE, MAX_CHILDREN_PER_SECOND / children);
        Duration period = Duration.ofMillis((long) (1000 * parents / rate));
        LocalCluster cluster = LocalCluster.create(Clock.systemUTC(), new Random(1));
        try (CountingHook hook = CountingHook.start(load);
                LocalApiServer server = LocalApiServer.start(cluster, 0)) {
            hook.resyncAfter(period.toMillis() / 1000.0);
            long size = converged(cluster, load, hook.url()) / load.parents() / load.children();
            Path kubeconfig = folder.resolve("kubeconfig");
            Files.deleteIfExists(kubeconfig);
            Files.createFile(
                    kubeconfig, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(kubeconfig, server.kubeconfig());
            String line = command.replace("{kubeconfig}", kubeconfig.toString());
            Path log = folder.resolve("watcher-" + parents + "-" + children + ".log");
            try (WatcherUnderTest watcher = WatcherUnderTest.start(line, log)) {
                Awaitility.await("every parent is synced").atMost(TIMEOUT).until(() -> hook.parentsSeen() == parents);
                pause(longer(warmUp, period.multipliedBy(3).dividedBy(2)));
                Usage before = watcher.usage();
                long calls = hook.count().calls();
                pause(longer(measured, period));
                Usage after = watcher.usage();
                long syncs = hook.count().calls() - calls;
                double micros = (after.cpuMillis() - before.cpuMillis()) * 1000.0 / syncs / children;
                hook.resyncAfter(0);
                pause(period.multipliedBy(3).dividedBy(2).plus(IDLE));
                return new Point(
                        parents,
                        children,
                        size,
                        syncs,
                        Math.round(micros * 100) / 100.0,
                        after.residentKiB(),
                        watcher.usage().residentKiB());
            }
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static void pause(Duration time) throws InterruptedException {
        var _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Creates everything as a watcher leaves it; returns the size of the children in bytes. */
    private static long converged(LocalCluster cluster, Load load, String url) {
        String namespace = Places.namespace(Places.GROUP);
        ControllerKinds.manifests().forEach(manifest -> create(cluster, manifest.object()));
        create(cluster, KubeObject.of(Scenery.BUNDLES.formatted(Places.GROUP)));
        create(cluster, KubeObject.of("""
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s"}}""".formatted(namespace)));
        create(cluster, KubeObject.of(Scenery.CONTROLLER.formatted(url)));
        long size = 0;
        for (String name : load.parentNames()) {
            KubeObject parent = create(cluster, in(namespace, KubeObject.of(load.parent(Places.GROUP, name, 0))));
            cluster.patch(
                    cluster.discover().find(parent.gvk()).orElseThrow(),
                    parent.key(),
                    Patch.merge("{\"status\":{\"round\":0,\"observedGeneration\":1}}"),
                    WriteOptions.STATUS.by(WellKnown.COMPONENT));
            for (String child : load.childNames(name)) {
                byte[] json = load.written(child, 0, Places.GROUP, name, parent.uid());
                size += create(cluster, KubeObject.of(json)).size();
            }
        }
        return size;
    }

    /** Draws the points of a file that {@link #run} wrote. */
    static void draw(Path lines, Path plot) throws IOException {
        List<Point> points = new ArrayList<>();
        for (String line : Files.readAllLines(lines)) {
            points.add(JSON.readValue(line, Point.class));
        }
        Files.writeString(plot, new GrowthPlot(points).svg());
    }

    private static KubeObject in(String namespace, KubeObject object) {
        var tree = object.tree();
        tree.withObject("/metadata").put("namespace", namespace);
        return KubeObject.of(tree);
    }

    private static KubeObject create(LocalCluster cluster, KubeObject object) {
        ApiResource resource = cluster.discover().find(object.gvk()).orElseThrow();
        return cluster.create(resource, object, WriteOptions.PLAIN.by(WellKnown.COMPONENT));
    }
}
