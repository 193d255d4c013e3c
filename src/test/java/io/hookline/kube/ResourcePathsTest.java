package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcePathsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "a=b", "a=", "a notin (b,c),!d,e", "x.io/y in (1,2)", "a notin (b)"})
    void aSelectorsTextIsReadBackAsTheSameSelector(String text) {
        LabelSelector selector = LabelSelector.parse(text);

        assertThat(ResourcePaths.text(selector)).isEqualTo(text);
        assertThat(LabelSelector.parse(ResourcePaths.text(selector))).isEqualTo(selector);
    }

    @Test
    void aNamespaceMeansNothingToAClusterScopedResource() {
        assertThat(ResourcePaths.collection(CannedServer.NODES, "ns")).isEqualTo("/api/v1/nodes");
        assertThat(ResourcePaths.object(CannedServer.NODES, new ObjectKey("ns", "n"), "status"))
                .isEqualTo("/api/v1/nodes/n/status");
    }
}
