package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.EmbeddedCluster;
import io.hookline.testing.embedded.TestCluster;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the comparison page promises about children that another operator has created for the same parents. */
@EmbeddedCluster(
        hooks = "hooks/memcached",
        manifests = {"examples/memcached/crd.yaml", "examples/memcached/controller.yaml"})
class FormerOperatorTest {

    private static final String KIND = "Memcached";
    private static final String NAME = "cache";
    private static final String PAUSED = "hookline.io/paused";

    private TestCluster cluster;

    @Test
    void aDeploymentOfAFormerOperatorIsTakenOverIfItHasTheLabelOfItsParent() {
        KubeObject parent = parentOfTheFormerOperator();
        KubeObject former = cluster.create(deployment(parent, Map.of("controller-uid", parent.uid())));

        resume();

        Deployment now =
                cluster.await(Deployment.class, NAME, found -> found.getSpec().getReplicas() == 2);
        assertThat(now.getMetadata().getUid()).isEqualTo(former.uid());
    }

    @Test
    void withoutTheLabelItIsNotChangedAndAnEventNamesIt() {
        KubeObject parent = parentOfTheFormerOperator();
        cluster.create(deployment(parent, Map.of()));

        resume();

        assertThat(cluster.awaitEvent("NameTaken")).contains(NAME);
        assertThat(cluster.find(Deployment.class, NAME).orElseThrow().getSpec().getReplicas())
                .isEqualTo(7);
    }

    /** It is paused, as if no watcher ran yet. */
    private KubeObject parentOfTheFormerOperator() {
        return cluster.create(Map.of(
                "apiVersion",
                "cache.example.com/v1alpha1",
                "kind",
                KIND,
                "metadata",
                Map.of("name", NAME, "annotations", Map.of(PAUSED, "true")),
                "spec",
                Map.of("size", 2)));
    }

    /** The selector of a Deployment cannot be changed, so it is that of the hook. */
    private static Deployment deployment(KubeObject parent, Map<String, String> labels) {
        Map<String, String> pods = Map.of("app.kubernetes.io/name", "memcached", "app.kubernetes.io/instance", NAME);
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(NAME)
                .withLabels(labels)
                .addNewOwnerReference()
                .withApiVersion(parent.apiVersion())
                .withKind(KIND)
                .withName(NAME)
                .withUid(parent.uid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withReplicas(7)
                .withNewSelector()
                .withMatchLabels(pods)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(pods)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("memcached")
                .withImage("memcached:1")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private void resume() {
        cluster.patch(KIND, NAME, Map.of("metadata", Map.of("annotations", Collections.singletonMap(PAUSED, null))));
    }
}
