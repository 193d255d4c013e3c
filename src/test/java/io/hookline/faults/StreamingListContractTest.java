package io.hookline.faults;

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

/** The contract over the cluster in memory, asked directly and by HTTP. */
class StreamingListContractTest {

    private static LocalCluster inMemory;
    private static LocalApiServer server;
    private static KubeCluster served;

    @BeforeAll
    static void start() {
        inMemory = LocalCluster.create(InstantSource.system(), new Random(1));
        server = LocalApiServer.start(LocalCluster.create(InstantSource.system(), new Random(2)), 0);
        served = KubeCluster.at(server.url(), server.token().text(), KubeOptions.of("contract"));
    }

    @AfterAll
    static void stop() {
        served.close();
        server.close();
    }

    @Nested
    class InMemory extends StreamingListContract {
        @Override
        protected Cluster cluster() {
            return inMemory;
        }

        @Override
        protected String namespace() {
            return "default";
        }
    }

    @Nested
    class Served extends StreamingListContract {
        @Override
        protected Cluster cluster() {
            return served;
        }

        @Override
        protected String namespace() {
            return "default";
        }
    }
}
