package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;

/** Creation and deletion of namespaces. */
class LocalClusterNamespaceTest {

    private final LocalObjects objects = new LocalObjects();
    private final ApiResource namespaces = objects.resource("v1", "namespaces");

    private void inTeam(String name, String metadata) {
        objects.create("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + name + "','namespace':'team'"
                + metadata + "}}");
    }

    private void createTeam() {
        objects.create("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'team'}}");
    }

    @Test
    void aNewClusterHasFourNamespaces() {
        assertThat(objects.cluster.list(namespaces, ListOptions.ALL).items())
                .extracting(KubeObject::name)
                .containsExactly("default", "kube-node-lease", "kube-public", "kube-system");
        KubeObject standard = objects.get(namespaces, "default");
        assertThat(standard.labels()).containsEntry("kubernetes.io/metadata.name", "default");
        assertThat(standard.tree().path("status").path("phase").asText()).isEqualTo("Active");
        assertThat(standard.tree().path("spec").path("finalizers").get(0).asText())
                .isEqualTo("kubernetes");
    }

    @Test
    void aNamespaceIsDeletedWithItsContent() {
        createTeam();
        inTeam("a", "");
        inTeam("b", "");

        assertThat(objects.delete(namespaces, "team", Propagation.BACKGROUND)).isEmpty();

        assertThat(objects.cluster
                        .list(objects.configMaps(), ListOptions.ALL.inNamespace("team"))
                        .items())
                .isEmpty();
        assertThatThrownBy(() -> objects.get(namespaces, "team")).isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void aTerminatingNamespaceWaitsForFinalizersAndRefusesNewObjects() {
        createTeam();
        inTeam("held", ",'finalizers':['example.com/hold']");

        assertThat(objects.delete(namespaces, "team", Propagation.BACKGROUND)).isPresent();
        assertThat(objects.tree(namespaces, "team").path("status").path("phase").asText())
                .isEqualTo("Terminating");
        assertThatThrownBy(() -> inTeam("new", ""))
                .isInstanceOf(ClusterException.Forbidden.class)
                .hasMessage("configmaps \"new\" is forbidden: unable to create new content in namespace team because it"
                        + " is being terminated");

        objects.cluster.patch(
                objects.configMaps(),
                new ObjectKey("team", "held"),
                Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                WriteOptions.PLAIN);
        assertThatThrownBy(() -> objects.get(namespaces, "team")).isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void theNamespacesOfTheClusterCannotBeDeleted() {
        assertThatThrownBy(() -> objects.delete(namespaces, "kube-system", Propagation.BACKGROUND))
                .isInstanceOf(ClusterException.Forbidden.class)
                .hasMessage("namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void aNamespacesNameIsALabel() {
        assertThatThrownBy(() -> objects.create("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'a.b'}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("metadata.name: Invalid value: \"a.b\": must not contain dots");
    }
}
