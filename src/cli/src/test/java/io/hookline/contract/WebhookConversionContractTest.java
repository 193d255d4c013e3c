package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.contract.RawApi.Answer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What an API server promises of custom resources whose versions a webhook converts, while that cannot be reached: the
 * stored version works, any other one fails and changes nothing.
 */
@Worlds(World.Kind.HTTP)
class WebhookConversionContractTest extends ClusterFixture {

    private static final String GROUP = "converted.example.com";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";

    private String plural = "";

    @BeforeEach
    final void define(TestInfo test) {
        plural = "cogs" + Integer.toHexString(test.getDisplayName().hashCode());
        assertThat(send("POST", DEFINITIONS, JSON, definition("v1")).code()).isEqualTo(201);
        Awaitility.await("the kind is served")
                .atMost(Duration.ofSeconds(60))
                .until(() -> send("POST", path("v1") + "?dryRun=All", JSON, cog("probe", "v1"))
                                .code()
                        == 201);
        assertThat(send("POST", path("v1"), JSON, cog("one", "v1")).code()).isEqualTo(201);
    }

    private String definition(String stored) {
        String versions = String.join(",", version("v1", stored), version("v1beta1", stored));
        return ("{'metadata':{'name':'PLURAL." + GROUP + "'},'spec':{'group':'" + GROUP + "','scope':'Namespaced',"
                        + "'names':{'plural':'PLURAL','kind':'KIND'},'conversion':{'strategy':'Webhook','webhook':{"
                        + "'conversionReviewVersions':['v1'],'clientConfig':{'url':'https://127.0.0.1:1/convert'}}},"
                        + "'versions':[" + versions + "]}}")
                .replace("PLURAL", plural)
                .replace("KIND", kind())
                .replace('\'', '"');
    }

    private static String version(String name, String stored) {
        return "{'name':'" + name + "','served':true,'storage':" + name.equals(stored)
                + ",'schema':{'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}";
    }

    private String kind() {
        return plural.replace("cogs", "Cog");
    }

    private String path(String version) {
        return "/apis/" + GROUP + "/" + version + "/namespaces/" + world.namespace() + "/" + plural;
    }

    private String cog(String name, String version) {
        return "{\"apiVersion\":\"" + GROUP + "/" + version + "\",\"kind\":\"" + kind() + "\",\"metadata\":{\"name\":\""
                + name + "\"}}";
    }

    private Answer send(String method, String to, String type, String body) {
        return world.server().orElseThrow().send(method, to, type, body);
    }

    private void assertNotConverted(Answer answer, String from) {
        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.message())
                .startsWith("conversion webhook for " + GROUP + "/" + from + ", Kind=" + kind() + " failed: ");
    }

    @Test
    void theStoredVersionNeedsNoConversion() {
        assertThat(send("PATCH", path("v1") + "/one", MERGE, "{\"size\":1}").code())
                .isEqualTo(200);
        assertThat(send("GET", path("v1") + "/one", JSON, "")
                        .json()
                        .path("size")
                        .asLong())
                .isEqualTo(1);
        assertThat(send("GET", path("v1"), JSON, "").json().path("items")).hasSize(1);
        assertThat(send("DELETE", path("v1") + "/one", JSON, "").code()).isEqualTo(200);
    }

    @Test
    void anotherVersionFailsAndChangesNothing() {
        String one = path("v1beta1") + "/one";
        assertNotConverted(send("GET", one, JSON, ""), "v1");
        assertNotConverted(send("PATCH", one, MERGE, "{\"size\":1}"), "v1");
        assertNotConverted(send("PUT", one, JSON, cog("one", "v1beta1")), "v1");
        assertNotConverted(send("DELETE", one, JSON, ""), "v1");
        assertNotConverted(send("POST", path("v1beta1"), JSON, cog("two", "v1beta1")), "v1beta1");
        assertThat(send("GET", path("v1beta1"), JSON, "").message()).contains("conversion webhook for " + GROUP);

        assertThat(send("GET", path("v1"), JSON, "").json().path("items"))
                .singleElement()
                .satisfies(left -> {
                    assertThat(left.at("/metadata/name").asText()).isEqualTo("one");
                    assertThat(left.has("size")).isFalse();
                });
    }

    @Test
    void anObjectStoredInAFormerVersionIsReadInThatOnly() {
        String name = DEFINITIONS + "/" + plural + "." + GROUP;
        assertThat(send("PATCH", name, MERGE, definition("v1beta1")).code()).isEqualTo(200);

        Awaitility.await("objects are stored in the other version")
                .atMost(Duration.ofSeconds(60))
                .until(() -> send("PATCH", path("v1") + "/one", MERGE, "{\"size\":2}")
                                .code()
                        == 500);
        assertThat(List.of(
                        send("GET", path("v1") + "/one", JSON, "").code(),
                        send("GET", path("v1beta1") + "/one", JSON, "").code()))
                .containsExactly(200, 500);
    }
}
