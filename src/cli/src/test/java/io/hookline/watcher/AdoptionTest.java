package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which parents adopt an object without controller owner, and when. */
@EachStrategy
class AdoptionTest extends ReconcileSuite {

    private static final String SELECTS_X = "{selector: {matchLabels: {app: x}}}";

    private void controller(String rules) {
        world.hook = ReconcileSuite::asShown;
        selecting("own", rules + hooks("sync"));
    }

    private KubeObject live(String configMap) {
        return world.configMap(configMap).orElseThrow();
    }

    private void awaitOwner(String configMap, KubeObject owner) {
        soon().untilAsserted(() -> assertThat(live(configMap).controllerUid()).isEqualTo(owner.uid()));
    }

    @Test
    void anOrphanThatMatchesIsAdoptedBesideItsOtherOwnersAndShown() {
        controller(configMaps("OnDelete"));
        KubeObject other = configMap("other", "labels: {}");
        configMap(
                "c",
                "labels: {app: x}, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: other, uid: " + other.uid()
                        + "}]");

        KubeObject parent = thing("p", "labels: {}", SELECTS_X);

        awaitOwner("c", parent);
        assertThat(live("c").tree().at("/metadata/ownerReferences").findValuesAsText("name"))
                .containsExactlyInAnyOrder("other", "p");
        assertThat(live("c").controllerOwner()).hasValueSatisfying(owner -> {
            assertThat(owner.kind()).isEqualTo("Thing");
            assertThat(owner.apiVersion()).isEqualTo("test.hookline.io/v1");
            assertThat(owner.blockOwnerDeletion()).isTrue();
        });
        soon().until(() -> shown().equals(List.of("c")));
    }

    @Test
    void anOrphanThatDoesNotMatchOrIsBeingDeletedIsLeft() {
        controller(configMaps("OnDelete"));
        configMap("stranger", "labels: {app: y}");
        configMap("leaving", "labels: {app: x}, finalizers: [test.hookline.io/held]");
        world.local.delete(world.configMaps(), key("leaving"), DeleteOptions.BACKGROUND);

        KubeObject parent = thing("p", "labels: {}", SELECTS_X);
        configMap("c", "labels: {app: x}");

        awaitOwner("c", parent);
        settle();
        assertThat(shown()).containsExactly("c");
        assertThat(live("stranger").controllerOwner()).isEmpty();
        assertThat(live("leaving").controllerOwner()).isEmpty();
        letGo(world.configMaps(), "leaving");
    }

    @Test
    void anOrphanThatAppearsLaterWakesTheParentsThatSelectItAndNoOthers() {
        controller(configMaps("OnDelete"));
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);
        thing("q", "labels: {}", "{selector: {matchExpressions: [{key: app, operator: In, values: [y, z]}]}}");
        soon().until(() -> !callsAbout("p").isEmpty() && !callsAbout("q").isEmpty());
        settle();
        int aboutQ = callsAbout("q").size();

        configMap("c", "labels: {app: x}");

        awaitOwner("c", parent);
        settle();
        assertThat(callsAbout("q")).hasSize(aboutQ);
    }

    @Test
    void anOrphanThatGetsTheLabelsLaterIsAdopted() {
        controller(configMaps("OnDelete"));
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);
        configMap("c", "labels: {app: y}");
        soon().until(() -> !world.calls.isEmpty());
        settle();
        assertThat(live("c").controllerOwner()).isEmpty();

        merge(world.configMaps(), "c", "{\"metadata\":{\"labels\":{\"app\":\"x\"}}}");

        awaitOwner("c", parent);
    }

    @Test
    void anOrphanInAnotherNamespaceIsIgnoredByANamespacedParent() {
        controller(configMaps("OnDelete"));
        world.apply("{apiVersion: v1, kind: ConfigMap,"
                + " metadata: {name: far, namespace: kube-public, labels: {app: x}}}");
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);
        configMap("near", "labels: {app: x}");

        awaitOwner("near", parent);
        settle();
        assertThat(shown()).containsExactly("near");
        ObjectKey far = new ObjectKey("kube-public", "far");
        assertThat(world.local.get(world.configMaps(), far).controllerOwner()).isEmpty();
        world.local.delete(world.configMaps(), far, DeleteOptions.BACKGROUND);
    }

    @Test
    void aClusterScopedParentHasChildrenInManyNamespaces() {
        ApiResource wides = world.define(TestKinds.WIDE);
        world.hook = _ -> "{\"children\":[" + child("default") + "," + child("kube-public") + ","
                + child("kube-node-lease") + "]}";
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: wide}
                spec:
                  parentResource: {apiVersion: test.hookline.io/v1, resource: wides}
                """ + (configMaps("InPlace") + hooks("sync")).indent(2));
        configMap("c", "labels: {app: x}"); // to be adopted; the others are created

        KubeObject parent = world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Wide, metadata: {name: w}, spec: " + SELECTS_X + "}");

        for (String namespace : List.of("default", "kube-public", "kube-node-lease")) {
            soon().ignoreExceptions()
                    .until(() -> world.local
                            .get(world.configMaps(), new ObjectKey(namespace, "c"))
                            .controllerUid()
                            .equals(parent.uid()));
        }
        soon().until(() -> shown().equals(List.of("c", "c", "c")));
        world.local.delete(world.configMaps(), new ObjectKey("kube-public", "c"), DeleteOptions.BACKGROUND);
        soon().ignoreExceptions()
                .until(() -> world.local
                        .get(world.configMaps(), new ObjectKey("kube-public", "c"))
                        .controllerUid()
                        .equals(parent.uid()));
        assertThat(wides.namespaced()).isFalse();
    }

    private static String child(String namespace) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\",\"namespace\":\"" + namespace
                + "\",\"labels\":{\"app\":\"x\"}}}";
    }

    @Test
    void ofTwoParentsThatSelectOneOrphanExactlyOneAdoptsItAndTheOtherReportsNothing() {
        controller(configMaps("OnDelete"));
        KubeObject p = thing("p", "labels: {}", SELECTS_X);
        KubeObject q = thing("q", "labels: {}", SELECTS_X);
        soon().until(() -> !callsAbout("p").isEmpty() && !callsAbout("q").isEmpty());

        configMap("c", "labels: {app: x}");

        soon().until(() -> live("c").controllerOwner().isPresent());
        settle();
        assertThat(live("c").controllerUid()).isIn(p.uid(), q.uid());
        assertThat(List.of(shownOf("p").size(), shownOf("q").size())).containsExactlyInAnyOrder(0, 1);
        assertThat(events("can't claim")).isEmpty();
    }

    @Test
    void theLiveParentIsReadOnceForAllOrphansOfAKind() {
        configMap("a", "labels: {app: x}");
        configMap("b", "labels: {app: x}");
        configMap("c", "labels: {app: x}");
        KubeObject parent = thing("p", "labels: {}", SELECTS_X);

        controller(configMaps("OnDelete")); // last, so that its first caches show all of them

        awaitOwner("a", parent);
        awaitOwner("b", parent);
        awaitOwner("c", parent);
        settle();
        assertThat(world.cluster.requests())
                .containsOnlyOnce("get things default/p")
                .contains("patch configmaps default/a", "patch configmaps default/b", "patch configmaps default/c")
                .noneMatch(request -> request.startsWith("get configmaps"));
    }

    @Test
    void withAGeneratedSelectorAChildThatLostItsOwnerGetsItBack() {
        world.hook = _ -> configMapAnswer("hi", "c");
        world.composite("c", configMaps("OnDelete") + hooks("sync"));
        KubeObject parent = world.thing("p", "{}");
        soon().until(() -> world.configMap("c").isPresent());

        merge(world.configMaps(), "c", "{\"metadata\":{\"ownerReferences\":null}}");

        awaitOwner("c", parent);
    }
}
