package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Children that a real API server applies. */
@RealControlPlane
class RealServerSideApplyIT extends ServerSideSuite {

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

    @Override
    Cluster cluster() {
        return cluster;
    }

    @Override
    String namespace() {
        return namespace;
    }
}
