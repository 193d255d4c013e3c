package io.hookline.testing.scenario.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of which objects the writes are counted. */
class CountingClusterTest {

    private final CountingCluster cluster =
            new CountingCluster(LocalCluster.create(InstantSource.system(), new Random(1)));

    @Test
    void onlyWritesInTheNamespaceAndToTheResourcesOfTheScopeCount() {
        create("namespaces", "v1", "Namespace", "shop", "");
        create("configmaps", "v1", "ConfigMap", "mine", "shop");
        create("configmaps", "v1", "ConfigMap", "theirs", "default");
        create("clusterroles", "rbac.authorization.k8s.io/v1", "ClusterRole", "viewer", "");
        create("events", "v1", "Event", "e", "shop");

        assertThat(cluster.writes(new WriteScope("shop", Set.of()))).isEqualTo(1);
        assertThat(cluster.writes(new WriteScope("shop", Set.of("clusterroles", "configmaps"))))
                .isEqualTo(2);
        assertThat(cluster.writes(new WriteScope("empty", Set.of("nodes")))).isZero();
    }

    private void create(String plural, String apiVersion, String kind, String name, String namespace) {
        ApiResource resource = cluster.discover().find(apiVersion, plural).orElseThrow();
        KubeObject object = KubeObject.of("""
                {"apiVersion":"%s","kind":"%s","metadata":{"name":"%s"%s}%s}
                """.formatted(
                        apiVersion,
                        kind,
                        name,
                        namespace.isEmpty() ? "" : ",\"namespace\":\"" + namespace + "\"",
                        kind.equals("Event") ? ",\"involvedObject\":{\"namespace\":\"shop\"}" : ""));
        cluster.create(resource, object, WriteOptions.PLAIN);
    }
}
