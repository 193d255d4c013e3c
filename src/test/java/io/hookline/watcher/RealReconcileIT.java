package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The same tests on a real API server with a real garbage collector. */
@RealControlPlane
class RealReconcileIT {

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
            return real.open(between);
        }
    }

    @Nested
    class Adoptions extends AdoptionTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class Finalizing extends FinalizingTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class CollectedParents extends CollectedParentTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class Status extends ParentStatusTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class ForeignEdits extends ForeignEditsTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class DecoratedObjects extends DecoratorParentTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class Attachments extends DecoratorAttachmentTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class HookEvents extends HookEventsTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class SideEffects extends SideEffectOrderTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class DeletedKinds extends DeletedKindTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class Rollouts extends RolloutTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class BuiltInKinds extends BuiltInKindsTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class MissedDeletions extends MissedDeletionTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }

    @Nested
    class ConcurrentUpdates extends ConcurrentUpdatesTest {
        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between) {
            return real.open(between);
        }
    }
}
