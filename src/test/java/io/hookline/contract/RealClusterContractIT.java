package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract over a real API server, which decides who is right. */
@RealControlPlane
class RealClusterContractIT {

    private static KubeCluster cluster;
    private static String namespace;
    private static ControlPlane plane;
    private static RawApi api;

    @BeforeAll
    static void connect(ControlPlane running, TestNamespace own) {
        plane = running;
        cluster = running.connect("contract");
        api = RawApi.trusting(running.server(), running.trust(), ControlPlane.token(ControlPlane.ADMIN));
        namespace = own.name();
    }

    @AfterAll
    static void disconnect() {
        api.close();
        cluster.close();
    }

    @Nested
    class Objects extends ClusterContract {
        @Override
        protected Cluster cluster() {
            return cluster;
        }

        @Override
        protected String namespace() {
            return namespace;
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
            return namespace;
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
            return namespace;
        }

        /** See the limitations. The embedded server leaves the managers alone. */
        @Test
        void aScaleThatChangesNothingSplitsTheEntryOfTheOwner() {
            KubeObject deployment = deployment(
                    "owned-unscaled",
                    "{'replicas':2,'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
                            + "'spec':{'containers':[{'name':'c','image':'i'}]}}}");
            create(deployments(), "maker", deployment);
            Patch same = Patch.merge("{\"spec\":{\"replicas\":2}}");
            WriteOptions scale = new WriteOptions("scale", "scaler", false, false);
            cluster.patch(deployments(), key("owned-unscaled"), same, scale);

            assertThat(managers(cluster.get(deployments(), key("owned-unscaled"))))
                    .hasSize(2)
                    .contains("maker Update apps/v1 {'f:spec':{'f:replicas':{}}}");
        }

        /** See the limitations. */
        @Test
        void aScaleCanBeApplied() {
            String path = "/apis/apps/v1/namespaces/" + namespace + "/deployments/missing/scale?fieldManager=x";
            String scale = "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"spec\":{\"replicas\":2}}";

            assertThat(api.send("PATCH", path, "application/apply-patch+yaml", scale)
                            .code())
                    .isEqualTo(404);
        }

        /** See the limitations. */
        @Test
        void aRequestForTheStatusOfAPodChangesItsLabels() {
            ApiResource pods = resource("v1", "pods");
            create(pods, "maker", object("v1", "Pod", "labelled", "'spec':{'containers':[{'name':'c','image':'i'}]}"));
            Patch patch = Patch.merge("{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"status\":{\"phase\":\"Running\"}}");

            assertThat(cluster.patch(pods, key("labelled"), patch, WriteOptions.STATUS.by("reporter"))
                            .labels())
                    .containsEntry("a", "b");
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
            return namespace;
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
            return namespace;
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
            return namespace;
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
            return namespace;
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
            return namespace;
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
            return namespace;
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
            return namespace;
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
            return namespace;
        }

        @BeforeEach
        void startControllers() {
            plane.startControllers();
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
            return namespace;
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
            return namespace;
        }

        /** The kind came long after version 1, so the server never knew. */
        @Override
        protected void forgetHistory() {}

        @Test
        void aPageOfAStateThatIsForgottenIsExpired() throws IOException, InterruptedException {
            create(gadgets(), gadget("old-1", "{\"color\":\"red\"}"));
            create(gadgets(), gadget("old-2", "{\"color\":\"red\"}"));
            ListOptions here = ListOptions.ALL.inNamespace(namespace);
            ObjectList first = cluster.list(gadgets(), here.page(1, ""));
            plane.compact(first.resourceVersion());

            assertThatThrownBy(() -> cluster.list(gadgets(), here.page(1, ofVersion2(first.continueToken()))))
                    .isInstanceOf(ClusterException.Expired.class)
                    .hasMessageStartingWith("The provided continue parameter is too old to display a consistent list");
        }

        /** A token as it would have been long ago: the server keeps recent states even after a compaction. */
        private static String ofVersion2(String token) {
            ObjectNode inside = Json.object(Base64.getUrlDecoder().decode(token));
            inside.put("rv", 2);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(GoJson.bytes(inside));
        }
    }
}
