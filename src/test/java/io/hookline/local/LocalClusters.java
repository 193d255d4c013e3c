package io.hookline.local;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Clusters for tests. */
public final class LocalClusters {

    private LocalClusters() {}

    /** Empty but for what every cluster has, on real time. */
    public static LocalCluster fresh() {
        return LocalCluster.create(InstantSource.system(), RandomGenerator.of("L64X128MixRandom"));
    }
}
