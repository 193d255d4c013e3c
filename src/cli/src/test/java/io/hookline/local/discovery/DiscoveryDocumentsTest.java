package io.hookline.local.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.ApiResource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryDocumentsTest {

    private static ApiResource widgets(String version) {
        return new ApiResource(
                "example.com/" + version,
                "widgets",
                "widget",
                "Widget",
                true,
                List.of("w"),
                List.of("all"),
                Set.of("get", "list", "create", "delete"),
                Set.of("status", "scale"));
    }

    @Test
    void theMostStableVersionIsPreferred() {
        var group = DiscoveryDocuments.group(
                "example.com", List.of(widgets("v1alpha1"), widgets("v1beta2"), widgets("v1"), widgets("v10")));

        assertThat(group.at("/preferredVersion/version").asText()).isEqualTo("v10");
        assertThat(group.path("versions"))
                .extracting(v -> v.path("version").asText())
                .containsExactly("v10", "v1", "v1beta2", "v1alpha1");
    }

    @Test
    void bothFormsDescribeAResourceInTheSameWay() {
        List<ApiResource> resources = List.of(widgets("v1"));
        var classic = DiscoveryDocuments.resources("example.com/v1", resources).path("resources");
        var aggregated = AggregatedDiscovery.document("v2", false, resources).at("/items/0/versions/0/resources/0");

        assertThat(classic)
                .extracting(r -> r.path("name").asText() + ":" + r.path("kind").asText())
                .containsExactly("widgets:Widget", "widgets/scale:Scale", "widgets/status:Widget");
        assertThat(classic.at("/0/verbs"))
                .extracting(v -> v.asText())
                .containsExactly("create", "delete", "get", "list");
        assertThat(aggregated.path("verbs")).isEqualTo(classic.at("/0/verbs"));
        assertThat(aggregated.path("subresources"))
                .extracting(s -> s.path("subresource").asText())
                .containsExactly("scale", "status");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json | v2",
                "application/json;v=v2beta1;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io | v2beta1",
                "application/json, */* | ''",
                "application/json,application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList | ''",
                "'' | ''",
            })
    void theFormFollowsTheAcceptHeader(String accept, String version) {
        assertThat(AggregatedDiscovery.preferredVersion(accept).orElse("")).isEqualTo(version);
    }
}
