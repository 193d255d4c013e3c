package io.hookline.cli.crd;

import io.hookline.cluster.Cluster;
import io.hookline.local.LocalCluster;
import java.time.InstantSource;
import java.util.Random;

/** Generated CRDs in the cluster in memory. */
class LocalGeneratedCrdTest extends GeneratedCrdSuite {

    private final Cluster cluster = LocalCluster.create(InstantSource.system(), new Random(1));

    @Override
    Cluster cluster() {
        return cluster;
    }

    @Override
    String namespace() {
        return "default";
    }
}
