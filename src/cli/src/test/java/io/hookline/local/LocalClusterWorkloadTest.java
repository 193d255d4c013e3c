package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.Patch;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;

/** Pods, and the workloads that create Pods: defaults, rules and merge keys. */
class LocalClusterWorkloadTest {

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
    void aCreatedDeploymentGetsDefaultsAndNoStatus() {
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
    void aSelectorMustMatchItsTemplateAndIsImmutable() {
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
        String body =
                "{'spec':{'template':{'spec':{'$setElementOrder/containers':[{'name':'side'},{'name':'main'},{'name':'extra'}],"
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
    void anUnscheduledPodIsRemovedAtOnceAndARunningPodAfterItsGracePeriod() {
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
    void onlyTheImagesOfAPodsContainersMayChange() {
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

        assertThat(objects.names(pods(), "spec.nodeName=n1")).containsExactly("here");
        assertThat(objects.names(pods(), "status.phase=Pending,spec.nodeName!=n1"))
                .containsExactly("there");
        assertThatThrownBy(() -> objects.names(pods(), "spec.color=red"))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageContaining("field label not supported: spec.color");
    }

    @Test
    void theDependentsOfAJobAreOrphanedByDefault() {
        KubeObject job = objects.create(
                "{'apiVersion':'batch/v1','kind':'Job','metadata':{'name':'j','namespace':"
                        + "'default'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'m','image':'i'}]}}}}");
        objects.configMap("owned", LocalObjects.owners(LocalObjects.ownedBy(job, true)));

        objects.delete(objects.resource("batch/v1", "jobs"), "j", Propagation.DEFAULT);

        assertThat(objects.exists("owned")).isTrue();
    }
}
