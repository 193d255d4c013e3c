package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole rolling updates, with a watcher that runs by itself. */
@EachStrategy
class RolloutTest extends ReconcileSuite {

    private static final String PART = TestKinds.kind("test.hookline.io", "part", "Part");

    private ApiResource parts;
    private ApiResource revisions;

    /** How many Parts were missing or not ready in the worst call of the hook. */
    private final AtomicInteger worst = new AtomicInteger();

    /** The ready children in the last request. */
    private final AtomicInteger lastReady = new AtomicInteger();

    @BeforeEach
    void defineKinds() {
        parts = world.define(PART);
        revisions = world.define(TestKinds.installed("controllerrevisions"));
        // A real server answers 429 for some moments after a kind was defined.
        soon().ignoreExceptionsInstanceOf(ClusterException.class)
                .until(() -> list(parts).isEmpty() && list(revisions).isEmpty());
        world.hook = this::answer;
    }

    private static String rolling(String method) {
        return """
                childResources:
                - apiVersion: test.hookline.io/v1
                  resource: parts
                  updateStrategy:
                    method: %s
                    statusChecks: {conditions: [{type: Ready, status: "True"}]}
                """.formatted(method) + hooks("sync");
    }

    /** A composite that records {@code spec.template}. */
    private void composite(String method) {
        composite("c", "revisionHistory: {fieldPaths: [spec.template]}", "generateSelector: true\n" + rolling(method));
    }

    private String answer(HookRequest request) {
        JsonNode spec = request.parent().tree().path("spec");
        int replicas = spec.path("replicas").asInt();
        List<KubeObject> observed = request.children().all();
        int ready = (int) observed.stream().filter(RolloutTest::isReady).count();
        lastReady.set(ready);
        if (observed.size() == replicas || ready > 0) {
            worst.accumulateAndGet(replicas - ready, Math::max);
        }
        List<String> children = new ArrayList<>();
        for (int i = replicas - 1; i >= 0; i--) {
            children.add("{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Part\",\"metadata\":{\"name\":\"part-" + i
                    + "\"},\"spec\":{\"image\":\"" + spec.at("/template/image").asText() + "\"}}");
        }
        return Composites.children(children.toArray(String[]::new));
    }

    private static boolean isReady(KubeObject part) {
        return part.tree().at("/status/conditions/0/status").asText().equals("True");
    }

    private void template(String image) {
        thing("web", "labels: {app: web}", "{replicas: 3, template: {image: " + image + "}}");
    }

    /** Reports every Part as ready, as its own controller would do some time after it was created. */
    private void reportReady() {
        for (KubeObject part : list(parts)) {
            try {
                if (!isReady(part) && !part.isBeingDeleted()) {
                    world.local.patch(
                            parts,
                            part.key(),
                            Patch.merge("{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}"),
                            WriteOptions.STATUS);
                }
            } catch (ClusterException.NotFound _) {
                // replaced meanwhile
            }
        }
    }

    private List<KubeObject> list(ApiResource resource) {
        return world.local.list(resource, ListOptions.ALL).items();
    }

    private Map<String, String> images() {
        Map<String, String> images = new TreeMap<>();
        list(parts)
                .forEach(part ->
                        images.put(part.name(), part.tree().at("/spec/image").asText()));
        return images;
    }

    private void awaitAll(String image) {
        soon().until(() -> {
            reportReady();
            return images().equals(Map.of("part-0", image, "part-1", image, "part-2", image))
                    && status("web").contains("OnLatestRevision");
        });
        reportReady();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RollingRecreate", "RollingInPlace"})
    void aChangedTemplateReachesOneChildAfterTheOther(String method) {
        composite(method);
        template("v1");
        awaitAll("v1");
        soon().until(() -> lastReady.get() == 3); // the hook may see the cluster of some moments ago
        worst.set(0);

        template("v2");
        awaitAll("v2");

        assertThat(worst.get()).isLessThanOrEqualTo(1);
        soon().untilAsserted(() -> assertThat(list(revisions)).singleElement().satisfies(revision -> {
            assertThat(revision.tree().at("/parentPatch/spec/template/image").asText())
                    .isEqualTo("v2");
            assertThat(revision.tree().at("/children/0/names")).hasSize(3);
        }));
    }

    @Test
    void anotherWatcherFinishesWhatTheFirstBegan() {
        composite("RollingInPlace");
        template("v1");
        awaitAll("v1");
        template("v2");
        soon().until(() -> images().containsValue("v2"));
        world.watcher.close();

        try (WatcherFixture _ = new WatcherFixture(
                world.local, cluster -> cluster, InstantSource.system(), WatcherOptions.DEFAULTS, this::answer)) {
            awaitAll("v2");
        }
    }

    /** The state in which Metacontroller stalls: the first child is moved, and the record has a child that is gone. */
    @Test
    void aRolloutThatMetacontrollerBeganIsFinished() {
        template("v2");
        KubeObject parent = world.thing("web").orElseThrow();
        for (int i = 0; i < 3; i++) {
            createPart(parent, i, i == 2 ? "v2" : "v1");
        }
        createRevision(parent, "v1", "[part-1, part-0, part-7]");
        createRevision(parent, "v2", "[part-2]");

        composite("RollingInPlace");
        awaitAll("v2");

        soon().untilAsserted(() -> assertThat(list(revisions))
                .singleElement()
                .extracting(KubeObject::name)
                .isEqualTo("things.test.hookline.io-v2"));
    }

    private void createPart(KubeObject parent, int number, String image) {
        String applied = "{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Part\",\"metadata\":{\"labels\":"
                + "{\"controller-uid\":\"" + parent.uid() + "\"},\"name\":\"part-" + number
                + "\",\"namespace\":\"default\"},\"spec\":{\"image\":\"" + image + "\"}}";
        world.apply("""
                apiVersion: test.hookline.io/v1
                kind: Part
                metadata:
                  name: part-%d
                  namespace: default
                  labels: {controller-uid: %s}
                  annotations: {metacontroller.k8s.io/last-applied-configuration: '%s'}
                  %s
                spec: {image: %s}
                """.formatted(number, parent.uid(), applied, ownedBy(parent), image));
    }

    private void createRevision(KubeObject parent, String image, String names) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: ControllerRevision
                metadata:
                  name: things.test.hookline.io-%s
                  namespace: default
                  labels:
                    controller-uid: %s
                    metacontroller.k8s.io/apiGroup: test.hookline.io
                    metacontroller.k8s.io/resource: things
                  %s
                parentPatch: {spec: {template: {image: %s}}}
                children: [{apiGroup: test.hookline.io, kind: Part, names: %s}]
                """.formatted(image, parent.uid(), ownedBy(parent), image, names));
    }

    @Test
    void clusterScopedParentsAreRolledOutToo() {
        world.define(TestKinds.WIDE);
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: wides}
                """ + rolling("RollingRecreate").indent(2));
        world.hook = request -> answer(request).replace("\"name\":\"part", "\"namespace\":\"default\",\"name\":\"part");
        wide("v1");
        soon().until(() -> {
            reportReady();
            return images().size() == 3 && wideStatus().contains("OnLatestRevision");
        });

        wide("v2");

        soon().until(() -> {
            reportReady();
            return images().equals(Map.of("part-0", "v2", "part-1", "v2", "part-2", "v2"))
                    && wideStatus().contains("OnLatestRevision");
        });
    }

    private void wide(String image) {
        world.apply("{apiVersion: test.hookline.io/v1, kind: Wide, metadata: {name: web},"
                + " spec: {replicas: 3, template: {image: " + image + "}}}");
    }

    private String wideStatus() {
        ApiResource wides = world.resource(GroupVersionKind.of("test.hookline.io/v1", "Wide"));
        return world.find(wides, "web").map(KubeObject::json).orElse("");
    }
}
