package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Children that a real API server applies. */
@RealControlPlane
class RealServerSideApplyIT {

    private static KubeCluster cluster;
    private static String namespace;

    @BeforeAll
    static void connect(ControlPlane plane, TestNamespace own) {
        cluster = plane.connect("server-side-apply");
        namespace = own.name();
        RealKinds.define(cluster);
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
    }

    @Nested
    class Writes extends ServerSideSuite {
        @Override
        Cluster cluster() {
            return RealServerSideApplyIT.cluster;
        }

        @Override
        String namespace() {
            return namespace;
        }
    }

    @Nested
    class Trouble extends ServerSideTroubleSuite {
        @Override
        Cluster cluster() {
            return RealServerSideApplyIT.cluster;
        }

        @Override
        String namespace() {
            return namespace;
        }
    }

    @Nested
    class Moves extends StrategyMoveSuite {
        @Override
        Cluster cluster() {
            return RealServerSideApplyIT.cluster;
        }

        @Override
        String namespace() {
            return namespace;
        }
    }

    @Nested
    class Stripped extends StrippedCacheSuite {
        @Override
        Cluster cluster() {
            return RealServerSideApplyIT.cluster;
        }

        @Override
        String namespace() {
            return namespace;
        }
    }

    @Nested
    class StrippedWrites extends ServerSideSuite {
        @Override
        Cluster cluster() {
            return RealServerSideApplyIT.cluster;
        }

        @Override
        String namespace() {
            return namespace;
        }

        @Override
        WatcherOptions options() {
            return WatcherOptions.DEFAULTS.strippingManagedFields(true);
        }
    }

    @Nested
    class StrippedMoves extends StrategyMoveSuite {
        @Override
        Cluster cluster() {
            return RealServerSideApplyIT.cluster;
        }

        @Override
        String namespace() {
            return namespace;
        }

        @Override
        WatcherOptions options() {
            return WatcherOptions.DEFAULTS.strippingManagedFields(true);
        }
    }

    /** Both strategies, with everything that other clients do between two controllers. */
    @Nested
    class Convergence {
        @Test
        void anyStateOfARealClusterBecomesTheDesiredOneAndThenNoRequestIsSent() {
            String other = namespace + "-other";
            cluster.create(
                    cluster.discover().find("v1", "namespaces").orElseThrow(),
                    LocalWorld.object("{apiVersion: v1, kind: Namespace, metadata: {name: " + other + "}}"),
                    WriteOptions.PLAIN);
            RealKinds.define(cluster, TestKinds.WIDE);
            ConvergenceRun.Totals totals = ConvergenceRun.playAll(20, 2026, cluster, List.of(namespace, other));

            Figure.of("random start states of a parent on a real API server", "cases")
                    .atLeast(40)
                    .is(totals.cases());
            Figure.of("syncs until a parent has converged on a real API server", "syncs")
                    .atMost(3)
                    .is(totals.mostSyncs());
        }
    }
}
