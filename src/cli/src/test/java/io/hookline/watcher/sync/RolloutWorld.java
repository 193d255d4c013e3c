package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.HandDrivenController;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One parent of kind Set whose children, Parts, are updated by rolling; driven by hand, one sync at a time.
 *
 * <p>The hook returns the Parts part-(n-1) to part-0, each with the image of the parent's template and its note, which is no
 * part of a revision.
 */
final class RolloutWorld implements AutoCloseable {

    private static final String GROUP = "test.hookline.io";

    /** Parts must be ready before the next one is moved. */
    static final String READY = "statusChecks: {conditions: [{type: Ready, status: \"True\"}]}";

    final LocalWorld cluster = new LocalWorld();
    private KubeObject composite;
    private final String namespace;
    HandDrivenController controller;

    private final FailingWrites failing = new FailingWrites();

    /** The hook; the default returns a Part for each replica. */
    Function<HookRequest, String> hook = request -> RolloutHook.answer(request.parent());

    /** A world in which this many Parts have version v1 and are ready. */
    static RolloutWorld rolledOut(RolloutWorld world, int replicas) {
        world.set("v1", replicas);
        world.finish();
        return world;
    }

    /** Namespaced parents with a generated selector. */
    static RolloutWorld of(String method, String strategy) {
        return new RolloutWorld(method, strategy, "generateSelector: true", false);
    }

    RolloutWorld(String method, String strategy, String spec, boolean clusterScoped) {
        this(method, strategy, spec, clusterScoped, "sync: {webhook: {url: \"http://hooks.test/\"}}");
    }

    /**
     * @param strategy more fields of the update strategy
     * @param spec more fields of the controller
     * @param hooks its hooks
     */
    RolloutWorld(String method, String strategy, String spec, boolean clusterScoped, String hooks) {
        String definition = TestKinds.kind(GROUP, "set", "Set");
        cluster.apply(clusterScoped ? definition.replace("scope: Namespaced", "scope: Cluster") : definition);
        cluster.apply(TestKinds.kind(GROUP, "part", "Part"));
        cluster.apply(TestKinds.installed("controllerrevisions"));
        namespace = clusterScoped ? "" : "default";
        composite = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  %s
                  parentResource:
                    apiVersion: test.hookline.io/v1
                    resource: sets
                    revisionHistory: {fieldPaths: [spec.template]}
                  childResources:
                  - apiVersion: test.hookline.io/v1
                    resource: parts
                    updateStrategy: {method: %s%s}
                  hooks:
                    %s
                """.formatted(spec, method, strategy.isEmpty() ? "" : ", " + strategy, hooks));
        controller = start();
    }

    private HandDrivenController start() {
        HandDrivenController started = new HandDrivenController(cluster.cluster, composite, failing::before);
        started.hook = request -> hook.apply(request).getBytes(StandardCharsets.UTF_8);
        return started;
    }

    /** A new process: everything that was only remembered is lost. */
    void restart() {
        controller.close();
        controller = start();
    }

    /** The controller is changed, and started again. */
    void restartWith(String text, String replacement) {
        assertThat(composite.json()).contains(text);
        composite = KubeObject.of(composite.json().replace(text, replacement));
        restart();
    }

    /** Creates or changes the parent. */
    void set(String image, int replicas) {
        set(image, replicas, "", "");
    }

    /** @param note a field outside of the revision; {@code metadata} more fields of its metadata */
    void set(String image, int replicas, String note, String metadata) {
        String scope = namespace.isEmpty() ? "" : ", namespace: " + namespace;
        cluster.apply("""
                apiVersion: test.hookline.io/v1
                kind: Set
                metadata: {name: web%s%s}
                spec:
                  replicas: %d
                  note: "%s"
                  selector: {matchLabels: {app: web}}
                  template: {image: "%s"}
                """.formatted(scope, metadata.isEmpty() ? "" : ", " + metadata, replicas, note, image));
    }

    /** From now on the API server refuses to create and update ControllerRevisions. */
    void forbidRevisions() {
        failing.forbidRevisions();
    }

    /** A sync of which only this many writes arrive. */
    void lose(int writes) {
        failing.after(writes);
        controller.outcome(new ObjectKey(namespace, "web"));
        failing.after(Integer.MAX_VALUE);
    }

    /** A sync that crashes after this many writes; then the process starts again. */
    void crash(int writes) {
        lose(writes);
        restart();
    }

    Outcome sync() {
        return controller.sync(new ObjectKey(namespace, "web"));
    }

    /** Syncs until nothing changes, and makes every Part ready after each sync. Returns the number of syncs. */
    int finish() {
        for (int syncs = 1; syncs < 100; syncs++) {
            allReady();
            String before = state();
            sync();
            if (before.equals(state()) && parts().equals(readyParts())) {
                return syncs;
            }
        }
        throw new AssertionError("the rolling update does not end: " + state());
    }

    /** Everything in the cluster that a sync may change. */
    String state() {
        return images() + " " + revisions() + " "
                + cluster.get("sets", name()).tree().path("status");
    }

    private String name() {
        return namespace.isEmpty() ? "web" : namespace + "/web";
    }

    KubeObject parent() {
        return cluster.get("sets", name());
    }

    void allReady() {
        parts().forEach(name -> ready(name, true));
    }

    /** Reports a Part as ready or not, as its own controller would. */
    void ready(String part, boolean ready) {
        status(part, "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"" + (ready ? "True" : "False") + "\"}]}");
    }

    void status(String part, String status) {
        cluster.cluster.patch(
                cluster.resource("parts"),
                new ObjectKey("default", part),
                Patch.merge("{\"status\":" + status + "}"),
                WriteOptions.STATUS);
    }

    List<String> parts() {
        return List.copyOf(images().keySet());
    }

    List<String> readyParts() {
        return cluster.all("parts").stream()
                .filter(part ->
                        part.tree().at("/status/conditions/0/status").asText().equals("True"))
                .map(KubeObject::name)
                .sorted()
                .toList();
    }

    /** The image of each Part. */
    Map<String, String> images() {
        Map<String, String> images = new TreeMap<>();
        cluster.all("parts")
                .forEach(part ->
                        images.put(part.name(), part.tree().at("/spec/image").asText()));
        return images;
    }

    /** The ControllerRevisions of the parent; Kubernetes has another kind of this name. */
    List<KubeObject> recorded() {
        return cluster.cluster.list(recordedKind(), ListOptions.ALL).items();
    }

    /** Deletes one of the ControllerRevisions, as a user might. */
    void deleteRevision(int number) {
        List<KubeObject> all = recorded();
        if (!all.isEmpty()) {
            cluster.cluster.delete(recordedKind(), all.get(number % all.size()).key(), DeleteOptions.BACKGROUND);
        }
    }

    ApiResource recordedKind() {
        return cluster.cluster
                .discover()
                .find(WellKnown.API_VERSION, "controllerrevisions")
                .orElseThrow();
    }

    /** The names that each ControllerRevision claims, by its image. */
    Map<String, List<String>> revisions() {
        Map<String, List<String>> claims = new TreeMap<>();
        for (KubeObject revision : recorded()) {
            List<String> names = new ArrayList<>();
            revision.tree()
                    .path("children")
                    .forEach(group -> group.path("names").forEach(name -> names.add(name.asText())));
            claims.put(revision.tree().at("/parentPatch/spec/template/image").asText(), names);
        }
        return claims;
    }

    /** Status, reason and message of a condition of the parent; empty if it has none. */
    String condition(String type) {
        for (JsonNode condition : parent().tree().at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText() + " "
                        + condition.path("reason").asText() + ": "
                        + condition.path("message").asText();
            }
        }
        return "";
    }

    @Override
    public void close() {
        controller.close();
    }
}
