package io.hookline.kube;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy responds instead of the server: with a success whose body is not an object. */
class BrokenAnswersTest {

    private static final ObjectKey KEY = ObjectKey.parse("ns/a");
    private static final KubeObject OBJECT = KubeObject.of(CONFIG_MAP);

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private final KubeCluster cluster = server.cluster();

    @ParameterizedTest
    @ValueSource(strings = {"<html>log in first</html>", "", "{\"kind\":\"ConfigMap\",\"metada", "[]", "null"})
    void aSuccessWithoutAnObjectIsAFailure(String body) {
        for (int i = 0; i < 8; i++) {
            server.then(200, body);
        }

        assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                .isInstanceOf(ClusterException.Unreachable.class)
                .hasMessageStartingWith("GET /api/v1/namespaces/ns/configmaps/a: ");
        assertThatThrownBy(() -> cluster.list(CONFIG_MAPS, ListOptions.ALL))
                .isInstanceOf(ClusterException.Unreachable.class);
        assertThatThrownBy(cluster::discover).isInstanceOf(ClusterException.Unreachable.class);
        assertThatThrownBy(cluster::server).isInstanceOf(ClusterException.Unreachable.class);
        assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, OBJECT, WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.OutcomeUnknown.class);
        assertThatThrownBy(() -> cluster.update(CONFIG_MAPS, OBJECT, WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.OutcomeUnknown.class);
        assertThatThrownBy(() -> cluster.patch(CONFIG_MAPS, KEY, Patch.merge("{}"), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.OutcomeUnknown.class);
        assertThatThrownBy(() -> cluster.delete(CONFIG_MAPS, KEY, DeleteOptions.BACKGROUND))
                .isInstanceOf(ClusterException.OutcomeUnknown.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"error\":\"log in first\"}"})
    void aResponseThatIsNotADiscoveryIsAFailure(String body) {
        server.then(200, body);

        assertThatThrownBy(cluster::discover)
                .isInstanceOf(ClusterException.Unreachable.class)
                .hasMessageStartingWith("GET /api: the answer cannot be read: kind: expected ");
    }

    @Test
    void aBrokenGroupDoesNotAffectOtherGroups() {
        server.then(200, "{\"kind\":\"APIVersions\",\"versions\":[]}")
                .then(
                        200,
                        "{\"kind\":\"APIGroupList\",\"groups\":[{\"versions\":[{\"groupVersion\":\"a.io/v1\"},"
                                + "{\"groupVersion\":\"b.io/v1\"}]}]}")
                .then(200, "<html>")
                .then(
                        200,
                        "{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"bs\",\"kind\":\"B\",\"singularName\":null}]}");

        assertThat(cluster.discover().failedGroupVersions()).containsExactly("a.io/v1");
    }
}
