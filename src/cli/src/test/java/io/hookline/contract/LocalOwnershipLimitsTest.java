package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;

/** Where the managers of fields differ from those on a real server: src/docs/limitations.md lists these cases. */
@Worlds(World.Kind.MEMORY)
class LocalOwnershipLimitsTest extends OwnedKindFixture {

    private static final String SPEC = "{'replicas':2,'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{"
            + "'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}";

    @Test
    void aScaleThatChangesNothingLeavesTheManagersAlone() {
        KubeObject created = create(deployments(), "maker", deployment("unscaled", SPEC));
        Patch same = Patch.merge("{\"spec\":{\"replicas\":2}}");
        cluster().patch(deployments(), key("unscaled"), same, new WriteOptions("scale", "scaler", false, false));

        assertThat(managers(cluster().get(deployments(), key("unscaled")))).isEqualTo(managers(created));
    }

    @Test
    void aScaleCannotBeApplied() {
        create(deployments(), "maker", deployment("scaled", SPEC));
        try (LocalApiServer server = LocalApiServer.start(world.memory().orElseThrow(), 0);
                RawApi api = RawApi.at(server.url(), server.token().text())) {
            String path = "/apis/apps/v1/namespaces/default/deployments/scaled/scale?fieldManager=x";
            String scale = "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"spec\":{\"replicas\":2}}";
            assertThat(api.send("PATCH", path, "application/apply-patch+yaml", scale)
                            .code())
                    .isEqualTo(415);
        }
    }

    @Test
    void aRequestForTheStatusOfABuiltInKindChangesNoMetadata() {
        ApiResource pods = resource("v1", "pods");
        create(pods, "maker", object("v1", "Pod", "labelled", "'spec':{'containers':[{'name':'c','image':'i'}]}"));
        Patch patch = Patch.merge("{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"status\":{\"phase\":\"Running\"}}");

        assertThat(cluster()
                        .patch(pods, key("labelled"), patch, WriteOptions.STATUS.by("reporter"))
                        .labels())
                .isEmpty();
    }

    @Test
    void entriesKeepTheirPathsWhenAListBecomesAtomic() {
        apply(kind(), "one", owned("retyped", "'spec':{'tags':['a']}"));
        KubeObject definition = cluster()
                .get(
                        resource("apiextensions.k8s.io/v1", "customresourcedefinitions"),
                        ObjectKey.clusterScoped("owneds.fields.example.com"));
        cluster()
                .update(
                        resource("apiextensions.k8s.io/v1", "customresourcedefinitions"),
                        KubeObject.of(definition
                                .json()
                                .replace(
                                        "\"x-kubernetes-list-type\":\"set\"", "\"x-kubernetes-list-type\":\"atomic\"")),
                        WriteOptions.PLAIN);

        assertThat(managers(merge(kind(), "two", "retyped", "{'spec':{'color':'red'}}")))
                .contains("one Apply fields.example.com/v1 {'f:spec':{'f:tags':{'v:`a`':{}}}}");
    }

    /** A real server answers 422. */
    @Test
    void aManagerWithALongNameIsRecordedInABodyWithManagedFields() {
        create(configMaps(), "maker", map("long", "'data':{'a':'1'}"));
        String manager = "m".repeat(129);
        String entry = "{'manager':'" + manager + "','operation':'Update','apiVersion':'v1',"
                + "'time':'2026-01-01T00:00:00Z','fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:a':{}}}}";

        assertThat(managers(merge(configMaps(), "other", "long", "{'metadata':{'managedFields':[" + entry + "]}}")))
                .anyMatch(each -> each.startsWith(manager));
    }

    /** A real server answers 422. */
    @Test
    void anApplyMayNameTheTimeOfTheDeletion() {
        KubeObject applied = apply(
                configMaps(),
                "one",
                KubeObject.of(("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'timed','namespace':'default',"
                                + "'deletionTimestamp':'2026-01-01T00:00:00Z'}}")
                        .replace('\'', '"')));

        assertThat(applied.name()).isEqualTo("timed");
    }
}
