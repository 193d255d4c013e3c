package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What controllers do with related objects: small versions of Metacontroller's examples, and both hook versions. */
class RelatedConformanceTest {

    private static final String SPREAD =
            TestKinds.clusterScoped(TestKinds.kind("test.hookline.io", "spread", "Spread"));

    private final RelatedWorld world = new RelatedWorld();

    @AfterEach
    void close() {
        world.close();
    }

    /** A composite over cluster-scoped Spreads that are labelled for it, with ConfigMaps as children. */
    private void spreads() {
        world.world.apply(SPREAD);
        world.world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: spreads}
                spec:
                  generateSelector: true
                  parentResource:
                    apiVersion: test.hookline.io/v1
                    resource: spreads
                    labelSelector: {matchLabels: {version: v1}}
                  childResources:
                  - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
                """ + RelatedWorld.hooks("v1", "v1").indent(2));
    }

    private void spread(String name, String version) {
        world.world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Spread, metadata: {name: %s, labels: {version: %s}}, spec: {}}"
                        .formatted(name, version));
    }

    private Optional<KubeObject> copy(String namespace, String name) {
        try {
            return Optional.of(world.world.local.get(world.world.configMaps(), new ObjectKey(namespace, name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    private static String text(KubeObject configMap) {
        return configMap.tree().at("/data/text").asText();
    }

    /** An answer with one ConfigMap of this name in each namespace. */
    private static String copies(String name, String text, Stream<String> namespaces) {
        return namespaces
                .map(namespace -> "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                        + "\",\"namespace\":\"" + namespace + "\"},\"data\":{\"text\":\"" + text + "\"}}")
                .collect(Collectors.joining(",", "{\"children\":[", "]}"));
    }

    private static Stream<KubeObject> related(HookRequest request, String kind) {
        return request.related().of(GroupVersionKind.of("v1", kind)).stream();
    }

    private void source(String text) {
        world.world.apply(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: source, namespace: default}, data: {text: " + text
                        + "}}");
    }

    @Test
    void aNamedConfigMapIsCopiedAndItsCopiesFollowItAndGoWithIt() {
        world.rules = _ ->
                "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"namespace\":\"default\",\"names\":[\"source\"]}]";
        world.sync = request -> related(request, "ConfigMap")
                .findFirst()
                .map(source -> copies("copy", text(source), Stream.of("a", "b")))
                .orElse("{}");
        world.namespace("a", "{}");
        world.namespace("b", "{}");
        source("one");
        spreads();
        spread("ignored", "v2");
        spread("p", "v1");
        soon().until(() -> copy("a", "copy").isPresent() && copy("b", "copy").isPresent());

        source("two");
        soon().until(() -> Stream.of("a", "b")
                .allMatch(namespace ->
                        copy(namespace, "copy").map(c -> text(c)).orElse("").equals("two")));
        world.world.local.delete(
                world.world.configMaps(), new ObjectKey("default", "source"), DeleteOptions.BACKGROUND);
        soon().until(() -> copy("a", "copy").isEmpty() && copy("b", "copy").isEmpty());

        assertThat(world.world.calls)
                .allSatisfy(call -> assertThat(call.parent().name()).isEqualTo("p"));
    }

    @Test
    void everyNamespaceGetsACopyAndANewOneToo() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"namespaces\",\"labelSelector\":{}}]";
        world.sync = request ->
                copies("everywhere", "hi", related(request, "Namespace").map(KubeObject::name));
        spreads();
        spread("p", "v1");
        soon().until(() -> Stream.of("default", "kube-system", "kube-public", "kube-node-lease")
                .allMatch(namespace -> copy(namespace, "everywhere").isPresent()));

        world.namespace("late", "{}");

        soon().until(() -> copy("late", "everywhere").isPresent());
    }

    @Test
    void aLabelOnANamespaceAddsAndRemovesItsCopy() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"namespaces\","
                + "\"labelSelector\":{\"matchLabels\":{\"propagate\":\"true\"}}}]";
        world.sync = request ->
                copies("propagated", "hi", related(request, "Namespace").map(KubeObject::name));
        world.namespace("a", "{propagate: 'true'}");
        world.namespace("b", "{}");
        spreads();
        spread("p", "v1");
        soon().until(() -> copy("a", "propagated").isPresent());

        world.label(world.namespaces(), ObjectKey.clusterScoped("b"), "{\"propagate\":\"true\"}");
        world.label(world.namespaces(), ObjectKey.clusterScoped("a"), "{\"propagate\":null}");

        soon().until(() ->
                copy("b", "propagated").isPresent() && copy("a", "propagated").isEmpty());
    }

    /** Rules that reach beyond the parent's namespace, and each version's view of what they find. */
    private List<String> seen(String sync, String customize) {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"names\":[\"x\"]},"
                + "{\"apiVersion\":\"v1\",\"resource\":\"namespaces\",\"names\":[\"far\"]}]";
        world.namespace("far", "{}");
        world.configMap("far", "x", "{}");
        world.configMap("default", "x", "{}");
        world.composite("c", sync, customize);
        world.world.thing("p", "{}");
        return world.told("p");
    }

    @Test
    void aV1HookOfANamespacedParentSeesItsNamespaceOnlyAndEveryKey() {
        assertThat(seen("v1", "v1")).containsExactly("ConfigMap.v1: default/x", "Namespace.v1: ");
    }

    @Test
    void theSyncHooksVersionHidesWhateverAV2CustomizeHookAskedFor() {
        assertThat(seen("v1", "v2")).containsExactly("ConfigMap.v1: default/x", "Namespace.v1: ");
    }

    @Test
    void aV2HookSeesOtherNamespacesAndClusterScopedObjects() {
        assertThat(seen("v2", "v2")).containsExactly("ConfigMap.v1: default/x, far/x", "Namespace.v1: far");
    }

    @Test
    void namesWithoutNamespaceReachEverywhereForAV2SyncHookWhateverTheCustomizeHooksVersion() {
        assertThat(seen("v2", "v1")).containsExactly("ConfigMap.v1: default/x, far/x", "Namespace.v1: far");
    }

    @Test
    void withoutCustomizeHookRelatedIsEmpty() {
        world.world.composite("c", WatcherFixture.hooks("sync"));
        world.world.thing("p", "{}");

        assertThat(world.told("p")).isEmpty();
        assertThat(world.calls(HookType.CUSTOMIZE, "p")).isEmpty();
    }
}
