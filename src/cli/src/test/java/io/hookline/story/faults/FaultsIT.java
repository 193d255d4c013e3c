package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ListOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.docs.Figure;
import io.hookline.informer.StrictView;
import io.hookline.kube.KubeCluster;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cache stays true to a real server whatever happens on the way there, and does not press it. */
@RealControlPlane
class FaultsIT {

    private static final List<Fault> FAULTS = List.of(
            new Fault.Cut(),
            new Fault.Stall(),
            new Fault.Slow(20_000),
            new Fault.Flaky(3_000, 30_000),
            new Fault.Refuse(429, 2),
            new Fault.Refuse(500, 0),
            new Fault.Refuse(503, 2));

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(6);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_READS = 40;

    private final List<Sufferer> sufferers = new ArrayList<>();
    private KubeCluster admin;
    private ControlPlane plane;
    private Churn churn;

    @BeforeEach
    void connect(ControlPlane running, TestNamespace namespace) {
        plane = running;
        admin = running.connect("faults");
        churn = new Churn(admin, namespace.name(), 11);
    }

    @AfterEach
    void disconnect() {
        sufferers.forEach(Sufferer::close);
        churn.end();
        admin.close();
    }

    /** All faults at once, each on a link of its own, since these tests cost nothing but time. */
    @Test
    void afterAnyFaultTheCacheIsWhatTheServerHas() throws IOException {
        churn.run(100);
        for (Fault fault : FAULTS) {
            sufferers.add(Sufferer.start(fault, plane, churn.configMaps()));
        }
        sufferers.forEach(sufferer -> awaitTrue(sufferer.follower()));

        Instant end = Instant.now().plus(LONG_ENOUGH);
        sufferers.forEach(Sufferer::suffer);
        churn.run(300);
        await().until(() -> Instant.now().isAfter(end));
        sufferers.forEach(Sufferer::heal);
        churn.run(50);

        sufferers.forEach(this::assertHealed);
        Figure.of("lists and watches of a cache during a fault of its connection, of seven kinds", "requests")
                .atMost(40)
                .is(sufferers.stream().mapToLong(Sufferer::reads).max().orElseThrow());
    }

    private void assertHealed(Sufferer sufferer) {
        awaitTrue(sufferer.follower());
        System.out.println(sufferer);
        assertThat(sufferer.reads()).as("%s", sufferer).isLessThanOrEqualTo(MOST_READS);
        assertThat(sufferer.attempts())
                .as("%s", sufferer)
                .isBetween(sufferer.fault() instanceof Fault.Slow ? 0 : 1, MOST_READS);
        assertThat(sufferer.follower().subscription().failure()).isEmpty();
    }

    @Test
    void whatWasDeletedInAGapThatTheServerForgotIsToldAsDeleted() throws Exception {
        churn.run(150);
        try (Follower follower = Follower.overBytes("faults-compaction", plane, churn.configMaps())) {
            awaitTrue(follower);
            follower.view().calls();
            long lists = follower.lists();
            follower.link().suffer(new Fault.Cut());
            List<KubeObject> before = present();
            churn.run(300);
            List<KubeObject> after = present();
            // A server remembers changes of the last minutes by itself; a new one knows what etcd knows.
            plane.compact(admin.list(churn.configMaps(), ListOptions.ALL).resourceVersion());
            plane.stopServer();
            plane.startServerAgain();
            Instant healed = Instant.now();
            follower.link().heal();
            awaitTrue(follower);

            System.out.printf(
                    "forgotten: true again %d ms later%n",
                    Duration.between(healed, Instant.now()).toMillis());
            List<String> gone = before.stream()
                    .filter(object -> after.stream().noneMatch(now -> now.uid().equals(object.uid())))
                    .map(object -> "deleted " + object.name())
                    .toList();
            assertThat(gone).hasSizeGreaterThan(5);
            assertThat(follower.view().calls()).containsAll(gone);
            assertThat(follower.lists() - lists).isEqualTo(1);
        }
    }

    /** Until store and handler agree with the server. */
    private void awaitTrue(Follower follower) {
        await().untilAsserted(() -> {
            List<KubeObject> truth = present();
            assertThat(StrictView.versions(follower.subscription().store().all()))
                    .isEqualTo(StrictView.versions(truth));
            assertThat(follower.subscription().isSynced()).isTrue();
            follower.view().assertSees(truth);
        });
    }

    private List<KubeObject> present() {
        return admin.list(churn.configMaps(), ListOptions.ALL).items();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }
}
