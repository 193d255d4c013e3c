package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Console;
import io.hookline.cluster.ListOptions;
import io.hookline.distribution.ProjectFiles;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.EmbeddedHookline;
import io.hookline.testing.scenario.Scenario;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which objects are created and deleted when manifests are. */
class DevManifestsTest {

    private static final GroupVersionKind WEBAPP = GroupVersionKind.of("example.com/v1", "WebApp");
    private static final GroupVersionKind COMPOSITE =
            GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController");

    @TempDir
    private Path root;

    private final StringWriter printed = new StringWriter();
    private EmbeddedHookline cluster;
    private DevManifests manifests;

    @BeforeEach
    void start() throws Exception {
        Files.writeString(root.resolve("crd.yaml"), ProjectFiles.CRD);
        Files.writeString(root.resolve("controller.yaml"), ProjectFiles.CONTROLLER);
        cluster = EmbeddedHookline.start(Optional.empty(), _ -> true);
        DevConsole console = new DevConsole(
                new Console(new PrintWriter(printed), InstantSource.fixed(Instant.EPOCH), Instant.EPOCH));
        manifests = new DevManifests(cluster.environment(), console, true);
        assertThat(manifests.install(List.of(Scenario.readManifests(root)))).hasSize(1);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private boolean isServed() {
        return cluster.environment().cluster().discover().find(WEBAPP).isPresent();
    }

    @Test
    void theObjectsOfADeletedExampleAreDeleted() throws Exception {
        manifests.update(List.of(), true);

        assertThat(isServed()).isFalse();
        assertThat(printed.toString()).contains("deleted");
    }

    @Test
    void nothingIsDeletedWhileAnExampleCannotBeRead() throws Exception {
        manifests.update(List.of(), false);

        assertThat(isServed()).isTrue();
        assertThat(printed.toString()).doesNotContain("deleted");
    }

    /** Both together would change the same children, of which the watcher warns. */
    @Test
    void aRenamedControllerIsDeletedBeforeTheOneWithItsNewNameIsCreated() throws Exception {
        renameController(ProjectFiles.CONTROLLER);

        assertThat(printed.toString().lines())
                .filteredOn(line -> line.contains("CompositeController"))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("deleted        CompositeController webapp: it has no manifest any more"),
                        second -> assertThat(second).contains("created        CompositeController renamed"));
        assertThat(controllers()).containsExactly("renamed");
    }

    @Test
    void aControllerStaysIfTheOneWithItsNewNameIsRefused() throws Exception {
        renameController(ProjectFiles.CONTROLLER.replace("spec:", "spec:\n  resyncPeriodSeconds: soon"));

        assertThat(printed.toString()).contains("ERROR").doesNotContain("deleted");
        assertThat(controllers()).containsExactly("webapp");

        renameController(ProjectFiles.CONTROLLER);

        assertThat(controllers()).containsExactly("renamed");
    }

    @Test
    void aControllerStaysIfAnotherManifestIsRefused() throws Exception {
        Files.writeString(root.resolve("sample.yaml"), ProjectFiles.SAMPLE.replace("example.com", "old.example.com"));

        renameController(ProjectFiles.CONTROLLER);

        assertThat(printed.toString())
                .contains("sample.yaml:1: no CRD defines kind WebApp")
                .doesNotContain("deleted");
        assertThat(controllers()).containsExactlyInAnyOrder("webapp", "renamed");
    }

    private void renameController(String controller) throws Exception {
        printed.getBuffer().setLength(0);
        Files.writeString(
                root.resolve("controller.yaml"),
                controller.replace("metadata: {name: webapp}", "metadata: {name: renamed}"));
        manifests.update(List.of(Scenario.readManifests(root)), true);
    }

    private List<String> controllers() {
        ApiResource resource = cluster.environment().resource(COMPOSITE).orElseThrow();
        return cluster.environment().cluster().list(resource, ListOptions.ALL).items().stream()
                .map(KubeObject::name)
                .toList();
    }

    /** It would be retried for ten seconds otherwise, although only an edit can help. */
    @Test
    void anObjectWhoseCrdIsRefusedWaitsForTheNextEditOnly() throws Exception {
        Files.writeString(root.resolve("sample.yaml"), ProjectFiles.SAMPLE.replace("example.com", "old.example.com"));
        String crd = ProjectFiles.CRD.replace("example.com", "old.example.com");
        Files.writeString(root.resolve("old.yaml"), crd.replace("k8s.io/v1", "k8s.io/v1beta1"));

        manifests.update(List.of(Scenario.readManifests(root)), true);

        assertThat(printed.toString())
                .contains("old.yaml:1: kind CustomResourceDefinition in apiextensions.k8s.io/v1beta1: Kubernetes 1.22"
                        + " removed it; write apiVersion: apiextensions.k8s.io/v1")
                .contains(
                        "sample.yaml:1: kind WebApp in old.example.com/v1 is not served, since the API server refuses its"
                                + " CRD; correct the CRD first");

        Files.writeString(root.resolve("old.yaml"), crd);
        manifests.update(List.of(Scenario.readManifests(root)), true);

        assertThat(printed.toString()).contains("created        WebApp default/shop");
    }
}
