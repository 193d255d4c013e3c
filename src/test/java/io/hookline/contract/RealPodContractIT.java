package io.hookline.contract;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract about Pods over a real API server. */
@RealControlPlane
class RealPodContractIT extends PodContract {

    private static KubeCluster cluster;
    private static String namespace;

    @BeforeAll
    static void connect(ControlPlane running, TestNamespace own) {
        cluster = running.connect("pods");
        namespace = own.name();
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
    }

    @Override
    protected Cluster cluster() {
        return cluster;
    }

    @Override
    protected String namespace() {
        return namespace;
    }
}
