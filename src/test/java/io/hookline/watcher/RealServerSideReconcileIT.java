package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The same tests with children that a real API server applies. */
@RealControlPlane
class RealServerSideReconcileIT {

    private static RealWorld real;

    @BeforeAll
    static void connect(ControlPlane plane) throws IOException {
        plane.startControllers();
        real = new RealWorld(plane.connect("reconcile"));
        real.defineControllers();
        real.awaitGarbageCollector();
    }

    @AfterAll
    static void disconnect() {
        real.close();
    }

    @Nested
    class Claims extends ClaimTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class Adoptions extends AdoptionTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class Finalizing extends FinalizingTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class CollectedParents extends CollectedParentTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class Status extends ParentStatusTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class ForeignEdits extends ForeignEditsTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class DecoratedObjects extends DecoratorParentTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class Attachments extends DecoratorAttachmentTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class SideEffects extends SideEffectOrderTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }

        @Override
        List<String> sent(String... requests) {
            return ServerSideRequests.of(requests);
        }
    }

    @Nested
    class Rollouts extends RolloutTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between, ServerSideRequests.options());
        }
    }

    @Nested
    class Composites extends CompositeSyncTest {
        @Override
        WatcherFixture open() {
            return real.open(UnaryOperator.identity(), ServerSideRequests.options());
        }

        @Override
        List<String> sent(String... requests) {
            return ServerSideRequests.of(requests);
        }

        @Override
        @Nullable
        String lastApplied(KubeObject parent) {
            return null;
        }
    }

    @Nested
    class Decorators extends DecoratorSyncTest {
        @Override
        WatcherFixture open() {
            return real.open(UnaryOperator.identity(), ServerSideRequests.options());
        }
    }

    @Nested
    class ChangedChildren extends ChangedChildTest {
        @Override
        WatcherFixture open() {
            return real.open(UnaryOperator.identity(), ServerSideRequests.options());
        }
    }
}
