package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.over;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;

/**
 * A controller of one parent and one child that the API server applies, one sync after the other. The same tests run on the
 * cluster in memory, and on a real one where a class with a real control plane nests them.
 */
@ExtendWith(SuiteCluster.Resolver.class)
abstract class ServerSideFixture {

    static final String RULE = "apiVersion: v1, resource: configmaps";

    Cluster cluster;
    String namespace;
    String name;
    KubeObject parent;
    HandDrivenController controller;

    /** Whether caches have only our own entries of {@code managedFields}. */
    @Parameter
    boolean stripped;

    /** Each test has a parent of its own. */
    @BeforeEach
    void createParent(TestInfo test, SuiteCluster on) {
        cluster = on.cluster();
        namespace = on.namespace();
        String title = getClass().getSimpleName()
                + test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName()
                + stripped;
        name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        parent = cluster.create(
                resource("test.hookline.io/v1", "things"),
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                        + ", namespace: " + namespace + "}, spec: {}}"),
                WriteOptions.PLAIN);
    }

    @AfterEach
    void close() {
        if (controller != null) {
            controller.close();
        }
    }

    /** The options of the watcher. */
    private WatcherOptions options() {
        return WatcherOptions.DEFAULTS.strippingManagedFields(stripped);
    }

    ApiResource resource(String apiVersion, String plural) {
        return cluster.discover().find(apiVersion, plural).orElseThrow();
    }

    ApiResource configMaps() {
        return resource("v1", "configmaps");
    }

    ObjectKey key() {
        return new ObjectKey(namespace, name);
    }

    /** Starts a controller whose children the API server applies, in place of the last one. */
    void start(String rule) {
        startWith(RULE + ", applyStrategy: server-side-apply, " + rule);
    }

    void startDynamic(String method) {
        startWith(RULE + ", updateStrategy: {method: " + method + "}");
    }

    void startWith(String rule) {
        close();
        controller = new HandDrivenController(cluster, over("{" + rule + "}"), next -> next, options());
    }

    void startBehind(Interposed server) {
        startBehind(inPlace(), server);
    }

    void startBehind(String rule, Interposed server) {
        close();
        controller = new HandDrivenController(
                cluster,
                over("{" + RULE + ", applyStrategy: server-side-apply, " + rule + "}"),
                server::before,
                options());
    }

    static String inPlace() {
        return method("InPlace");
    }

    static String method(String method) {
        return "updateStrategy: {method: " + method + "}";
    }

    /** The ConfigMap that has the name of the parent, with more fields of metadata. */
    String desired(String metadata, String data) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"" + metadata
                + "},\"data\":" + data + "}";
    }

    void answer(String metadata, String data) {
        controller.answer = children(desired(metadata, data)).getBytes(StandardCharsets.UTF_8);
    }

    void answer(String data) {
        answer("", data);
    }

    /** Syncs until a sync that saw the child as it is wrote nothing. */
    void converge() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    controller.sync(key());
                    int before = controller.cluster.requests().size();
                    controller.sync(key());
                    List<KubeObject> seen =
                            controller.calls.getLast().children().all();
                    return controller.cluster.requests().size() == before && seen.size() == 1 && isNow(seen.getFirst());
                });
    }

    boolean isNow(KubeObject seen) {
        try {
            return seen.resourceVersion().equals(child().resourceVersion());
        } catch (ClusterException.NotFound _) {
            return false; // deleted, to be created again
        }
    }

    /** Waits until the controller sees the child as it is. */
    void awaitCache() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    controller.catchUp();
                    return controller.assembly.opened().stream()
                            .anyMatch(cache -> cache.store()
                                    .get(key())
                                    .filter(seen -> seen.kind().equals("ConfigMap") && isNow(seen))
                                    .isPresent());
                });
    }

    KubeObject child() {
        return cluster.get(configMaps(), key());
    }

    JsonNode data() {
        return child().tree().path("data");
    }

    KubeObject merge(String json, String manager) {
        return cluster.patch(configMaps(), key(), Patch.merge(json), WriteOptions.PLAIN.by(manager));
    }

    List<String> writes() {
        return controller.cluster.requests().stream()
                .filter(request -> request.contains("configmaps") && !request.startsWith("get "))
                .map(request -> request.substring(0, request.indexOf(" configmaps")))
                .toList();
    }

    /** The managers of the fields of the child, each with its fields. */
    Map<String, String> owners() {
        Map<String, String> owners = new TreeMap<>();
        child().tree()
                .at("/metadata/managedFields")
                .forEach(entry -> owners.put(
                        entry.path("manager").asText(),
                        entry.path("fieldsV1").path("f:data").toString()));
        return owners;
    }

    void foreign(String data) {
        cluster.create(
                configMaps(),
                LocalWorld.object("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", namespace: "
                        + namespace + "}, data: " + data + "}"),
                WriteOptions.PLAIN.by("somebody"));
    }
}
