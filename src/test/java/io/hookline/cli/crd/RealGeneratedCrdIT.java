package io.hookline.cli.crd;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.AfterEach;

/** Generated CRDs on a real kube-apiserver. */
@RealControlPlane
class RealGeneratedCrdIT extends GeneratedCrdSuite {

    private final KubeCluster cluster;
    private final String namespace;

    RealGeneratedCrdIT(ControlPlane plane, TestNamespace own) {
        this.cluster = plane.connect("crd");
        this.namespace = own.name();
    }

    @Override
    Cluster cluster() {
        return cluster;
    }

    @Override
    String namespace() {
        return namespace;
    }

    @AfterEach
    void disconnect() {
        cluster.discover()
                .find("apiextensions.k8s.io/v1", "customresourcedefinitions")
                .ifPresent(definitions -> cluster.delete(
                        definitions, ObjectKey.clusterScoped("gardens.crd.hookline.io"), DeleteOptions.BACKGROUND));
        cluster.close();
    }
}
