package io.hookline.story.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.distribution.Distribution;
import io.hookline.kube.KubeCluster;
import io.hookline.manifests.Manifests;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.FreePort;
import io.hookline.watcher.TestKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A real control plane with the CRDs of a suite, and watchers started by their command line. */
public final class UpstreamWorld implements AutoCloseable {

    private static final String GROUP = "upstream.hookline.io";

    private static final YAMLMapper YAML = new YAMLMapper();

    private final ControlPlane plane;
    private final KubeCluster admin;
    private final List<KubeObject> made = new ArrayList<>();
    private final List<GuardedProcess> watchers = new ArrayList<>();

    private UpstreamWorld(ControlPlane plane) {
        this.plane = plane;
        this.admin = plane.connect("upstream-suite");
    }

    public static UpstreamWorld on(ControlPlane plane) throws IOException, InterruptedException {
        plane.startControllers();
        UpstreamWorld world = new UpstreamWorld(plane);
        Manifests.installLeastRole(world.admin);
        world.apply(TestKinds.kind(GROUP, "suite", "Suite"));
        world.apply(TestKinds.withoutStatus(TestKinds.kind(GROUP, "bare", "Bare")));
        return world;
    }

    /** Starts a watcher with the options of Metacontroller's suite. */
    public void startWatcher(Path folder, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "NO_PROXY=127.0.0.1",
                "no_proxy=127.0.0.1",
                Distribution.HOOKLINE,
                "watch",
                "--kubeconfig=" + plane.kubeconfig(ControlPlane.ADMIN),
                "--discovery-interval=500ms",
                "--workers=5",
                "--metrics-address=:" + FreePort.find(),
                "--health-probe-bind-address=0"));
        command.addAll(List.of(more));
        watchers.add(GuardedProcess.start("watch", folder.resolve("watch.log"), command));
    }

    /** The timeout of the upstream suite, and a little longer for a busy machine. */
    public static ConditionFactory within() {
        return Awaitility.await().pollInterval(Duration.ofMillis(25)).atMost(Duration.ofSeconds(60));
    }

    public ApiResource resource(String apiVersion, String kind) {
        GroupVersionKind gvk = GroupVersionKind.of(apiVersion, kind);
        return within().until(() -> admin.discover().find(gvk), Optional::isPresent)
                .orElseThrow();
    }

    /** Creates or replaces an object, as a user would. */
    public KubeObject apply(String yaml) {
        KubeObject object = KubeObject.of(tree(yaml));
        ApiResource resource = resource(object.apiVersion(), object.kind());
        made.add(object);
        try {
            return admin.create(resource, object, WriteOptions.PLAIN);
        } catch (ClusterException.AlreadyExists _) {
            ObjectNode next = object.tree();
            ((ObjectNode) next.get("metadata"))
                    .put("resourceVersion", admin.get(resource, object.key()).resourceVersion());
            return admin.update(resource, KubeObject.of(next), WriteOptions.PLAIN);
        }
    }

    private static ObjectNode tree(String yaml) {
        try {
            return Json.object(YAML.readTree(yaml).toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A Suite in namespace default, labelled with the test that it belongs to. */
    public KubeObject suite(String name, String spec) {
        return apply("{apiVersion: upstream.hookline.io/v1, kind: Suite, metadata: {name: " + name
                + ", namespace: default, labels: {test: " + name + "}}, spec: " + spec + "}");
    }

    public KubeObject patch(String apiVersion, String kind, String name, String json) {
        return admin.patch(
                resource(apiVersion, kind), new ObjectKey("default", name), Patch.merge(json), WriteOptions.PLAIN);
    }

    /** An object in namespace default. */
    public Optional<KubeObject> find(String apiVersion, String kind, String name) {
        try {
            return Optional.of(admin.get(resource(apiVersion, kind), new ObjectKey("default", name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    public Optional<KubeObject> configMap(String name) {
        return find("v1", "ConfigMap", name);
    }

    public KubeObject suite(String name) {
        return find("upstream.hookline.io/v1", "Suite", name).orElseThrow();
    }

    /** Events in namespace default about an object, as {@code reason: message}. */
    public List<String> events(String name) {
        return admin.list(resource("v1", "Event"), ListOptions.ALL.inNamespace("default")).items().stream()
                .map(KubeObject::tree)
                .filter(event -> event.at("/involvedObject/name").asText().equals(name))
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    /** A cluster-scoped object. */
    public void delete(String apiVersion, String kind, String name) {
        admin.delete(resource(apiVersion, kind), ObjectKey.clusterScoped(name), DeleteOptions.BACKGROUND);
    }

    /** Stops the watchers. */
    public void stopWatchers() {
        watchers.forEach(GuardedProcess::close);
        watchers.clear();
    }

    /** Stops the watchers and deletes the created objects; garbage collection deletes the children. */
    @Override
    public void close() {
        stopWatchers();
        for (KubeObject object : made.reversed()) {
            try {
                ApiResource resource = admin.discover().find(object.gvk()).orElseThrow();
                admin.delete(resource, object.key(), DeleteOptions.BACKGROUND);
            } catch (ClusterException.NotFound _) {
                // already deleted
            }
        }
        admin.close();
    }
}
