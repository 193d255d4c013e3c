package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

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
}
