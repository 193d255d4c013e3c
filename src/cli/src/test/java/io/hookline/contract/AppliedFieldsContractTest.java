package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.AppliedState;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Server-side apply: conflicts, fields that a manager gives up, and lists and maps of all types. */
class AppliedFieldsContractTest extends OwnedKindFixture {

    private static String podSpec(String containers) {
        return "{'selector':{'matchLabels':{'app':'x'}},'template':{'metadata':{'labels':{'app':'x'}},'spec':{"
                + "'containers':[" + containers + "]}}}";
    }

    private ApiResource services() {
        return resource("v1", "services");
    }

    @Test
    void aConflictNamesTheManagerAndTheField() {
        apply(configMaps(), "one", map("applied-contested", "'data':{'a':'1','b':'1'}"));
        merge(configMaps(), "two", "applied-contested", "{'data':{'b':'2','c':'2'}}");

        assertThat(conflict(configMaps(), "three", map("applied-contested", "'data':{'a':'3'}")))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"one\": .data.a");
        assertThat(conflict(configMaps(), "three", map("applied-contested", "'data':{'b':'3'}")))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"two\" using v1: .data.b");
        assertThat(conflict(configMaps(), "three", map("applied-contested", "'data':{'a':'3','b':'3','c':'3'}")))
                .isEqualTo("Apply failed with 3 conflicts: conflicts with \"one\":\n- .data.a\n"
                        + "conflicts with \"two\" using v1:\n- .data.b\n- .data.c");
    }

    @Test
    void aConflictNamesElementsByTheirKeysAndSubresources() {
        String container = "{'name':'c','image':'i:%s','ports':[{'containerPort':80,'name':'%s'}]}";
        apply(
                deployments(),
                "one",
                deployment(
                        "applied-keys",
                        "{'replicas':2,"
                                + podSpec(container.formatted("1", "web")).substring(1)));
        cluster()
                .patch(
                        deployments(),
                        key("applied-keys"),
                        Patch.merge("{\"spec\":{\"replicas\":3}}"),
                        new WriteOptions("scale", "scaler", false, false));
        String spec = podSpec(container.formatted("2", "http"));

        assertThat(conflict(deployments(), "two", deployment("applied-keys", "{'replicas':1," + spec.substring(1))))
                .isEqualTo("Apply failed with 3 conflicts: conflicts with \"one\":\n"
                        + "- .spec.template.spec.containers[name=\"c\"].image\n"
                        + "- .spec.template.spec.containers[name=\"c\"].ports[containerPort=80,protocol=\"TCP\"].name\n"
                        + "conflicts with \"scaler\" with subresource \"scale\" using apps/v1:\n- .spec.replicas");
    }

    @Test
    void anEqualValueIsSharedAndForceTakesOver() {
        apply(configMaps(), "one", map("applied-shared", "'data':{'a':'1','b':'1'}"));
        assertThat(managers(apply(configMaps(), "two", map("applied-shared", "'data':{'a':'1'}"))))
                .containsExactly("one Apply v1 {'f:data':{'f:a':{},'f:b':{}}}", "two Apply v1 {'f:data':{'f:a':{}}}");

        KubeObject forced = force(configMaps(), "three", map("applied-shared", "'data':{'a':'3'}"));
        assertThat(managers(forced))
                .containsExactly("one Apply v1 {'f:data':{'f:b':{}}}", "three Apply v1 {'f:data':{'f:a':{}}}");
        assertThat(json(forced, "/data")).isEqualTo("{'a':'3','b':'1'}");
    }

    @Test
    void whatAManagerGivesUpIsRemovedUnlessAnotherOwnsIt() {
        apply(configMaps(), "one", map("applied-given-up", "'data':{'a':'1','b':'1','c':'1'}"));
        apply(configMaps(), "two", map("applied-given-up", "'data':{'b':'1'}"));
        KubeObject left = apply(configMaps(), "one", map("applied-given-up", "'data':{'c':'1'}"));
        assertThat(json(left, "/data")).isEqualTo("{'b':'1','c':'1'}");

        KubeObject released = apply(configMaps(), "one", map("applied-given-up", ""));
        assertThat(json(released, "/data")).isEqualTo("{'b':'1'}");
        assertThat(managers(released)).containsExactly("two Apply v1 {'f:data':{'f:b':{}}}");
    }

    @Test
    void whatAnUpdateSetStaysWhenItsNewOwnerGivesItUp() {
        create(configMaps(), "maker", map("applied-updated", "'data':{'a':'1'}"));
        force(configMaps(), "one", map("applied-updated", "'data':{'a':'2','b':'2'}"));
        merge(configMaps(), "maker", "applied-updated", "{'data':{'b':'3'}}");

        assertThat(json(apply(configMaps(), "one", map("applied-updated", "")), "/data"))
                .isEqualTo("{'b':'3'}");
    }

    @Test
    void containersPortsAndVariablesAreMergedByTheirKeys() {
        apply(
                deployments(),
                "one",
                deployment(
                        "applied-merged",
                        podSpec(
                                "{'name':'a','image':'i','env':[{'name':'X','value':'1'}],'ports':[{'containerPort':1}]},"
                                        + "{'name':'b','image':'i'}")));
        KubeObject merged = apply(
                deployments(),
                "two",
                object(
                        "apps/v1",
                        "Deployment",
                        "applied-merged",
                        "'spec':{'template':{'spec':{'containers':[{'name':'c','image':'j'},{'name':'a','env':[{'name':"
                                + "'Y','value':'2'}],'ports':[{'containerPort':1,'protocol':'UDP'}]}]}}}"));

        assertThat(merged.tree().at("/spec/template/spec/containers").findValuesAsText("image"))
                .containsExactly("j", "i", "i");
        assertThat(json(merged, "/spec/template/spec/containers/1/env"))
                .isEqualTo("[{'name':'X','value':'1'},{'name':'Y','value':'2'}]");
        assertThat(json(merged, "/spec/template/spec/containers/1/ports"))
                .isEqualTo("[{'containerPort':1,'protocol':'TCP'},{'containerPort':1,'protocol':'UDP'}]");
        KubeObject left = apply(deployments(), "two", object("apps/v1", "Deployment", "applied-merged", ""));
        assertThat(json(left, "/spec/template/spec/containers/0/name")).isEqualTo("'a'");
        assertThat(json(left, "/spec/template/spec/containers/0/env")).isEqualTo("[{'name':'X','value':'1'}]");
        assertThat(json(left, "/spec/template/spec/containers/1/name")).isEqualTo("'b'");
        assertThat(left.tree().at("/spec/template/spec/containers")).hasSize(2);
    }

    @Test
    void anAtomicMapHasOneOwner() {
        apply(
                services(),
                "one",
                object("v1", "Service", "applied-atomic", "'spec':{'selector':{'a':'1'},'ports':[{'port':80}]}"));
        KubeObject other = object("v1", "Service", "applied-atomic", "'spec':{'selector':{'b':'1'}}");

        assertThat(conflict(services(), "two", other))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"one\": .spec.selector");
        assertThat(json(force(services(), "two", other), "/spec/selector")).isEqualTo("{'b':'1'}");
    }

    @Test
    void aConfigurationThatCannotBeMergedIsRefused() {
        String twice = podSpec("{'name':'a'},{'name':'a'}");
        assertRefused(
                deployment("applied-refused", twice),
                ".spec.template.spec.containers: duplicate entries for key" + " [name=\"a\"]");
        assertRefused(deployment("applied-refused", "{'unknown':1}"), ".spec.unknown: field not declared in schema");
        assertRefused(
                deployment("applied-refused", "{'replicas':'x'}"),
                ".spec.replicas: expected numeric (int or float), got string");
        assertRefused(
                deployment("applied-refused", podSpec("{'name':'a'},'b'")),
                ".spec.template.spec.containers: element 1: associative list with keys may not have non-map elements");
    }

    private void assertRefused(KubeObject wanted, String problem) {
        assertThatThrownBy(() -> apply(deployments(), "one", wanted))
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessageContaining("failed to create typed patch object (" + namespace() + "/applied-refused;"
                        + " apps/v1, Kind=Deployment): " + problem);
    }

    @Test
    void theListsAndMapsOfACustomResourceAreMergedByTheirTypes() {
        String one = "'spec':{'tags':['a','b'],'plain':['x'],'parts':[{'name':'p','size':1}],'labels':{'a':'1'},"
                + "'whole':{'a':'1'},'free':{'deep':{'a':1}}}";
        String two = "'spec':{'tags':['c','b'],'parts':[{'name':'p','kind':'other'},{'name':'p','note':'n'}],"
                + "'labels':{'b':'1'},'free':{'deep':{'b':1},'list':[{'a':1}]}}";
        apply(kind(), "one", owned("merged", one));
        KubeObject merged = apply(kind(), "two", owned("merged", two));

        assertThat(json(merged, "/spec"))
                .isEqualTo("{'free':{'deep':{'a':1,'b':1},'list':[{'a':1}]},'labels':{'a':'1','b':'1'},'parts':[{"
                        + "'kind':'other','name':'p'},{'kind':'main','name':'p','note':'n','size':1}],'plain':['x'],"
                        + "'tags':['a','c','b'],'whole':{'a':'1'}}");
        assertThat(managers(merged))
                .containsExactly(
                        "one Apply fields.example.com/v1 {'f:spec':{'f:free':{'f:deep':{'.':{},'f:a':{}}},'f:labels':{"
                                + "'f:a':{}},'f:parts':{'k:{`kind`:`main`,`name`:`p`}':{'.':{},'f:name':{},'f:size':{}}},"
                                + "'f:plain':{},'f:tags':{'v:`a`':{},'v:`b`':{}},'f:whole':{}}}",
                        "two Apply fields.example.com/v1 {'f:spec':{'f:free':{'f:deep':{'.':{},'f:b':{}},'f:list':{}},"
                                + "'f:labels':{'f:b':{}},'f:parts':{'k:{`kind`:`main`,`name`:`p`}':{'.':{},'f:name':{},"
                                + "'f:note':{}},'k:{`kind`:`other`,`name`:`p`}':{'.':{},'f:kind':{},'f:name':{}}},"
                                + "'f:tags':{'v:`b`':{},'v:`c`':{}}}}");
        assertThat(conflict(
                        kind(), "two", owned("merged", "'spec':{'plain':['y'],'whole':{},'free':{'deep':{'a':2}}}")))
                .isEqualTo("Apply failed with 3 conflicts: conflicts with \"one\":\n- .spec.plain\n- .spec.whole\n"
                        + "- .spec.free.deep.a");
        assertThat(json(apply(kind(), "two", owned("merged", "'spec':{'tags':['b']}")), "/spec/tags"))
                .isEqualTo("['a','b']");
    }

    @Test
    void theLastEntryOfAMapThatIsGivenUpLeavesANull() {
        apply(kind(), "one", owned("null", "'spec':{'plain':['x']}"));
        merge(kind(), "maker", "null", "{'spec':{'labels':{'a':'1'}}}");
        force(kind(), "one", owned("null", "'spec':{'labels':{'a':'2'}}"));

        assertThatThrownBy(() -> apply(kind(), "one", owned("null", "'spec':{}")))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(
                        "spec.labels: Invalid value: \"null\": spec.labels in body must be of type object:"
                                + " \"null\"");
    }

    @Test
    void theStatusOfACustomResourceIsAppliedApartFromItsSpec() {
        apply(kind(), "one", owned("status", "'spec':{'labels':{'a':'1'}}"));
        WriteOptions status = new WriteOptions("status", "reporter", false, false);
        KubeObject wanted = changed(
                owned("status", "'spec':{'labels':{'b':'1'}},'status':{'phase':'ready'}"),
                tree -> tree.withObjectProperty("metadata").putObject("labels").put("l", "1"));
        KubeObject reported = apply(kind(), status, wanted);

        assertThat(json(reported, "/spec")).isEqualTo("{'labels':{'a':'1'}}");
        assertThat(json(reported, "/status")).isEqualTo("{'phase':'ready'}");
        assertThat(managers(reported))
                .isEqualTo(List.of(
                        "one Apply fields.example.com/v1 {'f:spec':{'f:labels':{'f:a':{}}}}",
                        "reporter Apply fields.example.com/v1/status {'f:status':{'f:phase':{}}}"));
    }

    @Test
    void theStatusOfADefinitionBelongsToTheServer() {
        ApiResource definitions = resource("apiextensions.k8s.io/v1", "customresourcedefinitions");
        KubeObject definition = cluster().get(definitions, ObjectKey.clusterScoped("owneds.fields.example.com"));

        assertThat(managers(definition))
                .contains("kube-apiserver Update apiextensions.k8s.io/v1/status {'f:status':{'f:acceptedNames':{"
                        + "'f:kind':{},'f:listKind':{},'f:plural':{},'f:singular':{}},'f:conditions':{"
                        + "'k:{`type`:`Established`}':{'.':{},'f:lastTransitionTime':{},'f:message':{},'f:reason':{},"
                        + "'f:status':{},'f:type':{}},'k:{`type`:`NamesAccepted`}':{'.':{},'f:lastTransitionTime':{},"
                        + "'f:message':{},'f:reason':{},'f:status':{},'f:type':{}}}}}");
    }

    /** A hook that returns this leaves the child as it is. */
    @Test
    void whatWasAppliedIsReadFromTheOwnedFieldsAndCanBeAppliedAgain() {
        String owner =
                create(configMaps(), "one", map("applied-owner", "'data':{}")).uid();
        String container =
                "{'name':'c','image':'i','args':['a','b'],'ports':[{'containerPort':80}],'env':[{'name':'E','value':'1'}],"
                        + "'resources':{'limits':{'cpu':'1'}},'volumeMounts':[{'name':'v','mountPath':'/v'}]}";
        String volume = "'volumes':[{'name':'v','emptyDir':{}}]";
        ObjectNode desired = deployment(
                        "applied-again", podSpec(container).replace("'containers'", volume + ",'containers'"))
                .tree();
        ((ObjectNode) desired.get("metadata")).putArray("finalizers").add("example.com/a");
        ObjectNode sent = desired.deepCopy();
        ((ObjectNode) sent.get("metadata"))
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("name", "applied-owner")
                .put("uid", owner);

        KubeObject applied = apply(deployments(), "watcher", KubeObject.of(sent));
        merge(
                deployments(),
                "other",
                "applied-again",
                "{'metadata':{'labels':{'x':'1'},'finalizers':['example.com/a','example.com/b']}}");
        KubeObject child = cluster().get(deployments(), applied.key());

        assertThat(AppliedState.of(child, owner).map(GoJson::text)).contains(GoJson.text(desired));
        merge(deployments(), "other", "applied-again", "{'metadata':{'finalizers':null}}");
    }

    @Test
    void kubectlContinuesWhatClientSideApplyDid() {
        String last = "{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"ConfigMap\\\",\\\"metadata\\\":{\\\"name\\\":"
                + "\\\"applied-before\\\"},\\\"data\\\":{\\\"a\\\":\\\"1\\\"}}";
        KubeObject before = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
                + "\"applied-before\",\"namespace\":\"" + namespace()
                + "\",\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":\"" + last
                + "\"}},\"data\":{\"a\":\"1\",\"b\":\"1\"}}");
        create(configMaps(), "kubectl-client-side-apply", before);

        assertThat(conflict(configMaps(), "kubectl", map("applied-before", "'data':{'a':'2','b':'2'}")))
                .isEqualTo(
                        "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using v1: .data.b");
        assertThat(conflict(configMaps(), "other", map("applied-before", "'data':{'a':'2'}")))
                .contains(".data.a");
        KubeObject after = apply(configMaps(), "kubectl", map("applied-before", "'data':{'a':'2'}"));
        assertThat(after.annotation("kubectl.kubernetes.io/last-applied-configuration"))
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"2\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
                                + "\"applied-before\",\"namespace\":\"" + namespace() + "\"}}\n");
    }

    private KubeObject autoscaler(String version, String name, String fields) {
        return object(
                "autoscaling/" + version,
                "HorizontalPodAutoscaler",
                name,
                "'spec':{'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'d'}," + fields + "}");
    }

    private static String ofCpu(int percent) {
        return "'maxReplicas':3,'metrics':[{'type':'Resource','resource':{'name':'cpu',"
                + "'target':{'type':'Utilization','averageUtilization':" + percent + "}}}]";
    }

    @Test
    void fieldsBelongToAManagerOfAnotherVersion() {
        ApiResource v1 = resource("autoscaling/v1", "horizontalpodautoscalers");
        ApiResource v2 = resource("autoscaling/v2", "horizontalpodautoscalers");
        String owned = " {'f:spec':{'f:maxReplicas':{},'f:scaleTargetRef':";
        String inV1 = "'maxReplicas':3,'targetCPUUtilizationPercentage':50";
        assertThat(managers(apply(v1, "one", autoscaler("v1", "applied-version", inV1))))
                .containsExactly("one Apply autoscaling/v1" + owned + "{},'f:targetCPUUtilizationPercentage':{}}}");

        KubeObject other = autoscaler("v2", "applied-version", ofCpu(60));
        assertThat(conflict(v2, "two", other))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"one\": .spec.targetCPUUtilizationPercentage");
        assertThat(managers(force(v2, "two", other)))
                .containsExactly(
                        "one Apply autoscaling/v1" + owned + "{}}}",
                        "two Apply autoscaling/v2 {'f:spec':{'f:maxReplicas':{},'f:metrics':{},'f:scaleTargetRef':{"
                                + "'f:apiVersion':{},'f:kind':{},'f:name':{}}}}");
        assertThat(conflict(v1, "one", autoscaler("v1", "applied-version", inV1)))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"two\": .spec.metrics");
    }

    /** The metrics stay, as a real server finds them again in what version 1 shows of them. */
    @Test
    void fieldsAreGivenUpInAnotherVersion() {
        ApiResource v1 = resource("autoscaling/v1", "horizontalpodautoscalers");
        ApiResource v2 = resource("autoscaling/v2", "horizontalpodautoscalers");
        apply(
                v2,
                "one",
                autoscaler("v2", "applied-less", ofCpu(60) + ",'behavior':{'scaleDown':{'selectPolicy':'Disabled'}}"));

        KubeObject less = apply(v1, "one", autoscaler("v1", "applied-less", "'maxReplicas':3"));
        assertThat(json(less, "/metadata/annotations")).as("the behavior").isEqualTo("null");
        assertThat(json(less, "/spec/targetCPUUtilizationPercentage")).isEqualTo("60");
        assertThat(managers(less))
                .containsExactly("one Apply autoscaling/v1 {'f:spec':{'f:maxReplicas':{},'f:scaleTargetRef':{}}}");
    }

    /** A real server takes 0 replicas of a custom resource for a field that is not there. */
    @Test
    void anUpdateOfAScaleOwnsTheReplicas() {
        create(kind(), "maker", owned("scaled-twice", "'spec':{'replicas':1,'color':'red'}"));
        String maker = "maker Update fields.example.com/v1 {'f:spec':{'.':{},'f:color':{}}}";

        for (int replicas = 2; replicas < 4; replicas++) {
            String scaler = "scaler-" + replicas;
            scale(scaler, replicas);
            assertThat(managers(cluster().get(kind(), key("scaled-twice"))))
                    .containsExactlyInAnyOrder(
                            maker, scaler + " Update fields.example.com/v1/scale {'f:spec':{'f:replicas':{}}}");
        }
        scale("scaler-0", 0);
        assertThat(managers(cluster().get(kind(), key("scaled-twice")))).containsExactly(maker);
    }

    private void scale(String manager, int replicas) {
        KubeObject scale = object("autoscaling/v1", "Scale", "scaled-twice", "'spec':{'replicas':" + replicas + "}");
        cluster().update(kind(), scale, new WriteOptions("scale", manager, false, false));
    }

    /** A real server cannot convert Events between their groups. */
    @Test
    void theManagersOfAnEventInTheOtherGroupAreForgotten() {
        ApiResource core = resource("v1", "events");
        ApiResource events = resource("events.k8s.io/v1", "events");
        String regarding = "{'kind':'Pod','name':'p','namespace':'" + namespace() + "'}";
        KubeObject event =
                object("v1", "Event", "applied-event", "'involvedObject':" + regarding + ",'message':'a','reason':'R'");
        apply(core, "one", event);
        KubeObject other = object("events.k8s.io/v1", "Event", "applied-event", "'regarding':" + regarding);

        assertThat(managers(apply(events, "two", other)))
                .containsExactly("two Apply events.k8s.io/v1 {'f:regarding':{}}");
        assertThat(managers(merge(core, "three", "applied-event", "{'message':'b'}")))
                .containsExactly("three Update v1 {'f:message':{}}");
    }
}
