package io.hookline.local;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Creates clusters for tests. */
public final class LocalClusters {

    private LocalClusters() {}

    /** Creates a cluster with only the initial objects and the system clock. */
    public static LocalCluster fresh() {
        return LocalCluster.create(InstantSource.system(), RandomGenerator.of("L64X128MixRandom"));
    }
}
