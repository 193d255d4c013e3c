package io.hookline.story.process;

import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.local.http.RequestCount;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.watcher.LocalWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The embedded API server in this JVM, with the CRDs of controllers: its objects need no memory of the watcher under test. */
final class EmbeddedServer implements AutoCloseable {

    final LocalWorld world = new LocalWorld();
    final LocalCluster cluster = world.cluster;
    final Path kubeconfig;
    private final ApiResource configMaps = world.resource("configmaps");
    private final LocalApiServer server;

    EmbeddedServer(Path folder) throws IOException {
        for (String plural : List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers")) {
            world.apply(Files.readString(Path.of("manifests/crds", plural + ".yaml")));
        }
        server = LocalApiServer.start(cluster, 0);
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
    }

    String url() {
        return server.url();
    }

    /** The number of lists and watches of a resource so far. */
    long reads(String resource) {
        return server.requests().stream()
                .filter(each -> each.resource().equals(resource))
                .filter(each -> List.of("list", "watch").contains(each.verb()))
                .mapToLong(RequestCount::count)
                .sum();
    }

    /** Creates a ConfigMap in namespace default with a label and a text of this size. */
    void configMap(String name, String team, int size) {
        cluster.create(
                configMaps,
                KubeObject.of(("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                                + "\",\"namespace\":\"default\",\"labels\":{\"team\":\"" + team
                                + "\"}},\"data\":{\"text\":\"" + "x".repeat(size) + "\"}}")
                        .getBytes(StandardCharsets.US_ASCII)),
                WriteOptions.PLAIN);
    }

    /** Creates a DecoratorController of the objects of a kind in the core group that have a label. */
    void decorate(String controller, String plural, String label, String hook) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources: [{apiVersion: v1, resource: %s, labelSelector: {matchLabels: {team: %s}}}]
                  hooks: {sync: {webhook: {url: "%s", timeout: 30s}}}
                """.formatted(controller, plural, label, hook));
    }

    @Override
    public void close() {
        server.close();
    }
}
