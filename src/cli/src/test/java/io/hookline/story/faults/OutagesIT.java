package io.hookline.story.faults;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.distribution.Distribution;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ObjectKey;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Hook server, API server and watcher are down in random order while parents are created, changed and deleted. */
@RealControlPlane
class OutagesIT {

    private static final long SEED = 31;
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(60);

    private final Random random = new Random(SEED);

    @TempDir
    private Path folder;

    private ControlPlane plane;
    private KubeCluster admin;
    private FaultyLink link;
    private Scene scene;
    private ParentLoad load;
    private int hookPort;
    private SceneHook hook;
    private Path kubeconfig;
    private GuardedProcess watcher;
    private int starts;

    /** Something that can be down. */
    private record Part(String name, Runnable stop, Runnable start) {}

    /** When a part is down, from the start of the load. */
    private record Outage(Part part, Duration from, Duration to) {}

    /** The begin or end of an outage. */
    private record Turn(Duration at, String text, Runnable action) {}

    /** How it ended: the time since the last recovery, what was not as it must be, and the changes under load. */
    private record Result(Duration recovery, Set<String> lost, int changes) {}

    @BeforeEach
    void install(ControlPlane running, TestNamespace own, TestInfo test) throws IOException {
        plane = running;
        admin = running.connect("faults");
        // A kind and names of its own: objects of the previous test may still be there.
        String name = "outages-" + Integer.toHexString(test.getDisplayName().hashCode());
        scene = new Scene(admin, name, own.name());
        load = new ParentLoad(admin, scene, new ObjectKey(own.name(), name), SEED);
        hookPort = FreePort.find();
        hook = new SceneHook(hookPort);
        scene.controlAndFinalize(hook.url());
        link = FaultyLink.ofBytes(plane.server());
        kubeconfig = plane.kubeconfigThrough("outages", link.url());
    }

    @AfterEach
    void uninstall() {
        watcher.close();
        load.letGo();
        scene.close();
        hook.close();
        link.close();
        admin.close();
    }

    private Part hookServer() {
        return new Part("hook server", () -> hook.close(), this::startHook);
    }

    private void startHook() {
        try {
            hook = new SceneHook(hookPort);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Part watcher() {
        return new Part("watcher", () -> watcher.close(), this::startWatcher); // close kills it
    }

    private void startWatcher() {
        watcher = GuardedProcess.start(
                "watcher",
                folder.resolve("watcher-" + starts++ + ".log"),
                List.of(
                        "env",
                        "HOOKLINE_JVM_OPTIONS=-XX:TieredStopAtLevel=1", // it does not live long enough for more
                        Distribution.HOOKLINE,
                        "watch",
                        "--kubeconfig=" + kubeconfig,
                        "--target-label-selector=" + scene.selector(),
                        "--metrics-address=0",
                        "--health-probe-bind-address=0"));
    }

    @Test
    void afterShortOutagesInRandomOrderNoChangeIsLost() {
        Part unreachable = new Part("API server", () -> link.suffer(new Fault.Cut()), link::heal);
        List<Outage> outages = inRandomOrder(unreachable, part -> Duration.ofMillis(random.nextInt(1000, 3000)));

        Result result = suffer(outages);

        Figure.of("until all is correct, after outages of 1 to 3 s", "s")
                .atMost(60)
                .is(result.recovery().toMillis() / 1000.0);
        Figure.of("lost changes after outages of 1 to 3 s", "changes")
                .atMost(0)
                .is(result.lost().size());
        Figure.of("changes of parents during outages of 1 to 3 s", "changes")
                .atLeast(20)
                .is(result.changes());
    }

    @Test
    @Tag("soak")
    void afterLongOutagesInRandomOrderNoChangeIsLost() {
        kubeconfig = plane.kubeconfig(ControlPlane.ADMIN);
        Part apiServer = new Part("API server", plane::stopServer, plane::startServerAgain);
        List<Outage> outages =
                inRandomOrder(apiServer, part -> Duration.ofSeconds(part.name().equals("hook server") ? 60 : 30));

        Result result = suffer(outages);

        Figure.of("until all is correct, after outages of 60, 30 and 30 s", "s")
                .atMost(60)
                .is(result.recovery().toMillis() / 1000.0);
        Figure.of("lost changes after outages of 60, 30 and 30 s", "changes")
                .atMost(0)
                .is(result.lost().size());
    }

    /** Each part once. An outage begins during the one before, or when that has ended for a while. */
    private List<Outage> inRandomOrder(Part apiServer, Function<Part, Duration> length) {
        List<Part> parts = new ArrayList<>(List.of(hookServer(), apiServer, watcher()));
        Collections.shuffle(parts, random);
        List<Outage> outages = new ArrayList<>();
        Duration start = Duration.ofSeconds(1);
        for (Part part : parts) {
            Duration down = length.apply(part);
            outages.add(new Outage(part, start, start.plus(down)));
            start = start.plus(down.multipliedBy(random.nextInt(3, 13)).dividedBy(10));
        }
        return outages;
    }

    /** Changes parents during all outages, and waits until everything is as it must be. */
    private Result suffer(List<Outage> outages) {
        startWatcher();
        load.change();
        await(Duration.ofSeconds(60)).until(() -> load.lost().isEmpty());
        Instant begin = Instant.now();
        for (Turn turn : turns(outages)) {
            Instant due = begin.plus(turn.at());
            await(Duration.ofMinutes(5)).until(() -> {
                load.change();
                return !Instant.now().isBefore(due);
            });
            System.out.printf("after %d changes: %s%n", load.made(), turn.text());
            Instant start = Instant.now();
            turn.action().run();
            begin = begin.plus(Duration.between(start, Instant.now())); // no outage gets shorter by it
        }
        Instant recovered = Instant.now();
        await(Duration.ofSeconds(60)).until(load::isAnswered);
        awaitCorrect();
        return new Result(Duration.between(recovered, Instant.now()), load.lost(), load.made());
    }

    private static List<Turn> turns(List<Outage> outages) {
        return outages.stream()
                .flatMap(outage -> Stream.of(
                        new Turn(
                                outage.from(),
                                outage.part().name() + " down",
                                outage.part().stop()),
                        new Turn(
                                outage.to(),
                                outage.part().name() + " up",
                                outage.part().start())))
                .sorted(Comparator.comparing(Turn::at))
                .toList();
    }

    private void awaitCorrect() {
        try {
            await(LONGEST_RECOVERY).until(() -> load.lost().isEmpty());
        } catch (ConditionTimeoutException _) {
            System.out.println("not correct in time: " + load.lost());
        }
    }

    private static ConditionFactory await(Duration longest) {
        return Awaitility.await().atMost(longest).pollInterval(Duration.ofMillis(20));
    }
}
