package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ListOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * With the options of production, each change is in the cache at most 30 s after a fault: of the connection if a new one works,
 * otherwise after the server can be reached again.
 */
@RealControlPlane
class WatchFaultsIT {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** The end of a chunked response, as if the server had ended the watch. */
    private static final String END_OF_RESPONSE = "0\r\n\r\n";

    private static final String GARBAGE = "9\r\n{\"type\":\"\r\n8\r\ngarbage}\r\n";

    private final Map<String, Follower> followers = new LinkedHashMap<>();
    private KubeCluster admin;
    private ControlPlane plane;
    private Churn churn;

    @BeforeEach
    void connect(ControlPlane running, TestNamespace namespace) {
        plane = running;
        admin = running.connect("watch-faults");
        churn = new Churn(admin, namespace.name(), 23);
    }

    @AfterEach
    void disconnect() {
        followers.values().forEach(Follower::close);
        churn.end();
        admin.close();
    }

    private Follower overBytes(String name) throws IOException {
        Follower follower = Follower.patientOverBytes("watch-faults-" + name, plane, churn.configMaps());
        followers.put(name, follower);
        return follower;
    }

    private Follower overRequests(String name) {
        Follower follower = Follower.patientOverRequests("watch-faults-" + name, plane, churn.configMaps());
        followers.put(name, follower);
        return follower;
    }

    private boolean isTrue(Follower follower, List<KubeObject> truth) {
        try {
            follower.view().assertSees(truth);
            return true;
        } catch (AssertionError _) {
            return false;
        }
    }

    /** Waits until each cache was equal to the server's state, which others change too; returns how long each took. */
    private Map<String, Duration> awaitTrue(Instant since) {
        Map<String, Duration> took = new LinkedHashMap<>();
        await().untilAsserted(() -> {
            List<KubeObject> truth =
                    admin.list(churn.configMaps(), ListOptions.ALL).items();
            followers.forEach((name, follower) -> {
                if (!took.containsKey(name) && isTrue(follower, truth)) {
                    took.put(name, Duration.between(since, Instant.now()));
                }
            });
            assertThat(took).containsOnlyKeys(followers.keySet());
        });
        return took;
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(LONGEST).pollInterval(Duration.ofMillis(20));
    }

    private void report(String when, Map<String, Duration> took) {
        took.forEach((name, duration) -> System.out.printf("%s, %s: %d ms%n", when, name, duration.toMillis()));
    }

    /** All faults at once, each on a link of its own, since they cost nothing but time. */
    @Test
    void aChangeIsSeenWithin30SecondsOfAnyFaultOfTheConnection() throws IOException {
        churn.run(20);
        List<Runnable> faults = new ArrayList<>();
        Follower halfOpen = overBytes("half-open");
        faults.add(() -> {
            halfOpen.link().suffer(new Fault.Stall());
            halfOpen.link().heal(); // what stalled stays so, and the kernel of the link acknowledges each byte
        });
        FaultyLink reset = overBytes("reset").link();
        faults.add(reset::reset);
        FaultyLink garbage = overRequests("garbage").link();
        faults.add(() -> garbage.suffer(new Fault.Inject(GARBAGE)));
        FaultyLink ended = overRequests("ended-by-the-server").link();
        faults.add(() -> ended.suffer(new Fault.Inject(END_OF_RESPONSE)));
        Follower healthy = overBytes("healthy");
        awaitTrue(Instant.now());
        long reads = healthy.reads();

        Instant start = Instant.now();
        faults.forEach(Runnable::run);
        churn.run(20);
        await().until(() -> halfOpen.staleness().compareTo(Duration.ofSeconds(15)) > 0);
        assertThat(reset.openConnections()).isPositive();

        report("after the fault", awaitTrue(start));
        assertThat(Duration.between(start, Instant.now())).isLessThan(LONGEST);
        await().until(() -> Instant.now().isAfter(start.plus(LONGEST.minusSeconds(1)))); // it has been pinged by now
        assertThat(healthy.reads())
                .as("a watch that replies to pings is not replaced")
                .isEqualTo(reads);
    }

    @Test
    void aChangeIsSeenWithin30SecondsOnceTheServerCanBeReachedAgain() throws IOException {
        assertRecoversAfter(Duration.ofSeconds(3));
    }

    /** By then every delay has grown to its maximum. */
    @Tag("soak")
    @Test
    void aChangeIsSeenWithin30SecondsAfterALongOutage() throws IOException {
        assertRecoversAfter(Duration.ofSeconds(100));
    }

    private void assertRecoversAfter(Duration outage) throws IOException {
        churn.run(20);
        Map<Follower, Fault> faults = Map.of(
                overBytes("black-hole"), new Fault.Stall(),
                overBytes("refused-connections"), new Fault.Cut(),
                overRequests("429"), new Fault.Refuse(429, 2),
                overRequests("500"), new Fault.Refuse(500, 0));
        overBytes("restarted");
        awaitTrue(Instant.now());

        faults.forEach((follower, fault) -> follower.link().suffer(fault));
        churn.run(20);
        Instant start = Instant.now();
        await().atMost(outage.plus(LONGEST)).until(() -> Instant.now().isAfter(start.plus(outage)));
        plane.stopServer();
        plane.startServerAgain();
        Instant healed = Instant.now();
        faults.keySet().forEach(follower -> follower.link().heal());
        churn.run(5);

        report("after the server was reachable", awaitTrue(healed));
    }
}
