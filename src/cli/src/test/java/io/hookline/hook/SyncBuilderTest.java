package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The input of a hook, built from objects. */
class SyncBuilderTest {

    record Bucket(ObjectMeta metadata, Spec spec) implements Parent {
        record Spec(String region) {}
    }

    private static final Bucket PHOTOS = new Bucket(named("photos"), new Bucket.Spec("eu"));

    private static ObjectMeta named(String name) {
        return new ObjectMetaBuilder().withName(name).build();
    }

    private static Pod pod(String name) {
        return new PodBuilder()
                .withMetadata(named(name))
                .withNewSpec()
                .withRestartPolicy("OnFailure")
                .endSpec()
                .withNewStatus()
                .withPhase("Succeeded")
                .endStatus()
                .build();
    }

    private static Map<String, Object> configMap(String namespace, String name) {
        return Map.of(
                "apiVersion", "v1", "kind", "ConfigMap", "metadata", Map.of("namespace", namespace, "name", name));
    }

    @Test
    void theParentHasTheMetadataThatAnApiServerAdds() {
        Sync<Bucket> in = Sync.of(PHOTOS).build();

        assertThat(in.parent().spec().region()).isEqualTo("eu");
        assertThat(in.parent().namespace()).isEqualTo("default");
        assertThat(in.parent().metadata().getUid()).hasSize(36);
        assertThat(in.parent().metadata().getGeneration()).isEqualTo(1);
        assertThat(in.parent().metadata().getResourceVersion()).isNotEmpty();
        assertThat(in.parent().metadata().getCreationTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(in.parentObject().kind()).isEqualTo("Bucket");
        assertThat(in.parentObject().apiVersion()).isEqualTo("example.com/v1");
        assertThat(in.now()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(in.finalizing()).isFalse();
        assertThat(in.controller().kind()).isEqualTo("CompositeController");
    }

    @Test
    void twoTestsGetTheSameInput() {
        assertThat(Sync.of(PHOTOS).build().parentObject().json())
                .isEqualTo(Sync.of(PHOTOS).build().parentObject().json());
    }

    @Test
    void theMetadataOfTheTestIsKept() {
        ObjectMeta own = new ObjectMetaBuilder()
                .withName("photos")
                .withNamespace("shop")
                .withUid("77aa")
                .withGeneration(4L)
                .build();

        Bucket parent = Sync.of(new Bucket(own, new Bucket.Spec("eu"))).build().parent();

        assertThat(parent.namespace()).isEqualTo("shop");
        assertThat(parent.metadata().getUid()).isEqualTo("77aa");
        assertThat(parent.metadata().getGeneration()).isEqualTo(4);
    }

    @Test
    void childrenAndRelatedObjectsAreFoundByKindAndName() {
        Secret secret = new SecretBuilder()
                .withMetadata(named("key"))
                .addToData("key", "eA==")
                .build();

        Sync<Bucket> in = Sync.of(PHOTOS)
                .children(pod("a"), pod("b"))
                .children(List.of(pod("c"), configMap("default", "url")))
                .related(secret, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"settings\"}}")
                .now(Instant.parse("2026-05-01T00:00:00Z"))
                .build();

        assertThat(in.children(Pod.class))
                .extracting(pod -> pod.getMetadata().getName())
                .containsExactly("a", "b", "c");
        assertThat(in.child(Pod.class, "a").orElseThrow().getStatus().getPhase())
                .isEqualTo("Succeeded");
        assertThat(in.child(ConfigMap.class, "url")).isPresent();
        assertThat(in.related(Secret.class, "key").orElseThrow().getData()).containsEntry("key", "eA==");
        assertThat(in.related(ConfigMap.class, "settings")).isPresent();
        assertThat(in.now()).isEqualTo("2026-05-01T00:00:00Z");
    }

    @Test
    void aChildIsOwnedByTheParent() {
        KubeObject child = Sync.of(PHOTOS)
                .children(pod("a"))
                .build()
                .child("v1", "Pod", "a")
                .orElseThrow();

        assertThat(child.namespace()).isEqualTo("default");
        assertThat(child.controllerUid())
                .isEqualTo(Sync.of(PHOTOS).build().parentObject().uid());
        assertThat(child.uid()).hasSize(36);
    }

    @Test
    void anUnchangedChildIsWhatTheHookReturnedBefore() {
        Sync<Bucket> in = Sync.of(PHOTOS).children(pod("a")).build();

        var unchanged = in.unchanged(in.child("v1", "Pod", "a").orElseThrow());

        assertThat(unchanged)
                .isEqualTo(KubeObject.of(
                                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"},"
                                        + "\"spec\":{\"restartPolicy\":\"OnFailure\"}}")
                        .tree());
    }

    @Test
    void childrenHaveTheLabelThatTheControllerGenerates() {
        Sync<Bucket> in = Sync.of(PHOTOS)
                .controller(Map.of(
                        "apiVersion",
                        "metacontroller.k8s.io/v1alpha1",
                        "kind",
                        "CompositeController",
                        "metadata",
                        Map.of("name", "buckets"),
                        "spec",
                        Map.of(
                                "generateSelector",
                                true,
                                "parentResource",
                                Map.of("apiVersion", "storage.example.com/v1", "resource", "buckets"))))
                .children(pod("a"))
                .build();

        assertThat(in.parentObject().apiVersion()).isEqualTo("storage.example.com/v1");
        assertThat(in.controller().name()).isEqualTo("buckets");
        assertThat(in.children("v1", "Pod").getFirst().labels())
                .containsEntry(WellKnown.CONTROLLER_UID, in.parent().metadata().getUid());
    }

    @Test
    void aParentThatIsBeingDeletedHasTheFinalizerOfItsController() {
        Sync<Bucket> in = Sync.of(PHOTOS)
                .now(Instant.parse("2026-05-01T00:00:00Z"))
                .finalizing()
                .build();

        assertThat(in.finalizing()).isTrue();
        assertThat(in.parent().metadata().getDeletionTimestamp()).isEqualTo("2026-05-01T00:00:00Z");
        assertThat(in.parent().metadata().getFinalizers())
                .containsExactly(WellKnown.COMPOSITE_FINALIZER_PREFIX + "test");
    }

    @Test
    void aParentThatIsNoLongerSelectedIsNotBeingDeleted() {
        Sync<Bucket> in = Sync.of(PHOTOS).deselected().build();

        assertThat(in.finalizing()).isTrue();
        assertThat(in.parentObject().isBeingDeleted()).isFalse();
        assertThat(in.parent().metadata().getFinalizers()).hasSize(1);
    }

    @Test
    void anAttachmentHasTheMarkOfItsDecorator() {
        Deployment deployment =
                new DeploymentBuilder().withMetadata(named("web")).build();
        Service service = new ServiceBuilder().withMetadata(named("web")).build();

        Sync<Deployment> in =
                Sync.of(deployment).attachments(service).finalizing().build();

        assertThat(in.controller().kind()).isEqualTo("DecoratorController");
        assertThat(in.parent().getMetadata().getFinalizers())
                .containsExactly(WellKnown.DECORATOR_FINALIZER_PREFIX + "test");
        assertThat(in.child(Service.class, "web").orElseThrow().getMetadata().getAnnotations())
                .containsEntry(WellKnown.DECORATOR_CONTROLLER, "test");
    }

    @Test
    void objectsWithoutNamespaceStayWithoutOne() {
        Namespace shop = new NamespaceBuilder().withMetadata(named("shop")).build();

        Sync<Namespace> in =
                Sync.of(shop).children(configMap("shop", "quota")).version(2).build();

        assertThat(in.parentObject().namespace()).isEmpty();
        assertThat(in.child(ConfigMap.class, "quota")).isPresent();
        assertThat(Sync.of(
                                KubeObject.class,
                                "{\"apiVersion\":\"a/v1\",\"kind\":\"Zone\",\"metadata\":{\"name\":\"z\",\"namespace\":\"\"}}")
                        .build()
                        .parent()
                        .namespace())
                .isEmpty();
    }

    @Test
    void aHookOfVersionTwoSeesOtherNamespaces() {
        Sync<Bucket> in = Sync.of(PHOTOS)
                .version(2)
                .related(
                        configMap("other", "a"),
                        new NamespaceBuilder().withMetadata(named("default")).build())
                .build();

        assertThat(in.related(ConfigMap.class, "other/a")).isPresent();
        assertThat(in.related(Namespace.class, "default")).isPresent();
    }

    @Test
    void anObjectThatAHookOfVersionOneWouldNotGetIsAnError() {
        assertThatThrownBy(
                        () -> Sync.of(PHOTOS).related(configMap("other", "a")).build())
                .isInstanceOf(DecodeException.class)
                .hasMessage(
                        "related[0]: ConfigMap other/a is in another namespace: a hook of version v1 gets only objects"
                                + " in the namespace of its parent, default; use version v2 in the controller, and version(2)"
                                + " here");
    }

    @Test
    void anErrorNamesItsPlace() {
        assertThatThrownBy(() -> Sync.of(PHOTOS)
                        .children(pod("a"), Map.of("apiVersion", "v1", "kind", "Pod"))
                        .build())
                .hasMessage("children[1].metadata.name: expected a string, was missing or empty");
        assertThatThrownBy(() -> Sync.of(PHOTOS).attachments(pod("a"), pod("a")).build())
                .hasMessage("attachments[1]: Pod default/a occurs twice");
        assertThatThrownBy(() -> Sync.of(PHOTOS).related("kind: Pod").build())
                .hasMessageStartingWith("related[0]: text is not the JSON of an object (")
                .hasMessageEndingWith("; read YAML with io.hookline.testing.YamlObjects");
        assertThatThrownBy(() -> Sync.of(new Bucket(new ObjectMeta(), new Bucket.Spec("eu")))
                        .build())
                .hasMessage("parent.metadata.name: expected a string, was missing or empty");
        assertThatThrownBy(() -> Sync.of(PHOTOS).controller(Map.of("kind", "X")).build())
                .hasMessage("controller.apiVersion: expected a string, was missing or empty");
        assertThatThrownBy(() -> Sync.of(PHOTOS)
                        .children(Map.of("apiVersion", "v1", "kind", "Pod", "metadata", "x"))
                        .build())
                .hasMessageStartingWith("children[0].metadata");
    }

    @Test
    void aParentThatItsRecordCannotReadFailsAsInProduction() {
        assertThatThrownBy(() -> Sync.of(
                                Bucket.class,
                                "{\"apiVersion\":\"a/v1\",\"kind\":\"Bucket\",\"metadata\":{\"name\":\"b\"},\"spec\":{\"region\":[1]}}")
                        .build())
                .isInstanceOf(HookException.class)
                .hasMessage("Bucket default/b: spec.region: expected a string, was a list");
    }

    @Test
    void aParentCanBeATree() {
        Sync<ObjectNode> in = Sync.of(ObjectNode.class, configMap("shop", "a")).build();

        assertThat(in.parent().at("/metadata/uid").asText()).isNotEmpty();
    }
}
