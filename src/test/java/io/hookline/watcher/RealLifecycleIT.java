package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Isolated;

/** Controllers and kinds come, change and go on a real API server. */
@RealControlPlane
@Isolated
class RealLifecycleIT {

    private static RealWorld real;

    @BeforeAll
    static void connect(ControlPlane plane) throws IOException {
        plane.startControllers();
        real = new RealWorld(plane.connect("lifecycle"));
        real.defineControllers();
        real.awaitServed();
    }

    @AfterAll
    static void disconnect() {
        real.close();
    }

    @Nested
    class ChangedKinds extends ChangedKindTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class EditedControllers extends EditedControllerTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }
}
