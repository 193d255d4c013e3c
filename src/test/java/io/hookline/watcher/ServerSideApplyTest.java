package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import org.junit.jupiter.api.Nested;

/** Children that the API server in memory applies. */
class ServerSideApplyTest {

    @Nested
    class Writes extends ServerSideSuite {
        private final LocalWorld world = new LocalWorld();

        @Override
        Cluster cluster() {
            return world.cluster;
        }

        @Override
        String namespace() {
            return "default";
        }
    }

    @Nested
    class Trouble extends ServerSideTroubleSuite {
        private final LocalWorld world = new LocalWorld();

        @Override
        Cluster cluster() {
            return world.cluster;
        }

        @Override
        String namespace() {
            return "default";
        }
    }

    @Nested
    class Moves extends StrategyMoveSuite {
        private final LocalWorld world = new LocalWorld();

        @Override
        Cluster cluster() {
            return world.cluster;
        }

        @Override
        String namespace() {
            return "default";
        }
    }

    @Nested
    class Stripped extends StrippedCacheSuite {
        private final LocalWorld world = new LocalWorld();

        @Override
        Cluster cluster() {
            return world.cluster;
        }

        @Override
        String namespace() {
            return "default";
        }
    }

    @Nested
    class StrippedWrites extends ServerSideSuite {
        private final LocalWorld world = new LocalWorld();

        @Override
        Cluster cluster() {
            return world.cluster;
        }

        @Override
        String namespace() {
            return "default";
        }

        @Override
        WatcherOptions options() {
            return WatcherOptions.DEFAULTS.strippingManagedFields(true);
        }
    }

    @Nested
    class StrippedMoves extends StrategyMoveSuite {
        private final LocalWorld world = new LocalWorld();

        @Override
        Cluster cluster() {
            return world.cluster;
        }

        @Override
        String namespace() {
            return "default";
        }

        @Override
        WatcherOptions options() {
            return WatcherOptions.DEFAULTS.strippingManagedFields(true);
        }
    }
}
