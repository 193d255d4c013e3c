package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hookline resync}. */
class ResyncCommandTest {

    @TempDir
    private Path folder;

    private final LocalWorld world = new LocalWorld();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void install() {
        world.apply(TestKinds.installed("compositecontrollers"));
        world.apply(TestKinds.installed("decoratorcontrollers"));
    }

    private int resync(String name) throws IOException {
        try (LocalApiServer server = LocalApiServer.start(world.cluster, 0)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            return Main.commandLine("resync")
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute("resync", name, "--kubeconfig=" + kubeconfig);
        }
    }

    @Test
    void eachCallGivesTheAnnotationANewValueAndKeepsTheOthers() throws IOException {
        ApiResource decorators = world.resource("decoratorcontrollers");
        world.cluster.create(
                decorators,
                KubeObject.of("{\"apiVersion\":\"metacontroller.k8s.io/v1alpha1\",\"kind\":\"DecoratorController\","
                        + "\"metadata\":{\"name\":\"web\",\"annotations\":{\"mine\":\"kept\"}},\"spec\":{\"resources\":"
                        + "[{\"apiVersion\":\"v1\",\"resource\":\"services\"}],\"hooks\":{}}}"),
                WriteOptions.PLAIN);

        assertThat(resync("web")).as(err.toString()).isZero();

        KubeObject first = world.cluster.get(decorators, ObjectKey.clusterScoped("web"));
        Instant requested = Instant.parse(String.valueOf(first.annotation("hookline.io/resync")));
        assertThat(first.annotation("mine")).isEqualTo("kept");
        assertThat(out).hasToString("requested a sync of all parents of DecoratorController web\n");
        assertThat(resync("web")).isZero();
        assertThat(Instant.parse(String.valueOf(world.cluster
                        .get(decorators, ObjectKey.clusterScoped("web"))
                        .annotation("hookline.io/resync"))))
                .isAfter(requested);
    }

    @Test
    void aPausedRolloutIsNamed() throws IOException {
        ApiResource composites = world.resource("compositecontrollers");
        world.cluster.create(
                composites,
                KubeObject.of("{\"apiVersion\":\"metacontroller.k8s.io/v1alpha1\",\"kind\":\"CompositeController\","
                        + "\"metadata\":{\"name\":\"web\"},\"spec\":{\"parentResource\":{\"apiVersion\":\"v1\","
                        + "\"resource\":\"services\"},\"hooks\":{}}}"),
                WriteOptions.PLAIN);
        world.cluster.patch(
                composites,
                ObjectKey.clusterScoped("web"),
                Patch.merge("{\"status\":{\"hookRollout\":{\"version\":\"3f2a\",\"parents\":1,\"paused\":true}}}"),
                WriteOptions.STATUS);

        assertThat(resync("web")).as(err.toString()).isZero();

        assertThat(out)
                .hasToString("requested a sync of all parents of CompositeController web, except for those that version"
                        + " 3f2a of the hook has not reached: its rollout is paused, until the annotation"
                        + " hookline.io/resume-rollout gets a new value\n");
    }

    @Test
    void aControllerThatDoesNotExistIsAFailure() throws IOException {
        assertThat(resync("web")).isEqualTo(1);
        assertThat(err.toString()).contains("no CompositeController or DecoratorController is called web");
    }
}
