package io.hookline.contract;

import io.hookline.cluster.Cluster;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The contract over the cluster in memory, asked by HTTP as a real one is. */
class LocalApiServerContractTest {

    private static LocalCluster inMemory;
    private static LocalApiServer server;
    private static KubeCluster cluster;
    private static RawApi api;

    @BeforeAll
    static void start() {
        inMemory = LocalCluster.create(InstantSource.system(), new Random(1));
        server = LocalApiServer.start(inMemory, 0);
        cluster = KubeCluster.at(server.url(), server.token().text(), KubeOptions.of("contract"));
        api = RawApi.at(server.url(), server.token().text());
    }

    @AfterAll
    static void stop() {
        api.close();
        cluster.close();
        server.close();
    }

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
    class Pods extends PodContract {
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
    class Applies extends ApplyContract {
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
    class Ownerships extends OwnershipContract {
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
    class AppliedFields extends AppliedFieldsContract {
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
    class OwnershipHistories extends OwnershipHistoryContract {
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
    }

    @Nested
    class CustomSchemas extends CustomSchemaContract {
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
    class Gadgets extends GadgetContract {
        @Override
        protected Cluster cluster() {
            return cluster;
        }

        @Override
        protected String namespace() {
            return "default";
        }

        @Override
        protected void forgetHistory() {
            outgrowTheLog(inMemory);
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
    class WatchStreams extends WatchStreamContract {
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
    class Limits extends LimitContract {
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
    class Garbage extends GarbageContract {
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
    class Discovery extends DiscoveryContract {
        @Override
        protected RawApi api() {
            return api;
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        protected RawApi api() {
            return api;
        }

        @Override
        protected String namespace() {
            return "default";
        }
    }
}
