package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of the distribution with leader election, judged by the API server's audit log. */
@RealControlPlane
class LeaderElectionIT {

    private static final Set<String> READS = Set.of("get", "list", "watch");
    private static final ApiResource LEASES = new ApiResource(
            "coordination.k8s.io/v1", "leases", "lease", "Lease", true, List.of(), List.of(), Set.of(), Set.of());
    private static final ElectedProcess.Times SHORT = new ElectedProcess.Times(6, 4, 1);

    @TempDir
    private Path folder;

    private ControlPlane plane;
    private String namespace;
    private KubeCluster admin;
    private Scene scene;
    private SceneHook hook;
    private ApiResource things;
    private ElectedProcess.Times times = SHORT;
    private final CountDownLatch held = new CountDownLatch(1);

    @BeforeEach
    void install(ControlPlane running, TestNamespace own, TestInfo test) throws IOException {
        plane = running;
        namespace = own.name();
        admin = running.connect("faults");
        // A kind of its own: the definition of the previous test may still be terminating.
        String name = "elected-" + Integer.toHexString(test.getDisplayName().hashCode());
        scene = new Scene(admin, name, namespace);
        things = scene.things();
        hook = new SceneHook();
        scene.control(hook.url(), "InPlace");
        removeLease();
    }

    @AfterEach
    void uninstall() {
        held.countDown();
        scene.close();
        hook.close();
        admin.close();
    }

    private void removeLease() {
        try {
            admin.delete(LEASES, leaseKey(), DeleteOptions.BACKGROUND);
        } catch (ClusterException.NotFound _) {
            // the first test
        }
    }

    private ObjectKey leaseKey() {
        return new ObjectKey(namespace, "metacontroller");
    }

    private void allow(String account) {
        apply("v1", "serviceaccounts", new ObjectKey(namespace, account), """
                {apiVersion: v1, kind: ServiceAccount, metadata: {name: %s, namespace: %s}}
                """.formatted(account, namespace));
        String binding = namespace + "-" + account;
        apply("rbac.authorization.k8s.io/v1", "clusterrolebindings", ObjectKey.clusterScoped(binding), """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{kind: ServiceAccount, name: %s, namespace: %s}]
                """.formatted(
                        binding, account, namespace));
    }

    private void apply(String apiVersion, String plural, ObjectKey key, String yaml) {
        ApiResource resource = admin.discover().find(apiVersion, plural).orElseThrow();
        admin.patch(resource, key, new Patch(Patch.Type.APPLY, yaml), new WriteOptions("", "faults", true, false));
    }

    /** Children and audit records of other tests stay, so each test has its own parents and accounts. */
    private ElectedProcess start(String account) throws Exception {
        allow(account);
        return ElectedProcess.start(
                account, plane.kubeconfig(namespace, account), namespace, scene.selector(), times, folder);
    }

    private String holder() {
        try {
            return admin.get(LEASES, leaseKey())
                    .tree()
                    .at("/spec/holderIdentity")
                    .asText();
        } catch (ClusterException.NotFound _) {
            return "";
        }
    }

    /** The requests of a process that are no reads, in the order of their answers. */
    private List<AuditLog.Request> writesOf(String account) {
        return plane.audit().requestsBelow("/").stream()
                .filter(request -> request.user().equals("system:serviceaccount:" + namespace + ":" + account))
                .filter(request -> !READS.contains(request.verb()))
                .toList();
    }

    private boolean isSettled(String thing, String text) {
        return scene.present(scene.configMaps()).stream()
                .anyMatch(child -> child.name().equals(thing + "-0")
                        && child.tree().at("/data/text").asText().equals(text));
    }

    @Test
    void afterSigtermTheStandbyTakesOverAsSoonAsTheLastSyncHasEnded() throws Exception {
        try (ElectedProcess one = leader("term");
                ElectedProcess two = standby(one, "term")) {
            String former = holder();
            CountDownLatch inFlight = new CountDownLatch(1);
            hook.holdNext(inFlight);
            int calls = hook.calls();
            scene.put(things, "term-a", 1, "second");
            await().until(() -> hook.calls() > calls);

            one.process().signal("TERM");
            await().during(Duration.ofSeconds(2)).until(() -> holder().equals(former) && hook.calls() == calls + 1);
            inFlight.countDown();
            long end = System.nanoTime();
            await().until(() -> hook.calls() > calls + 1);
            Duration takeover = Duration.ofNanos(System.nanoTime() - end);

            assertThat(isSettled("term-a", "second"))
                    .as("the sync in flight has finished")
                    .isTrue();
            Figure.of("from the end of the last sync to the first of the new leader, after SIGTERM", "ms")
                    .atMost(5000) // without a release, the lease of 6 s has to expire
                    .is(takeover.toMillis());
            await().until(() -> one.process().exitCode().isPresent());
            assertThat(one.process().exitCode()).hasValue(0);
            assertThat(writesOf("term-one").stream()
                            .flatMap(request -> request.resource().stream())
                            .filter(resource -> !resource.equals("/events")))
                    .last()
                    .isEqualTo("coordination.k8s.io/leases");
            assertThat(admin.get(LEASES, leaseKey())
                            .tree()
                            .at("/spec/leaseTransitions")
                            .asInt())
                    .isEqualTo(1);
            await().until(() -> two.ready().equals("200 ok"));
        }
    }

    /** A leader that has created a child. */
    private ElectedProcess leader(String test) throws Exception {
        scene.put(things, test + "-a", 1, "first");
        ElectedProcess leader = start(test + "-one");
        await().untilAsserted(() -> {
            assertThat(leader.ready()).as(leader.log()).isEqualTo("200 ok");
            assertThat(isSettled(test + "-a", "first")).as(leader.log()).isTrue();
        });
        return leader;
    }

    /** A standby that is ready to take over. */
    private ElectedProcess standby(ElectedProcess leader, String test) throws Exception {
        String account = test + "-two";
        ElectedProcess standby = start(account);
        await().until(() -> standby.ready().equals("200 ok\nstandby, the leader is " + holder()));
        int calls = hook.calls();
        await().during(Duration.ofMillis(500)).until(() -> hook.calls() == calls);
        assertThat(writesOf(account)).isEmpty();
        assertThat(leader.log()).contains("Attempting to acquire leader lease", "Successfully acquired lease");
        assertThat(standby.log())
                .contains("Attempting to acquire leader lease")
                .doesNotContain("Successfully acquired lease");
        assertThat(standby.metric("leader_election_master_status{name=\"metacontroller\"}"))
                .isEqualTo("0.0");
        assertThat(leader.metric("leader_election_master_status{name=\"metacontroller\"}"))
                .isEqualTo("1.0");
        return standby;
    }

    @Test
    void afterSigkillTheStandbyTakesOverWithinLeaseAndRetry() throws Exception {
        Duration takeover = killLeader("kill");

        Figure.of("takeover after kill -9 of the leader, with a lease of 6 s", "s")
                .atMost(60)
                .is(takeover.toMillis() / 1000.0);
    }

    @Test
    @Tag("soak")
    void afterSigkillTheStandbyTakesOverWithinLeaseAndRetryOfMetacontroller() throws Exception {
        times = new ElectedProcess.Times(15, 10, 2);
        Duration takeover = killLeader("kill-slowly");

        Figure.of("takeover after kill -9 of the leader, with a lease of 15 s", "s")
                .atMost(60)
                .is(takeover.toMillis() / 1000.0);
    }

    /** The time from the end of the leader to the first sync by the standby. */
    private Duration killLeader(String test) throws Exception {
        try (ElectedProcess one = leader(test);
                ElectedProcess two = standby(one, test)) {
            one.process().signal("KILL");
            long killed = System.nanoTime();
            scene.put(things, test + "-a", 1, "second");
            await().until(() -> isSettled(test + "-a", "second"));

            Duration takeover = Duration.ofNanos(System.nanoTime() - killed);
            assertThat(takeover).isLessThan(times.leaseAndRetry());
            assertThat(two.log()).contains("Successfully acquired lease");
            return takeover;
        }
    }

    @Test
    void aLeaderThatIsStoppedPastItsLeaseWritesNothingWhenItContinues() throws Exception {
        try (ElectedProcess one = leader("stop");
                ElectedProcess two = standby(one, "stop")) {
            String former = holder();
            hook.holdNext(held);
            int calls = hook.calls();
            scene.put(things, "stop-b", 1, "first"); // the answer for it waits for the stopped process
            await().until(() -> hook.calls() > calls);
            one.process().signal("STOP");
            scene.put(things, "stop-a", 1, "second");
            await().until(() -> isSettled("stop-a", "second") && isSettled("stop-b", "first"));
            assertThat(holder()).isNotEqualTo(former);
            admin.delete(scene.configMaps(), new ObjectKey(namespace, "stop-b-0"), DeleteOptions.BACKGROUND);
            await().until(() -> isSettled("stop-b", "first"));
            List<AuditLog.Request> before = writesOf("stop-one");
            held.countDown();

            one.process().signal("CONT");
            await().until(() -> one.process().exitCode().isPresent());

            assertThat(one.process().exitCode()).hasValue(1);
            assertThat(one.log()).contains("leader election lost");
            List<AuditLog.Request> after = writesOf("stop-one");
            assertThat(after).startsWith(before.toArray(AuditLog.Request[]::new));
            Figure.of("writes of a leader that was stopped past its lease and continues", "writes")
                    .atMost(0)
                    .is(after.size() - before.size());
            assertThat(two.ready()).isEqualTo("200 ok");
        }
    }

    @Test
    void aStandbyEndsAtOnceAndReleasesNothing() throws Exception {
        try (ElectedProcess one = leader("idle");
                ElectedProcess two = standby(one, "idle")) {
            KubeObject lease = admin.get(LEASES, leaseKey());
            two.process().signal("TERM");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> two.process().exitCode().isPresent());

            assertThat(two.process().exitCode()).hasValue(0);
            assertThat(writesOf("idle-two")).isEmpty();
            assertThat(holder())
                    .isEqualTo(lease.tree().at("/spec/holderIdentity").asText());
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }
}
