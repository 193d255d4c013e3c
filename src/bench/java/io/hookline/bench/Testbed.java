package io.hookline.bench;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.ControlPlaneBinaries;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real control plane, the hook and the watcher. Not thread-safe. */
final class Testbed implements AutoCloseable {

    /** The time without requests and hook calls after which all work counts as complete. */
    private static final Duration QUIET = Duration.ofMillis(1500);

    private static final Duration TIMEOUT = Duration.ofMinutes(20);

    private final Load load;
    private final String command;
    private final Path folder;
    private final ControlPlane plane;
    private final BareClient client;
    private final CountingHook hook;
    private final AuditTail audit;
    private final Scenery scenery;
    private final Progress progress;
    private Optional<WatcherUnderTest> watcher = Optional.empty();
    private int round;
    private int starts;

    /** Starts everything but the watcher. */
    Testbed(Load load, String command, Path folder) throws IOException {
        this.load = load;
        this.command = command;
        this.folder = folder;
        List<Path> programs = ControlPlaneBinaries.ofProject()
                .find()
                .orElseThrow(() -> new IllegalStateException("kube-apiserver not found; install Go to build it"));
        this.plane = ControlPlane.start(programs, folder, ControlPlane.Authorization.ALWAYS_ALLOW);
        this.client = new BareClient(plane.server(), ControlPlane.token(ControlPlane.ADMIN), plane.trust());
        this.hook = CountingHook.start(load);
        this.audit = new AuditTail(folder.resolve("audit.log"), ControlPlane.WATCHER);
        this.scenery = new Scenery(client, load);
        scenery.install();
        this.progress = new Progress(client, Places.parents(Places.GROUP), Places.configMaps(Places.GROUP));
    }

    Load load() {
        return load;
    }

    Scenery scenery() {
        return scenery;
    }

    CountingHook hook() {
        return hook;
    }

    /** Returns a round that no parent has had. */
    int nextRound() {
        return ++round;
    }

    Progress.Expectation expect(String parent, int wanted) {
        return progress.expect(load.allOf(parent), wanted);
    }

    Progress.Expectation expectChildren(String parent, int wanted) {
        return progress.expect(
                load.childNames(parent).stream().map(Progress::child).toList(), wanted);
    }

    Progress.Expectation expectAll(int wanted) {
        return progress.expect(
                load.parentNames().stream()
                        .flatMap(name -> load.allOf(name).stream())
                        .toList(),
                wanted);
    }

    void startWatcher() {
        String line = command.replace(
                "{kubeconfig}", plane.kubeconfig(ControlPlane.WATCHER).toString());
        watcher = Optional.of(WatcherUnderTest.start(line, folder.resolve("watcher-" + ++starts + ".log")));
    }

    void stopWatcher() {
        watcher.ifPresent(WatcherUnderTest::close);
        watcher = Optional.empty();
    }

    Reading read() {
        Usage usage = watcher.map(WatcherUnderTest::usage).orElse(Usage.NOTHING);
        return new Reading(System.nanoTime(), usage, hook.count(), audit.counts());
    }

    /** Waits until there were no hook calls and no API requests for a while. */
    void awaitQuiet() throws InterruptedException {
        Reading last = read();
        long start = last.nanos();
        long since = start;
        while (System.nanoTime() - since < QUIET.toNanos()) {
            if (System.nanoTime() - start > TIMEOUT.toNanos()) {
                throw new IllegalStateException("no quiet within " + TIMEOUT + "; last: " + last);
            }
            pause(Duration.ofMillis(100));
            Reading now = read();
            if (!now.hook().equals(last.hook()) || !now.requests().equals(last.requests())) {
                since = System.nanoTime();
            }
            last = now;
        }
    }

    void pause(Duration duration) throws InterruptedException {
        var _ = new CountDownLatch(1).await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() throws IOException {
        stopWatcher();
        client.close();
        hook.close();
        audit.close();
        plane.close();
    }
}
