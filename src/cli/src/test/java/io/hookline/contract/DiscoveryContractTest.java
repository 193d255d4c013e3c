package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How discovery describes the subresources of built-in kinds. */
@Worlds(World.Kind.HTTP)
class DiscoveryContractTest extends ClusterFixture {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private RawApi api() {
        return world.server().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "v1, namespaces, finalize, '', Namespace, update",
        "v1, namespaces, status, '', Namespace, get patch update",
        "v1, nodes, proxy, '', NodeProxyOptions, create delete get patch update",
        "v1, pods, attach, '', PodAttachOptions, create get",
        "v1, pods, binding, '', Binding, create",
        "v1, pods, ephemeralcontainers, '', Pod, get patch update",
        "v1, pods, eviction, policy/v1, Eviction, create",
        "v1, pods, exec, '', PodExecOptions, create get",
        "v1, pods, log, '', Pod, get",
        "v1, pods, portforward, '', PodPortForwardOptions, create get",
        "v1, pods, proxy, '', PodProxyOptions, create delete get patch update",
        "v1, pods, resize, '', Pod, get patch update",
        "v1, pods, status, '', Pod, get patch update",
        "v1, replicationcontrollers, scale, autoscaling/v1, Scale, get patch update",
        "v1, serviceaccounts, token, authentication.k8s.io/v1, TokenRequest, create",
        "v1, services, proxy, '', ServiceProxyOptions, create delete get patch update",
        "apps/v1, deployments, scale, autoscaling/v1, Scale, get patch update",
        "apps/v1, deployments, status, '', Deployment, get patch update",
        "apiextensions.k8s.io/v1, customresourcedefinitions, status, '', CustomResourceDefinition, get patch update",
    })
    void aSubresourceIsListedWithItsOwnKindAndVerbs(
            String apiVersion, String plural, String subresource, String ofOther, String kind, String verbs) {
        JsonNode classic = classic(apiVersion, plural + "/" + subresource);
        assertThat(apiVersion(classic)).isEqualTo(ofOther);
        assertThat(classic.path("kind").asText()).isEqualTo(kind);
        assertThat(texts(classic.path("verbs"))).isEqualTo(verbs);

        JsonNode aggregated = aggregated(apiVersion, plural, subresource);
        String responseVersion = apiVersion(aggregated.path("responseKind")); // empty means that of the resource
        assertThat(responseVersion.isEmpty() ? apiVersion : responseVersion)
                .isEqualTo(ofOther.isEmpty() ? apiVersion : ofOther);
        assertThat(aggregated.at("/responseKind/kind").asText()).isEqualTo(kind);
        assertThat(texts(aggregated.path("verbs"))).isEqualTo(verbs);
    }

    @ParameterizedTest
    @CsvSource({
        "v1, Pod, spec.containers.ports.containerPort, integer, ''",
        "v1, Pod, spec.containers, array, name",
        "v1, Pod, spec.containers.resources.limits, object, ''",
        "v1, Secret, data, object, ''",
        "apps/v1, Deployment, spec.replicas, integer, ''",
        "apps/v1, Deployment, spec.template.metadata.labels, object, ''",
        "batch/v1, CronJob, spec.jobTemplate.spec.template.spec.volumes.configMap.name, string, ''",
        "autoscaling/v2, HorizontalPodAutoscaler, spec.metrics.resource.target.averageUtilization, integer, ''",
        "events.k8s.io/v1, Event, regarding.name, string, ''",
        "apiextensions.k8s.io/v1, CustomResourceDefinition, spec.versions.schema.openAPIV3Schema.not.type, string, ''",
    })
    void theFieldsOfAKindAreDescribed(String apiVersion, String kind, String path, String type, String mergeKey) {
        String root = apiVersion.contains("/") ? "apis/" : "api/";
        JsonNode schemas = api().send("GET", "/openapi/v3/" + root + apiVersion, "", "")
                .json()
                .at("/components/schemas");
        JsonNode schema = StreamSupport.stream(schemas.spliterator(), false)
                .filter(each -> each.at("/x-kubernetes-group-version-kind/0/kind")
                        .asText()
                        .equals(kind))
                .findFirst()
                .orElseThrow();
        for (String field : path.split("\\.", -1)) {
            JsonNode object = resolved(schema, schemas);
            schema =
                    (object.has("items") ? resolved(object.path("items"), schemas) : object).at("/properties/" + field);
        }
        assertThat(resolved(schema, schemas).path("type").asText()).isEqualTo(type);
        assertThat(schemas).noneMatch(JsonNode::isEmpty); // kubectl explain fails at an empty schema
        assertThat(schema.path("x-kubernetes-patch-merge-key").asText()).isEqualTo(mergeKey);
    }

    private static JsonNode resolved(JsonNode schema, JsonNode schemas) {
        String reference = schema.path("$ref").asText(schema.at("/allOf/0/$ref").asText());
        return reference.isEmpty() ? schema : schemas.path(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private JsonNode classic(String apiVersion, String name) {
        String root = apiVersion.contains("/") ? "/apis/" : "/api/";
        JsonNode document = api().send("GET", root + apiVersion, "", "").json();
        return one(document.path("resources"), "name", name);
    }

    private JsonNode aggregated(String apiVersion, String plural, String subresource) {
        boolean core = !apiVersion.contains("/");
        JsonNode document = api().get(core ? "/api" : "/apis", AGGREGATED).json();
        JsonNode group = core
                ? document.at("/items/0")
                : StreamSupport.stream(document.path("items").spliterator(), false)
                        .filter(item ->
                                apiVersion.startsWith(item.at("/metadata/name").asText() + "/"))
                        .findFirst()
                        .orElseThrow();
        String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
        JsonNode resources = one(group.path("versions"), "version", version).path("resources");
        return one(one(resources, "resource", plural).path("subresources"), "subresource", subresource);
    }

    private static JsonNode one(JsonNode list, String field, String value) {
        List<JsonNode> found = StreamSupport.stream(list.spliterator(), false)
                .filter(item -> item.path(field).asText().equals(value))
                .toList();
        assertThat(found).as("%s %s", field, value).hasSize(1);
        return found.getFirst();
    }

    private static String apiVersion(JsonNode kind) {
        String group = kind.path("group").asText();
        return group.isEmpty()
                ? kind.path("version").asText()
                : group + "/" + kind.path("version").asText();
    }

    private static String texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return String.join(" ", texts);
    }
}
