package io.hookline.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.rights.ElectionRights;
import io.hookline.watcher.rights.Right;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An election in which a program with client-go takes part, as a Metacontroller would. */
@RealControlPlane
class ClientGoElectionIT {

    private static final String LEASE = "shared";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final ElectionTiming TIMING =
            new ElectionTiming(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofMillis(500));

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private KubeObject lease(KubeCluster admin, String namespace) {
        return admin.get(LeaseLock.LEASES, new ObjectKey(namespace, LEASE));
    }

    private Election election(KubeCluster cluster, String namespace) {
        ElectionClock clock = new ElectionClock(System::nanoTime, InstantSource.system());
        ElectionListener listener = new ElectionListener() {
            @Override
            public void elected(String handover) {
                heard.add("elected");
            }

            @Override
            public void lost(String why) {
                heard.add(why);
            }
        };
        return new Election(
                cluster,
                new ElectionConfig(namespace, LEASE, "ours_1", TIMING),
                clock,
                new Fence(clock),
                Thread.ofPlatform().daemon().factory(),
                () -> "",
                listener);
    }

    /** A connection with the rights of {@code hookline rbac --leader-election} alone. */
    private KubeCluster restricted(KubeCluster admin, ControlPlane plane, String namespace) throws Exception {
        StringBuilder rules = new StringBuilder("[{apiGroups: [''], resources: [events], verbs: [create]}");
        for (Right right : ElectionRights.of(namespace, LEASE)) {
            rules.append(", {apiGroups: [%s], resources: [%s], resourceNames: %s, verbs: %s}"
                    .formatted(right.group(), right.resource(), right.names(), right.verbs()));
        }
        apply(
                admin,
                namespace,
                "v1",
                "serviceaccounts",
                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: elector}}");
        apply(admin, namespace, RBAC, "roles", """
                {apiVersion: %s, kind: Role, metadata: {name: elector}, rules: %s]}
                """.formatted(RBAC, rules));
        apply(admin, namespace, RBAC, "rolebindings", """
                apiVersion: %s
                kind: RoleBinding
                metadata: {name: elector}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: elector}
                subjects: [{kind: ServiceAccount, name: elector, namespace: %s}]
                """.formatted(RBAC, namespace));
        return KubeCluster.connect(KubeOptions.of("elector")
                .withKubeconfig(plane.kubeconfig(namespace, "elector").toString()));
    }

    private static void apply(KubeCluster admin, String namespace, String apiVersion, String plural, String yaml) {
        ApiResource resource = admin.discover().find(apiVersion, plural).orElseThrow();
        ObjectKey key = new ObjectKey(namespace, "elector");
        admin.patch(resource, key, new Patch(Patch.Type.APPLY, yaml), new WriteOptions("", "election", true, false));
    }

    @Test
    void eachWaitsForTheOtherAndTakesItsLease(ControlPlane plane, TestNamespace own) throws Exception {
        String namespace = own.name();
        try (KubeCluster admin = plane.connect("election");
                KubeCluster limited = restricted(admin, plane, namespace)) {
            Election ours = election(limited, namespace);
            try (GuardedProcess theirs = plane.startCandidate(namespace, LEASE, folder.resolve("first.log"))) {
                await().ignoreExceptionsInstanceOf(ClusterException.NotFound.class)
                        .until(() -> !holder(admin, namespace).isEmpty());
                ours.start();
                await().during(Duration.ofSeconds(5)).until(() -> !ours.isLeader());
                assertThat(ours.leader()).isEqualTo(holder(admin, namespace));
                theirs.signal("KILL");
            }
            await().atMost(TIMING.lease().plus(TIMING.retry()).plusSeconds(1)).until(ours::isLeader);
            assertThat(kubectl(plane, namespace)).contains("ours_1");

            try (GuardedProcess theirs = plane.startCandidate(namespace, LEASE, folder.resolve("second.log"))) {
                await().during(Duration.ofSeconds(6)).until(() -> {
                    theirs.requireAlive();
                    return ours.isLeader();
                });
                ours.close();
                await().until(() -> !List.of("", "ours_1").contains(holder(admin, namespace)));
            }
            assertThat(lease(admin, namespace)
                            .tree()
                            .at("/spec/leaseTransitions")
                            .asInt())
                    .isEqualTo(2);
            assertThat(heard).containsExactly("elected");
            assertThat(plane.audit().requestsOf("hookline/elector"))
                    .noneMatch(request -> request.code() == 403)
                    .extracting(AuditLog.Request::verb)
                    .contains("watch", "create");
        }
    }

    private String holder(KubeCluster admin, String namespace) {
        return lease(admin, namespace).tree().at("/spec/holderIdentity").asText();
    }

    private static String kubectl(ControlPlane plane, String namespace) throws Exception {
        Process process = new ProcessBuilder(
                        "kubectl",
                        "--kubeconfig=" + plane.kubeconfig(ControlPlane.ADMIN),
                        "get",
                        "lease",
                        LEASE,
                        "--namespace=" + namespace)
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}
