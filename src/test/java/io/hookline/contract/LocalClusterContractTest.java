package io.hookline.contract;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Nested;

/** The contract over the cluster in memory. */
class LocalClusterContractTest {

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new Random(1));

    @Nested
    class Objects extends ClusterContract {
        @Override
        protected Cluster cluster() {
            return cluster;
        }

        @Override
        protected String namespace() {
            return "default";
        }
    }

    @Nested
    class Watches extends WatchContract {
        @Override
        protected Cluster cluster() {
            return cluster;
        }

        @Override
        protected String namespace() {
            return "default";
        }
    }

    @Nested
    class CustomResources extends CustomResourceContract {
        @Override
        protected Cluster cluster() {
            return cluster;
        }

        @Override
        protected String namespace() {
            return "default";
        }

        /** More changes than the log holds. */
        @Override
        protected void forgetHistory() {
            ApiResource gadgets = gadgets();
            create(gadgets, gadget("busy", "{\"color\":\"red\"}"));
            for (int i = 1; i <= 10_001; i++) {
                Patch patch = Patch.merge("{\"spec\":{\"size\":" + i + "}}");
                cluster.patch(gadgets, key("busy"), patch, WriteOptions.PLAIN);
            }
        }
    }
}
