package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;

/** Built-in kinds: their defaults, rules and merge keys. */
class LocalClusterBuiltInTest {

    private static final String POD_SPEC =
            "{'containers':[{'name':'main','image':'nginx:1'},{'name':'side','image':'b:1'}]}";

    private final LocalObjects objects = new LocalObjects();

    private ApiResource deployments() {
        return objects.resource("apps/v1", "deployments");
    }

    private ApiResource pods() {
        return objects.resource("v1", "pods");
    }

    private KubeObject deployment(String name) {
        return objects.create("{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'" + name
                + "','namespace':'default'},'spec':{'selector':{'matchLabels':{'app':'x'}},'template':{'metadata':{'labels':"
                + "{'app':'x'}},'spec':" + POD_SPEC + "}},'status':{'replicas':3}}");
    }

    private KubeObject pod(String name, String spec) {
        return objects.create("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'" + name
                + "','namespace':'default'},'spec':" + spec + "}");
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
    void aDeploymentGetsItsDefaultsAndLosesItsStatus() {
        JsonNode created = deployment("web").tree();

        assertThat(created.path("spec").path("replicas").asInt()).isEqualTo(1);
        assertThat(created.path("spec")
                        .path("strategy")
                        .path("rollingUpdate")
                        .path("maxSurge")
                        .asText())
                .isEqualTo("25%");
        JsonNode container = created.path("spec")
                .path("template")
                .path("spec")
                .path("containers")
                .get(0);
        assertThat(container.path("imagePullPolicy").asText()).isEqualTo("IfNotPresent");
        assertThat(created.path("status")).isEmpty();
        assertThat(created.path("metadata").path("generation").asInt()).isEqualTo(1);
    }

    @Test
    void aSelectorMustMatchItsTemplateAndStays() {
        assertThatThrownBy(() -> objects.create("{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'bad',"
                        + "'namespace':'default'},'spec':{'selector':{'matchLabels':{'app':'y'}},'template':{'metadata':"
                        + "{'labels':{'app':'x'}},'spec':" + POD_SPEC + "}}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(
                        "Deployment.apps \"bad\" is invalid: spec.template.metadata.labels: Invalid value:"
                                + " {\"app\":\"x\"}: `selector` does not match template `labels`");
        deployment("web");
        assertThatThrownBy(() -> objects.patch(
                        deployments(), "web", Patch.Type.MERGE, "{'spec':{'selector':{'matchLabels':{'app':'z'}}}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("field is immutable");
    }

    @Test
    void aStrategicPatchMergesContainersByNameAndEnvByName() {
        deployment("web");
        String body = "{'spec':{'template':{'spec':{'$setElementOrder/containers':[{'name':'side'},{'name':'main'}],"
                + "'containers':[{'name':'main','env':[{'name':'A','value':'1'}]},{'name':'extra','image':'c:1'},"
                + "{'name':'side','$patch':'delete'}]}}}}";

        objects.patch(deployments(), "web", Patch.Type.STRATEGIC, body);
        KubeObject now = objects.patch(
                deployments(),
                "web",
                Patch.Type.STRATEGIC,
                "{'spec':{'template':{'spec':{'containers':[{'name':'main','env':[{'name':'B','value':'2'}]}]}}}}");

        JsonNode containers =
                now.tree().path("spec").path("template").path("spec").path("containers");
        assertThat(containers).extracting(c -> c.path("name").asText()).containsExactly("main", "extra");
        assertThat(containers.get(0).path("image").asText()).isEqualTo("nginx:1");
        assertThat(containers.get(0).path("env"))
                .extracting(e -> e.path("name").asText())
                .containsExactly("B", "A");
        assertThat(now.generation()).isEqualTo(3);
    }

    @Test
    void directivesReplaceAndDelete() {
        pod("p", POD_SPEC);
        objects.patch(
                pods(), "p", Patch.Type.STRATEGIC, "{'metadata':{'labels':{'a':'1'},'finalizers':['x/a','x/b']}}");

        KubeObject now = objects.patch(
                pods(),
                "p",
                Patch.Type.STRATEGIC,
                "{'metadata':{'labels':{'$patch':'replace','b':'2'},'$deleteFromPrimitiveList/finalizers':['x/a'],"
                        + "'finalizers':['x/c']}}");

        assertThat(now.labels()).containsOnlyKeys("b");
        assertThat(now.finalizers()).containsExactly("x/c", "x/b");
    }

    @Test
    void anApplyPatchMergesPortsByNumberAndProtocol() {
        String service = "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},'spec':{'selector':{'app':'%s'},"
                + "'ports':[{'name':'%s','port':%d}]}}";
        ApiResource services = objects.resource("v1", "services");

        objects.patch(services, "s", Patch.Type.APPLY, String.format(service, "x", "http", 80));
        KubeObject now = objects.patch(services, "s", Patch.Type.APPLY, String.format(service, "y", "https", 443));

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
    void aSecretsTextBecomesData() {
        KubeObject secret = objects.create("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s','namespace':"
                + "'default'},'stringData':{'user':'anna'}}");

        assertThat(secret.tree().path("data").path("user").asText()).isEqualTo("YW5uYQ==");
        assertThat(secret.tree().has("stringData")).isFalse();
        assertThat(secret.tree().path("type").asText()).isEqualTo("Opaque");
    }

    @Test
    void anUnscheduledPodGoesAtOnceAndARunningOneIsGivenTime() {
        pod("waiting", POD_SPEC);
        pod("running", POD_SPEC.replaceFirst("\\{", "{'nodeName':'n1','terminationGracePeriodSeconds':5,"));

        assertThat(objects.delete(pods(), "waiting", Propagation.BACKGROUND)).isEmpty();
        KubeObject marked =
                objects.delete(pods(), "running", Propagation.BACKGROUND).orElseThrow();
        assertThat(marked.deletionTimestamp()).isEqualTo("2026-01-01T00:00:05Z");

        DeleteOptions now = new DeleteOptions("", "", Propagation.BACKGROUND, 0, false);
        assertThat(objects.cluster.delete(pods(), new ObjectKey("default", "running"), now))
                .isEmpty();
    }

    @Test
    void aPodsContainersStayButForTheirImages() {
        pod("p", POD_SPEC);

        objects.patch(pods(), "p", Patch.Type.STRATEGIC, "{'spec':{'containers':[{'name':'main','image':'nginx:2'}]}}");
        assertThatThrownBy(() -> objects.patch(
                        pods(), "p", Patch.Type.STRATEGIC, "{'spec':{'containers':[{'name':'main','command':['x']}]}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(
                        "Pod \"p\" is invalid: spec: Forbidden: pod updates may not change fields other than");
    }

    @Test
    void podsAndEventsAreSelectedByTheirFields() {
        pod("here", POD_SPEC.replaceFirst("\\{", "{'nodeName':'n1',"));
        pod("there", POD_SPEC);

        assertThat(names(pods(), "spec.nodeName=n1")).containsExactly("here");
        assertThat(names(pods(), "status.phase=Pending,spec.nodeName!=n1")).containsExactly("there");
        assertThatThrownBy(() -> names(pods(), "spec.color=red"))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageContaining("field label not supported: spec.color");
    }

    private Iterable<String> names(ApiResource resource, String fields) {
        ListOptions options = new ListOptions("default", LabelSelector.EVERYTHING, fields, 0, "", "");
        return objects.cluster.list(resource, options).items().stream()
                .map(KubeObject::name)
                .toList();
    }

    @Test
    void eventsOfBothGroupsAreTheSameObjects() {
        objects.create(
                "{'apiVersion':'v1','kind':'Event','metadata':{'name':'e','namespace':'default'},'reason':'Test',"
                        + "'message':'hello','involvedObject':{'kind':'Pod','name':'p','namespace':'default'},'type':'Normal'}");

        JsonNode other = objects.tree(objects.resource("events.k8s.io/v1", "events"), "e");

        assertThat(other.path("note").asText()).isEqualTo("hello");
        assertThat(other.path("regarding").path("name").asText()).isEqualTo("p");
        assertThat(names(objects.resource("v1", "events"), "involvedObject.name=p,reason=Test"))
                .containsExactly("e");
    }

    @Test
    void anImmutableConfigMapStaysAsItIs() {
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
    void anUnknownFieldIsDroppedAndNamedWhenAskedFor() {
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
    void aCollectionIsDeletedAsItIsListed() {
        objects.configMap("a", "'labels':{'go':'yes'}");
        objects.configMap("b", "'labels':{'go':'no'}");

        objects.cluster.deleteCollection(
                objects.configMaps(),
                ListOptions.ALL.inNamespace("default").matching(LabelSelector.ofLabel("go", "yes")),
                DeleteOptions.BACKGROUND);

        assertThat(objects.exists("a")).isFalse();
        assertThat(objects.exists("b")).isTrue();
    }

    @Test
    void aJobsDependentsAreOrphanedUnlessAskedOtherwise() {
        KubeObject job = objects.create(
                "{'apiVersion':'batch/v1','kind':'Job','metadata':{'name':'j','namespace':"
                        + "'default'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'m','image':'i'}]}}}}");
        objects.configMap("owned", LocalObjects.owners(LocalObjects.ownedBy(job, true)));

        objects.delete(objects.resource("batch/v1", "jobs"), "j", Propagation.DEFAULT);

        assertThat(objects.exists("owned")).isTrue();
    }
}
