package io.hookline.story.faults;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * A kind of parents, called Thing, with a CompositeController of its own that makes ConfigMaps of them, on a real server.
 * A Thing says in its spec how many, and which text they hold.
 */
final class Scene implements AutoCloseable {

    private static final WriteOptions BY_FORCE = new WriteOptions("", "faults", true, false);

    private static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: %1$s, labels: {scene: %1$s}}
            spec:
              generateSelector: true
              parentResource: {apiVersion: %1$s.test.hookline.io/v1, resource: things}
              childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: %3$s}}]
              hooks: {sync: {webhook: {url: "%2$s", %4$s}}%5$s}
            """;

    private static final String THING = """
            apiVersion: %s.test.hookline.io/v1
            kind: Thing
            metadata: {name: %s, namespace: %s}
            spec: {count: %d, text: "%s"}
            """;

    private final Cluster admin;
    private final String name;
    private final String namespace;

    /** Installs the kinds; the controller comes by {@link #control}. */
    Scene(Cluster admin, String name, String namespace) throws IOException {
        this.admin = admin;
        this.name = name;
        this.namespace = namespace;
        for (String plural : List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers")) {
            define(plural + ".metacontroller.k8s.io", Files.readString(Path.of("manifests/crds", plural + ".yaml")));
        }
        define(
                "things." + name + ".test.hookline.io",
                TestKinds.withSpec(
                        TestKinds.kind(name + ".test.hookline.io", "thing", "Thing"),
                        "{type: object, properties: {count: {type: integer}, text: {type: string}}}"));
        Awaitility.await("kinds are served")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsMatching(e -> e instanceof ClusterException || e instanceof NoSuchElementException)
                .until(() -> {
                    admin.list(controllers(), ListOptions.ALL);
                    return admin.list(things(), ListOptions.ALL).items().isEmpty();
                });
    }

    private void define(String definition, String yaml) {
        apply(resource("apiextensions.k8s.io/v1", "customresourcedefinitions"), definition, yaml);
    }

    private ApiResource resource(String apiVersion, String plural) {
        return admin.discover().find(apiVersion, plural).orElseThrow();
    }

    private KubeObject apply(ApiResource resource, String object, String yaml) {
        ObjectKey key = resource.namespaced() ? new ObjectKey(namespace, object) : ObjectKey.clusterScoped(object);
        return admin.patch(resource, key, new Patch(Patch.Type.APPLY, yaml), BY_FORCE);
    }

    ApiResource things() {
        return resource(name + ".test.hookline.io/v1", "things");
    }

    ApiResource configMaps() {
        return resource("v1", "configmaps");
    }

    private ApiResource controllers() {
        return resource("metacontroller.k8s.io/v1alpha1", "compositecontrollers");
    }

    /** Puts the controller there, with a way to update children. */
    void control(String hookUrl, String method) {
        control(hookUrl, method, "timeout: 10s");
    }

    /** The same with one more field of the webhook. */
    void control(String hookUrl, String method, String field) {
        control(hookUrl, method, field, "");
    }

    /** The same with a finalize hook at the same URL. */
    void controlAndFinalize(String hookUrl) {
        control(hookUrl, "InPlace", "timeout: 10s", ", finalize: {webhook: {url: \"" + hookUrl + "\"}}");
    }

    private void control(String hookUrl, String method, String field, String moreHooks) {
        apply(controllers(), name, CONTROLLER.formatted(name, hookUrl, method, field, moreHooks));
    }

    /** Selects the controller and no other. */
    String selector() {
        return "scene=" + name;
    }

    /** Starts a watcher that runs this controller and no other. */
    WatcherProcess watch(Cluster connection) {
        WatcherOptions all = WatcherOptions.DEFAULTS;
        WatcherOptions ours = new WatcherOptions(
                all.workers(),
                all.discoveryInterval(),
                all.cacheFlushInterval(),
                LabelSelector.parse(selector()),
                all.eventsPerSecond(),
                all.eventsBurst(),
                all.finalizerReleaseDelay(),
                all.revisionNamespace());
        return WatcherProcess.start(connection, Optional.empty(), ours, new PrometheusRegistry(), Map.of());
    }

    /** Creates or changes a parent. */
    KubeObject put(ApiResource things, String thing, int count, String text) {
        return apply(things, thing, THING.formatted(name, thing, namespace, count, text));
    }

    /** What there is of a resource in the namespace. */
    List<KubeObject> present(ApiResource resource) {
        return admin.list(resource, ListOptions.ALL.inNamespace(namespace)).items();
    }

    /** What a hook answers for a parent. */
    static String answer(String thing, int count, String text) {
        StringBuilder children = new StringBuilder();
        for (int i = 0; i < count; i++) {
            children.append(i == 0 ? "" : ",").append(child(thing, i, text, ""));
        }
        return "{\"status\":{\"text\":\"" + text + "\"},\"children\":[" + children + "]}";
    }

    /** A response with this body. */
    static byte[] http(byte[] body) {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        response.writeBytes(
                ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        response.writeBytes(body);
        return response.toByteArray();
    }

    /** What a finalize hook answers: no children are wanted, and it is done when none is there. */
    static String farewell(boolean done) {
        return "{\"children\":[],\"finalized\":" + done + "}";
    }

    /** One child, with more metadata or none. */
    static String child(String thing, int number, String text, String metadata) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + thing + "-" + number + "\""
                + metadata + "},\"data\":{\"text\":\"" + text + "\"}}";
    }

    /** Takes controller and parents away, for the sake of other tests' watchers. */
    @Override
    public void close() {
        admin.delete(controllers(), ObjectKey.clusterScoped(name), DeleteOptions.BACKGROUND);
        admin.delete(
                resource("apiextensions.k8s.io/v1", "customresourcedefinitions"),
                ObjectKey.clusterScoped("things." + name + ".test.hookline.io"),
                DeleteOptions.BACKGROUND);
    }
}
