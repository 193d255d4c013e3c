package io.hookline.local;

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
import io.hookline.object.LabelSelector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Built-in kinds other than workloads: defaults, rules and merge keys. */
class LocalClusterBuiltInTest {

    private final LocalObjects objects = new LocalObjects();

    private static String autoscaler(String version, String metadata, String spec) {
        return "{\"apiVersion\":\"autoscaling/" + version
                + "\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"a\","
                + "\"namespace\":\"default\"" + metadata
                + "},\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}"
                + spec + "}}";
    }

    @Test
    void anAutoscalerThatIsWrittenInItsFirstVersionKeepsItsOtherMetricsAndGetsNoneOfTheCpu() {
        objects.create(autoscaler(
                "v2",
                "",
                ",\"metrics\":[{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\",\"target\":{\"type\":\"Utilization\","
                        + "\"averageUtilization\":70}}}]"));
        ApiResource first = objects.resource("autoscaling/v1", "horizontalpodautoscalers");

        objects.patch(first, "a", Patch.Type.MERGE, "{\"metadata\":{\"labels\":{\"b\":\"c\"}}}");

        JsonNode now = objects.tree(objects.resource("autoscaling/v2", "horizontalpodautoscalers"), "a");
        assertThat(now.at("/spec/metrics")).hasSize(1);
        assertThat(now.at("/spec/metrics/0/resource/name").asText()).isEqualTo("memory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "{}", "oops", ""})
    void whatIsNoListOfMetricsInTheAnnotationOfAnAutoscalerIsNotStored(String metrics) {
        objects.create(autoscaler(
                "v1",
                ",\"annotations\":{\"autoscaling.alpha.kubernetes.io/metrics\":\"" + metrics + "\"}",
                ",\"targetCPUUtilizationPercentage\":50"));

        JsonNode now = objects.tree(objects.resource("autoscaling/v2", "horizontalpodautoscalers"), "a");
        assertThat(now.at("/spec/metrics")).hasSize(1);
        assertThat(now.at("/spec/metrics/0/resource/target/averageUtilization").asInt())
                .isEqualTo(50);
    }

    @Test
    void allUsualResourcesAreServed() {
        assertThat(objects.cluster.discover().resources())
                .extracting(ApiResource::groupResource)
                .contains(
                        "pods",
                        "services",
                        "configmaps",
                        "secrets",
                        "serviceaccounts",
                        "namespaces",
                        "nodes",
                        "events",
                        "endpoints",
                        "persistentvolumes",
                        "persistentvolumeclaims",
                        "replicationcontrollers",
                        "limitranges",
                        "resourcequotas",
                        "deployments.apps",
                        "jobs.batch",
                        "ingresses.networking.k8s.io",
                        "poddisruptionbudgets.policy",
                        "clusterroles.rbac.authorization.k8s.io",
                        "horizontalpodautoscalers.autoscaling",
                        "storageclasses.storage.k8s.io",
                        "endpointslices.discovery.k8s.io",
                        "leases.coordination.k8s.io",
                        "priorityclasses.scheduling.k8s.io",
                        "validatingwebhookconfigurations.admissionregistration.k8s.io");
    }

    @Test
    void anApplyPatchMergesPortsByNumberAndProtocol() {
        String service = "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},'spec':{'selector':{'app':'%s'},"
                + "'ports':[{'name':'%s','port':%d}]}}";
        ApiResource services = objects.resource("v1", "services");

        objects.apply(services, "s", "one", String.format(service, "x", "http", 80));
        KubeObject now = objects.apply(services, "s", "two", String.format(service, "y", "https", 443));

        assertThat(now.tree().path("spec").path("ports")).hasSize(2);
        assertThat(now.tree().path("spec").path("selector").toString()).isEqualTo("{\"app\":\"y\"}");
    }

    @Test
    void aServiceGetsAnAddressThatItKeeps() {
        KubeObject created = objects.create("{'apiVersion':'v1','kind':'Service','metadata':{'name':'web','namespace':"
                + "'default'},'spec':{'ports':[{'port':80}]}}");
        JsonNode spec = created.tree().path("spec");
        assertThat(spec.path("type").asText()).isEqualTo("ClusterIP");
        assertThat(spec.path("clusterIP").asText()).startsWith("10.96.");
        assertThat(spec.path("ports").get(0).path("targetPort").asInt()).isEqualTo(80);
        assertThat(spec.path("ports").get(0).path("protocol").asText()).isEqualTo("TCP");

        KubeObject replaced = objects.cluster.update(
                objects.resource("v1", "services"),
                KubeObject.of(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"web\",\"namespace\":"
                                + "\"default\"},\"spec\":{\"ports\":[{\"port\":81}]}}"),
                WriteOptions.PLAIN);
        assertThat(replaced.tree().path("spec").path("clusterIP")).isEqualTo(spec.path("clusterIP"));
    }

    @Test
    void stringDataOfASecretBecomesData() {
        KubeObject secret = objects.create("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s','namespace':"
                + "'default'},'stringData':{'user':'anna'}}");

        assertThat(secret.tree().path("data").path("user").asText()).isEqualTo("YW5uYQ==");
        assertThat(secret.tree().has("stringData")).isFalse();
        assertThat(secret.tree().path("type").asText()).isEqualTo("Opaque");
    }

    @Test
    void eventsOfBothGroupsAreTheSameObjects() {
        objects.create(
                "{'apiVersion':'v1','kind':'Event','metadata':{'name':'e','namespace':'default'},'reason':'Test',"
                        + "'message':'hello','involvedObject':{'kind':'Pod','name':'p','namespace':'default'},'type':'Normal'}");

        JsonNode other = objects.tree(objects.resource("events.k8s.io/v1", "events"), "e");

        assertThat(other.path("note").asText()).isEqualTo("hello");
        assertThat(other.path("regarding").path("name").asText()).isEqualTo("p");
        assertThat(objects.names(objects.resource("v1", "events"), "involvedObject.name=p,reason=Test"))
                .containsExactly("e");
    }

    @Test
    void changesOfAnImmutableConfigMapAreRefused() {
        objects.create("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'fixed','namespace':'default'},"
                + "'immutable':true,'data':{'a':'1'}}");

        assertThatThrownBy(() -> objects.patch(objects.configMaps(), "fixed", Patch.Type.MERGE, "{'data':{'a':'2'}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("data: Forbidden: field is immutable when `immutable` is set");
    }

    @Test
    void aFieldOfTheWrongTypeIsABadRequest() {
        assertThatThrownBy(() -> objects.create("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c',"
                        + "'namespace':'default'},'data':{'a':1}}"))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageContaining("ConfigMap in version \"v1\" cannot be handled as a ConfigMap")
                .hasMessageContaining("data.a");
        objects.configMap("c", "");
        assertThatThrownBy(() ->
                        objects.patch(objects.configMaps(), "c", Patch.Type.MERGE, "{'metadata':{'labels':{'a':1}}}"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("metadata.labels.a");
    }

    @Test
    void anUnknownFieldIsRemovedAndReportedByStrictValidation() {
        KubeObject object = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
                + "\"namespace\":\"default\",\"lables\":{}},\"dta\":{}}");

        assertThat(objects.cluster.unknownFields(objects.configMaps(), object))
                .containsExactly("metadata.lables", "dta");
        KubeObject created = objects.cluster.create(objects.configMaps(), object, WriteOptions.PLAIN);
        assertThat(created.tree().has("dta")).isFalse();
    }

    @Test
    void aLeaseIsCreatedByAnUpdate() {
        KubeObject lease = KubeObject.of("{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":"
                + "{\"name\":\"l\",\"namespace\":\"default\"},\"spec\":{\"holderIdentity\":\"me\"}}");

        KubeObject stored =
                objects.cluster.update(objects.resource("coordination.k8s.io/v1", "leases"), lease, WriteOptions.PLAIN);

        assertThat(stored.uid()).isNotEmpty();
    }

    @Test
    void deleteCollectionDeletesTheListedObjects() {
        objects.configMap("a", "'labels':{'go':'yes'}");
        objects.configMap("b", "'labels':{'go':'no'}");

        objects.cluster.deleteCollection(
                objects.configMaps(),
                ListOptions.ALL.inNamespace("default").matching(LabelSelector.ofLabel("go", "yes")),
                DeleteOptions.BACKGROUND);

        assertThat(objects.exists("a")).isFalse();
        assertThat(objects.exists("b")).isTrue();
    }
}
