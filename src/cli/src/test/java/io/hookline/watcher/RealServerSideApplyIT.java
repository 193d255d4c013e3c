package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.docs.Figure;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Children that a real API server applies. */
@RealControlPlane
@ExtendWith(SuiteCluster.Resolver.class)
class RealServerSideApplyIT {

    @Nested
    class Writes extends ServerSideApplyTest {}

    @Nested
    class Trouble extends ServerSideTroubleTest {}

    @Nested
    class Moves extends StrategyMoveTest {}

    @Nested
    class Stripped extends StrippedCacheTest {}

    /** Both strategies, with everything that other clients do between two controllers. */
    @Test
    void anyStateOfARealClusterBecomesTheDesiredOneAndThenNoRequestIsSent(SuiteCluster real) {
        Cluster cluster = real.cluster();
        String other = real.namespace() + "-other";
        cluster.create(
                cluster.discover().find("v1", "namespaces").orElseThrow(),
                LocalWorld.object("{apiVersion: v1, kind: Namespace, metadata: {name: " + other + "}}"),
                WriteOptions.PLAIN);
        ConvergenceRun.Totals totals = ConvergenceRun.playAll(20, 2026, cluster, List.of(real.namespace(), other));

        Figure.of("random start states of a parent on a real API server", "cases")
                .atLeast(40)
                .is(totals.cases());
        Figure.of("syncs until a parent has converged on a real API server", "syncs")
                .atMost(3)
                .is(totals.mostSyncs());
    }
}
