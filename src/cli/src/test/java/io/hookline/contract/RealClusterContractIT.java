package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.util.Base64;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract over a real API server, which decides who is right, and what only a real one does. */
@RealControlPlane
class RealClusterContractIT {

    @Nested
    class Objects extends ClusterContractTest {}

    @Nested
    class Pods extends PodContractTest {}

    @Nested
    class Applies extends ApplyContractTest {}

    @Nested
    class Ownerships extends OwnershipContractTest {
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
            cluster().patch(deployments(), key("owned-unscaled"), same, scale);

            assertThat(managers(cluster().get(deployments(), key("owned-unscaled"))))
                    .hasSize(2)
                    .contains("maker Update apps/v1 {'f:spec':{'f:replicas':{}}}");
        }

        /** See the limitations. */
        @Test
        void aScaleCanBeApplied() {
            String path = "/apis/apps/v1/namespaces/" + namespace() + "/deployments/missing/scale?fieldManager=x";
            String scale = "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"spec\":{\"replicas\":2}}";

            assertThat(world.server()
                            .orElseThrow()
                            .send("PATCH", path, "application/apply-patch+yaml", scale)
                            .code())
                    .isEqualTo(404);
        }

        /** See the limitations. */
        @Test
        void aRequestForTheStatusOfAPodChangesItsLabels() {
            ApiResource pods = resource("v1", "pods");
            create(pods, "maker", object("v1", "Pod", "labelled", "'spec':{'containers':[{'name':'c','image':'i'}]}"));
            Patch patch = Patch.merge("{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"status\":{\"phase\":\"Running\"}}");

            assertThat(cluster()
                            .patch(pods, key("labelled"), patch, WriteOptions.STATUS.by("reporter"))
                            .labels())
                    .containsEntry("a", "b");
        }
    }

    @Nested
    class AppliedFields extends AppliedFieldsContractTest {}

    @Nested
    class OwnershipHistories extends OwnershipHistoryContractTest {}

    @Nested
    class CustomResources extends CustomResourceContractTest {}

    @Nested
    class CustomSchemas extends CustomSchemaContractTest {}

    @Nested
    class Gadgets extends GadgetContractTest {
        @Test
        void aPageOfAStateThatIsForgottenIsExpired(ControlPlane plane) throws IOException, InterruptedException {
            create(gadgets(), gadget("old-1", "{\"color\":\"red\"}"));
            create(gadgets(), gadget("old-2", "{\"color\":\"red\"}"));
            ListOptions here = ListOptions.ALL.inNamespace(namespace());
            ObjectList first = cluster().list(gadgets(), here.page(1, ""));
            plane.compact(first.resourceVersion());

            assertThatThrownBy(() -> cluster().list(gadgets(), here.page(1, ofVersion2(first.continueToken()))))
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

    @Nested
    class Watches extends WatchContractTest {}

    @Nested
    class WatchStreams extends WatchStreamContractTest {}

    @Nested
    class Limits extends LimitContractTest {}

    @Nested
    class Garbage extends GarbageContractTest {}

    @Nested
    class Discovery extends DiscoveryContractTest {}

    @Nested
    class Requests extends RequestContractTest {}

    @Nested
    class Definitions extends DefinitionContractTest {}

    @Nested
    class Values extends ValueContractTest {}

    @Nested
    class Rules extends RuleContractTest {}

    @Nested
    class BuiltIns extends BuiltInContractTest {}

    @Nested
    class NewDefaults extends NewDefaultContractTest {}

    @Nested
    class WebhookConversions extends WebhookConversionContractTest {}

    @Nested
    class RequestSequences extends RequestSequenceContractTest {}
}
