package io.hookline.contract;

import io.hookline.cluster.Cluster;
import io.hookline.local.LocalCluster;
import java.time.InstantSource;
import java.util.Random;

/** The contract over the cluster in memory. */
class LocalPodContractTest extends PodContract {

    private final Cluster cluster = LocalCluster.create(InstantSource.system(), new Random(1));

    @Override
    protected Cluster cluster() {
        return cluster;
    }

    @Override
    protected String namespace() {
        return "default";
    }
}
