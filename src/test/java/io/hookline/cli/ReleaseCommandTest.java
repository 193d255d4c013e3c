package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hookline release} on a cluster where a controller was deleted while no watcher ran. */
class ReleaseCommandTest {

    private static final GroupVersionKind CONFIG_MAP = GroupVersionKind.of("v1", "ConfigMap");

    @TempDir
    private Path folder;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final StringWriter out = new StringWriter();

    private void create(GroupVersionKind kind, String json) {
        cluster.create(
                cluster.discover().find(kind).orElseThrow(),
                KubeObject.of(json.getBytes(StandardCharsets.UTF_8)),
                WriteOptions.PLAIN);
    }

    private void configMap(String name, String finalizers) {
        create(CONFIG_MAP, """
                {"apiVersion":"v1","kind":"ConfigMap",
                 "metadata":{"name":"%s","namespace":"default","finalizers":[%s]}}
                """.formatted(name, finalizers));
    }

    private String finalizers(String configMap) {
        return cluster.get(cluster.discover().find(CONFIG_MAP).orElseThrow(), new ObjectKey("default", configMap))
                .finalizers()
                .toString();
    }

    private int release(String name) throws IOException {
        try (LocalApiServer server = LocalApiServer.start(cluster, 0)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            return Main.commandLine()
                    .setOut(new PrintWriter(out))
                    .execute("release", name, "--kubeconfig=" + kubeconfig);
        }
    }

    @Test
    void objectsOfBothKindsOfControllersAreFreedAndOthersKept() throws IOException {
        configMap("a", "\"metacontroller.io/compositecontroller-web\",\"example.com/other\"");
        configMap("b", "\"metacontroller.io/decoratorcontroller-web\"");
        configMap("c", "\"metacontroller.io/decoratorcontroller-web2\"");

        assertThat(release("web")).isZero();

        assertThat(finalizers("a")).isEqualTo("[example.com/other]");
        assertThat(finalizers("b")).isEqualTo("[]");
        assertThat(finalizers("c")).isEqualTo("[metacontroller.io/decoratorcontroller-web2]");
        assertThat(out.toString().lines())
                .containsExactly(
                        "released ConfigMap default/a",
                        "1 object carried metacontroller.io/compositecontroller-web",
                        "released ConfigMap default/b",
                        "1 object carried metacontroller.io/decoratorcontroller-web");
    }

    @Test
    void aControllerThatExistsKeepsItsFinalizers() throws IOException {
        create(GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition"), """
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"decoratorcontrollers.metacontroller.k8s.io",
                  "annotations":{"api-approved.kubernetes.io":"unapproved"}},
                 "spec":{"group":"metacontroller.k8s.io","scope":"Cluster",
                  "names":{"plural":"decoratorcontrollers","kind":"DecoratorController"},
                  "versions":[{"name":"v1alpha1","served":true,"storage":true,
                   "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
                """);
        create(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "DecoratorController"), """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController","metadata":{"name":"web"}}
                """);
        configMap("a", "\"metacontroller.io/decoratorcontroller-web\"");

        assertThat(release("web")).isZero();

        assertThat(finalizers("a")).isEqualTo("[metacontroller.io/decoratorcontroller-web]");
        assertThat(out.toString()).startsWith("DecoratorController web exists: its finalizers stay");
    }
}
