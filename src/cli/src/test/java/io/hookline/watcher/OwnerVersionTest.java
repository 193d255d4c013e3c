package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.OwnerReference;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The owner references of a parent's objects follow the version in which its controller uses it. */
class OwnerVersionTest {

    private static final String GROUP = "up.example.com";
    private static final String CRD = TestKinds.kind(GROUP, "up", "Up").replace("  versions:\n", """
              versions:
              - name: v2
                served: true
                storage: false
                subresources: {status: {}}
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """);

    private static WatcherFixture world(String strategy) {
        WatcherFixture world = new WatcherFixture(
                WatcherFixture.newCluster(),
                Function.identity(),
                InstantSource.system(),
                WatcherOptions.DEFAULTS.applying(strategy, "metacontroller"));
        world.apply(CRD);
        world.apply(TestKinds.installed("controllerrevisions"));
        soon().until(() -> world.local.discover().find(GROUP + "/v1", "ups").isPresent());
        world.apply("{apiVersion: " + GROUP + "/v1, kind: Up, metadata: {name: p, namespace: default}, spec: {}}");
        return world;
    }

    private static void composite(WatcherFixture world, String version, String rules) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: %s/%s, resource: ups}
                """.formatted(GROUP, version) + (rules + hooks("sync")).indent(2));
    }

    private static void decorator(WatcherFixture world, String version, String method) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: d}
                spec:
                  resources: [{apiVersion: %s/%s, resource: ups}]
                  attachments: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: %s}}]
                """.formatted(GROUP, version, method) + hooks("sync").indent(2));
    }

    private static Optional<String> owner(KubeObject object) {
        return object.controllerOwner().map(OwnerReference::apiVersion);
    }

    private static void awaitOwner(WatcherFixture world, String version) {
        soon().until(() ->
                world.configMap("a").flatMap(OwnerVersionTest::owner).equals(Optional.of(GROUP + "/" + version)));
    }

    @ParameterizedTest
    @CsvSource({
        "dynamic-apply, InPlace",
        "dynamic-apply, Recreate",
        "dynamic-apply, OnDelete",
        "dynamic-apply, RollingInPlace",
        "server-side-apply, InPlace",
        "server-side-apply, Recreate",
        "server-side-apply, OnDelete"
    })
    void childrenAreNeitherLostNorReplacedIfTheControllerUsesAnotherVersion(String strategy, String method) {
        try (WatcherFixture world = world(strategy)) {
            world.hook = _ -> configMapAnswer("hi", "a");
            composite(world, "v1", configMaps(method));
            awaitOwner(world, "v1");
            String uid = world.configMap("a").orElseThrow().uid();

            composite(world, "v2", configMaps(method));
            awaitOwner(world, "v2");
            QuietPeriod.ofSyncs(world);

            KubeObject child = world.configMap("a").orElseThrow();
            assertThat(child.uid()).isEqualTo(uid);
            assertThat(child.tree().path("metadata").path("ownerReferences"))
                    .singleElement()
                    .isEqualTo(OwnerReference.controlledBy(world.local.get(
                                    world.local
                                            .discover()
                                            .find(GROUP + "/v2", "ups")
                                            .orElseThrow(),
                                    new ObjectKey("default", "p")))
                            .toJson());
            if (method.startsWith("Rolling")) {
                assertThat(world.local
                                .list(
                                        world.resource(GroupVersionKind.of(
                                                "metacontroller.k8s.io/v1alpha1", "ControllerRevision")),
                                        ListOptions.ALL)
                                .items())
                        .isNotEmpty()
                        .allMatch(revision -> owner(revision).equals(Optional.of(GROUP + "/v2")));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"dynamic-apply, OnDelete", "dynamic-apply, InPlace", "server-side-apply, InPlace"})
    void attachmentsFollowTheVersionToo(String strategy, String method) {
        try (WatcherFixture world = world(strategy)) {
            world.hook = _ -> configMapAnswer("hi", "a").replace("children", "attachments");
            decorator(world, "v1", method);
            awaitOwner(world, "v1");

            decorator(world, "v2", method);

            awaitOwner(world, "v2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"apiVersion", "kind", "name"})
    void aWrongReferenceOfTheSameUidIsCorrectedAndOtherOwnersStay(String field) {
        try (WatcherFixture world = world("dynamic-apply")) {
            world.hook = _ -> configMapAnswer("hi", "a");
            composite(world, "v1", configMaps("InPlace"));
            awaitOwner(world, "v1");
            String reference = world.configMap("a")
                    .orElseThrow()
                    .tree()
                    .at("/metadata/ownerReferences/0")
                    .toString();
            String wrong = reference.replaceFirst("\"" + field + "\":\"[^\"]*\"", "\"" + field + "\":\"wrong\"");
            String uid = world.thing("other", "{}").uid(); // exists, so the garbage collector keeps the reference
            String other = "{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Thing\",\"name\":\"other\",\"uid\":\""
                    + uid + "\"}";

            world.local.patch(
                    world.configMaps(),
                    new ObjectKey("default", "a"),
                    Patch.merge("{\"metadata\":{\"ownerReferences\":[" + other + "," + wrong + "]}}"),
                    WriteOptions.PLAIN);

            soon().until(() -> {
                // The event of such a child names no parent, and a sync may come before the cache shows the child.
                world.watcher.hookChanged(_ -> true);
                return List.of(other, reference)
                        .equals(world.configMap("a")
                                .orElseThrow()
                                .tree()
                                .at("/metadata/ownerReferences")
                                .valueStream()
                                .map(Object::toString)
                                .toList());
            });
        }
    }
}
