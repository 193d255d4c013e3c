package io.hookline.cli.plan;

import io.hookline.cluster.Cluster;
import io.hookline.local.LocalCluster;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** Plans for a cluster in memory. */
class PlanIT extends PlanSuite {

    private final LocalCluster local = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));

    @Override
    Cluster admin() throws InterruptedException {
        try (RealTime time = new RealTime()) {
            ControllerKinds.install(new ScenarioEnvironment(local, _ -> 0, _ -> 0, InstantSource.system(), time));
        }
        return local;
    }

    @Override
    Cluster reader() {
        return local;
    }
}
