package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Conditions, pauses and warnings on a real API server, with the CRDs that users install. */
@RealControlPlane
class RealConditionsIT {

    private static RealWorld real;

    @BeforeAll
    static void connect(ControlPlane plane) throws IOException {
        real = new RealWorld(plane.connect("conditions"));
        real.defineControllers();
        real.awaitServed();
    }

    @AfterAll
    static void disconnect() {
        real.close();
    }

    @Nested
    class Conditions extends ReadyConditionTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class Pauses extends PausedTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class Warnings extends ApiWarningTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }
}
