package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.contract.RawApi.Answer;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which objects of built-in kinds are refused, and what is added to the others. */
@Worlds(World.Kind.HTTP)
class BuiltInContractTest extends ClusterFixture {

    /** A Node without the taint that a real server adds. */
    private static final String NODE = """
            201 {"apiVersion":"v1","kind":"Node","metadata":{"name":"a"},"spec":{},\
            "status":{"daemonEndpoints":{"kubeletEndpoint":{"Port":0}},"nodeInfo":{"architecture":"","bootID":"",\
            "containerRuntimeVersion":"","kernelVersion":"","kubeProxyVersion":"","kubeletVersion":"",\
            "machineID":"","operatingSystem":"","osImage":"","systemUUID":""}}}""";

    /** A Service of a family that a real server has no addresses of. */
    private static final String SERVICE = """
            201 {"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"internalTrafficPolicy":"Cluster",\
            "ipFamilies":["IPv6"],"ipFamilyPolicy":"SingleStack","ports":[{"port":1,"protocol":"TCP","targetPort":1}],\
            "sessionAffinity":"None","type":"ClusterIP"},"status":{"loadBalancer":{}}}""";

    private Answer create(JsonNode object) {
        GroupVersionKind kind = GroupVersionKind.of(
                object.path("apiVersion").asText(), object.path("kind").asText());
        ApiResource resource = cluster().discover().find(kind).orElseThrow();
        String path = (resource.group().isEmpty() ? "/api/" : "/apis/") + resource.apiVersion() + "/"
                + (resource.namespaced() ? "namespaces/" + namespace() + "/" : "") + resource.plural();
        return world.server().orElseThrow().send("POST", path + "?dryRun=All", "application/json", GoJson.text(object));
    }

    /** The decision, and the object without what differs between servers and requests. */
    private String decision(Answer answer) {
        if (answer.code() != 201) {
            return Decisions.of(answer);
        }
        ObjectNode object = (ObjectNode) answer.json();
        ObjectNode metadata = object.withObjectProperty("metadata");
        metadata.remove(List.of("uid", "creationTimestamp", "managedFields", "namespace", "resourceVersion"));
        if (object.get("spec") instanceof ObjectNode spec
                && !spec.path("clusterIP").asText().equals("None")) {
            spec.remove(List.of("clusterIP", "clusterIPs"));
        }
        if (object.get("status") instanceof ObjectNode status) {
            status.remove("lastPhaseTransitionTime");
        }
        return answer.code() + " " + Decisions.sorted(object);
    }

    /** See the limitations. */
    private static void limits(Decisions decisions) {
        List.of("windows-options", "os", "hostname-override", "restart-rules", "resources", "field-version")
                .forEach(accepted -> decisions.limit("pod-limit-" + accepted, "201"));
        decisions.limit("node-not-ready", NODE);
        decisions.limit("service-of-another-family", SERVICE);
    }

    @Test
    void decidesAsARealServer() throws IOException {
        Decisions decisions = new Decisions("builtins", world);
        limits(decisions);
        for (Map.Entry<String, JsonNode> one : decisions.cases().properties()) {
            decisions.add(one.getKey(), decision(create(one.getValue())));
        }

        assertThat(decisions.differences()).isEmpty();
    }
}
