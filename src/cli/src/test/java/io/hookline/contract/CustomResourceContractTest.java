package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a cluster promises of CustomResourceDefinitions and their objects. */
class CustomResourceContractTest extends TraineeFixture {

    @Test
    void aDefinitionIsServedWithItsNames() {
        assertThat(trainees.kind()).isEqualTo("Trainee");
        assertThat(trainees.shortNames()).containsExactly("trn");
        assertThat(trainees.categories()).containsExactly("people");
        assertThat(trainees.subresources()).contains("status", "scale");
        KubeObject crd = cluster().get(definitions(), ObjectKey.clusterScoped("trainees." + GROUP));
        JsonNode status = crd.tree().path("status");
        assertThat(status.path("acceptedNames").path("singular").asText()).isEqualTo("trainee");
        assertThat(status.path("storedVersions").get(0).asText()).isEqualTo("v1");
        assertThat(status.path("conditions"))
                .allMatch(condition -> condition.path("status").asText().equals("True"));
    }

    @Test
    void theStoredVersionsOfADefinitionAreWhatAStatusSays() {
        ObjectKey key = ObjectKey.clusterScoped("trainees." + GROUP);
        Patch patch = Patch.merge("{\"status\":{\"storedVersions\":[\"other\"]}}");
        WriteOptions dryRun = new WriteOptions("status", "", false, true);

        JsonNode patched =
                cluster().patch(definitions(), key, patch, dryRun).tree().at("/status/storedVersions");
        assertThat(patched.toString()).isEqualTo("[\"other\"]");
    }

    @Test
    void generationCountsChangesOfTheSpecOnly() {
        assertThat(create("counted", "{\"fullName\":\"A\"}").generation()).isEqualTo(1);

        merge("counted", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", WriteOptions.PLAIN);
        merge("counted", "{\"status\":{\"ready\":1}}", WriteOptions.STATUS);
        assertThat(get("counted").generation()).isEqualTo(1);

        merge("counted", "{\"spec\":{\"fullName\":\"B\"}}", WriteOptions.PLAIN);
        assertThat(get("counted").generation()).isEqualTo(2);
    }

    @Test
    void specAndStatusAreWrittenApart() {
        KubeObject withStatus = KubeObject.of(
                trainee("apart", "{\"fullName\":\"A\"}").json().replaceFirst("\\{", "{\"status\":{\"ready\":7},"));
        KubeObject created = cluster().create(trainees, withStatus, WriteOptions.PLAIN);
        assertThat(created.tree().has("status")).isFalse();

        merge("apart", "{\"spec\":{\"fullName\":\"B\"},\"status\":{\"ready\":1}}", WriteOptions.STATUS);
        merge("apart", "{\"spec\":{\"fullName\":\"C\"},\"status\":{\"ready\":2}}", WriteOptions.PLAIN);

        KubeObject now = get("apart");
        assertThat(spec(now).path("fullName").asText()).isEqualTo("C");
        assertThat(now.tree().path("status").path("ready").asInt()).isEqualTo(1);
    }

    @Test
    void anUpdateNeedsAVersion() {
        create("versioned", "{\"fullName\":\"A\"}");

        assertThatThrownBy(() ->
                        cluster().update(trainees, trainee("versioned", "{\"fullName\":\"B\"}"), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("metadata.resourceVersion: Invalid value: ")
                .hasMessageContaining("must be specified for an update");
    }

    @Test
    void anApplyMergesListsByTheirKeys() {
        create("merged", "{\"fullName\":\"A\",\"pets\":[{\"name\":\"Rex\",\"kind\":\"dog\"}],\"skills\":[\"a\"]}");
        String wanted = "{\"apiVersion\":\"" + GROUP + "/v1\",\"kind\":\"Trainee\",\"metadata\":{\"name\":\"merged\"},"
                + "\"spec\":{\"pets\":[{\"name\":\"Tom\",\"kind\":\"cat\"}],\"skills\":[\"b\"]}}";

        cluster()
                .patch(
                        trainees,
                        new ObjectKey(namespace(), "merged"),
                        new Patch(Patch.Type.APPLY, wanted),
                        new WriteOptions("", "contract", true, false));

        assertThat(spec(get("merged")).path("pets")).hasSize(2);
        assertThat(spec(get("merged")).path("skills").toString()).isEqualTo("[\"b\"]");
    }

    @Test
    void aStrategicPatchIsNotForCustomKinds() {
        create("strategic", "{\"fullName\":\"A\"}");

        assertThatThrownBy(() -> cluster()
                        .patch(
                                trainees,
                                new ObjectKey(namespace(), "strategic"),
                                new Patch(Patch.Type.STRATEGIC, "{\"spec\":{\"fullName\":\"B\"}}"),
                                WriteOptions.PLAIN))
                .isInstanceOfSatisfying(
                        ClusterException.BadRequest.class,
                        e -> assertThat(e.code()).isEqualTo(415));
    }

    @Test
    void anObjectIsServedInEachVersion() {
        create("both", "{\"fullName\":\"A\"}");
        ApiResource older =
                cluster().discover().find(GROUP + "/v1beta1", "trainees").orElseThrow();

        KubeObject seen = cluster().get(older, new ObjectKey(namespace(), "both"));

        assertThat(seen.apiVersion()).isEqualTo(GROUP + "/v1beta1");
        assertThat(seen.resourceVersion()).isEqualTo(get("both").resourceVersion());
        assertThat(cluster()
                        .list(older, ListOptions.ALL.inNamespace(namespace()))
                        .items())
                .extracting(KubeObject::apiVersion)
                .containsOnly(GROUP + "/v1beta1");
    }

    @Test
    void scaleChangesTheReplicas() {
        create("scaled", "{\"fullName\":\"A\",\"replicas\":2}");

        KubeObject scale = cluster()
                .patch(
                        trainees,
                        new ObjectKey(namespace(), "scaled"),
                        Patch.merge("{\"spec\":{\"replicas\":5}}"),
                        new WriteOptions("scale", "", false, false));

        assertThat(scale.kind()).isEqualTo("Scale");
        assertThat(spec(get("scaled")).path("replicas").asInt()).isEqualTo(5);
    }

    @Test
    void theObjectOfAnotherKindIsRefused() {
        KubeObject other =
                KubeObject.of(trainee("other", "{\"fullName\":\"A\"}").json().replace("\"Trainee\"", "\"Manager\""));

        assertThatThrownBy(() -> cluster().create(trainees, other, WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("Manager");
    }

    /** Another kind, like that of trainees. */
    private ApiResource another(String plural, String kind, String shortName) {
        String json = definition()
                .replace("trainees", plural)
                .replace("Trainee", kind)
                .replace("\"trn\"", "\"" + shortName + "\"");
        cluster().create(definitions(), KubeObject.of(json), WriteOptions.PLAIN);
        return served(plural);
    }

    /** Discovery and the API server do not agree: who asks discovery for the verb could not free the last objects. */
    @Test
    void anObjectThatKeepsItsDefinitionCanBePatchedThoughDiscoveryDoesNotSaySo() {
        ApiResource fellows = another("fellows", "Fellow", "flw");
        KubeObject held =
                KubeObject.of(trainee("held", "{\"fullName\":\"A\"}").json().replace("\"Trainee\"", "\"Fellow\""));
        cluster().create(fellows, withFinalizer(held, "example.com/hold"), WriteOptions.PLAIN);
        ObjectKey name = ObjectKey.clusterScoped("fellows." + GROUP);
        cluster().delete(definitions(), name, DeleteOptions.BACKGROUND);

        Awaitility.await("discovery shows fewer verbs")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(cluster()
                                .discover()
                                .find(GROUP + "/v1", "fellows")
                                .orElseThrow()
                                .verbs())
                        .containsExactlyInAnyOrder("delete", "deletecollection", "get", "list", "watch"));
        Awaitility.await("the deletion of the objects has begun")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                cluster().get(definitions(), name).tree().at("/status/conditions"))
                        .anySatisfy(condition -> {
                            assertThat(condition.path("type").asText()).isEqualTo("Terminating");
                            assertThat(condition.path("status").asText()).isEqualTo("True");
                            assertThat(condition.path("reason").asText()).isEqualTo("InstanceDeletionInProgress");
                            assertThat(condition.path("message").asText())
                                    .isEqualTo("CustomResource deletion is in progress");
                        }));

        cluster().patch(fellows, key("held"), Patch.merge("{\"metadata\":{\"finalizers\":null}}"), WriteOptions.PLAIN);

        Awaitility.await("the definition is gone")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThatThrownBy(() -> cluster().get(definitions(), name))
                        .isInstanceOf(ClusterException.NotFound.class));
    }

    @Test
    void aDefinitionGoesWithItsObjects() {
        ApiResource interns = another("interns", "Intern", "int");
        KubeObject intern =
                KubeObject.of(trainee("short", "{\"fullName\":\"A\"}").json().replace("\"Trainee\"", "\"Intern\""));
        cluster().create(interns, intern, WriteOptions.PLAIN);

        cluster().delete(definitions(), ObjectKey.clusterScoped("interns." + GROUP), DeleteOptions.BACKGROUND);

        // A real server cleans up first, and marks the definition meanwhile.
        Awaitility.await("interns are gone")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThatThrownBy(() -> cluster().list(interns, ListOptions.ALL))
                        .isInstanceOf(ClusterException.NotFound.class)
                        .hasMessageContaining("the server could not find the requested resource"));
    }

    @Test
    void aProtectedGroupNeedsApproval() {
        String json = definition().replace(GROUP, "samplecontroller.k8s.io");

        assertThatThrownBy(() -> cluster().create(definitions(), KubeObject.of(json), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(
                        "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must"
                                + " have approval annotation \"api-approved.kubernetes.io\"");
    }

    @Test
    void aDefinitionsNameIsMadeOfPluralAndGroup() {
        String json = definition().replaceFirst("trainees\\.", "people.");

        assertThatThrownBy(() -> cluster().create(definitions(), KubeObject.of(json), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("must be spec.names.plural+\".\"+spec.group");
    }
}
