package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcePathsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "a=b", "a=", "a notin (b,c),!d,e", "x.io/y in (1,2)", "a notin (b)"})
    void aSelectorsTextIsReadBackAsTheSameSelector(String text) {
        LabelSelector selector = LabelSelector.parse(text);

        assertThat(KubeCluster.ResourcePaths.text(selector)).isEqualTo(text);
        assertThat(LabelSelector.parse(KubeCluster.ResourcePaths.text(selector)))
                .isEqualTo(selector);
    }

    @Test
    void aNamespaceIsIgnoredForAClusterScopedResource() {
        assertThat(KubeCluster.ResourcePaths.collection(CannedServer.NODES, "ns"))
                .isEqualTo("/api/v1/nodes");
        assertThat(KubeCluster.ResourcePaths.object(CannedServer.NODES, new ObjectKey("ns", "n"), "status"))
                .isEqualTo("/api/v1/nodes/n/status");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            .,   may not be '.'
            ..,  may not be '..'
            a/b, may not contain '/'
            a%2, may not contain '%'
            "",  may not be empty
            """)
    void aNameThatIsNotAPathSegmentIsRejected(String name, String problem) {
        assertThatThrownBy(
                        () -> KubeCluster.ResourcePaths.object(CannedServer.CONFIG_MAPS, new ObjectKey("ns", name), ""))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessage("invalid resource name \"" + name + "\": " + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a/b", "a%2"})
    void aNamespaceThatIsNotAPathSegmentIsRejected(String namespace) {
        assertThatThrownBy(() -> KubeCluster.ResourcePaths.collection(CannedServer.CONFIG_MAPS, namespace))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageStartingWith("invalid namespace \"" + namespace + "\": may not ");
        assertThat(KubeCluster.ResourcePaths.collection(CannedServer.NODES, namespace))
                .isEqualTo("/api/v1/nodes");
    }

    @Test
    void otherSpecialCharactersAreEncoded() {
        assertThat(KubeCluster.ResourcePaths.object(CannedServer.CONFIG_MAPS, new ObjectKey("n s", "a:b?c"), ""))
                .isEqualTo("/api/v1/namespaces/n%20s/configmaps/a%3Ab%3Fc");
    }
}
