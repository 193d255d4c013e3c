package io.hookline.faults;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract over a real API server. */
@RealControlPlane
class RealStreamingListIT extends StreamingListContract {

    private KubeCluster cluster;
    private String namespace;

    @BeforeEach
    void connect(ControlPlane plane, TestNamespace own) {
        cluster = plane.connect("streaming-lists");
        namespace = own.name();
    }

    @AfterEach
    void disconnect() {
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
