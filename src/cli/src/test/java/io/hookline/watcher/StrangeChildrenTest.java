package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.gadget;
import static io.hookline.watcher.Composites.ofConfigMaps;
import static io.hookline.watcher.Composites.ofGadgets;
import static io.hookline.watcher.Composites.over;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Desired children that are not valid: they are refused one by one, and nothing is lost or written repeatedly. */
class StrangeChildrenTest {

    private final LocalWorld world = new LocalWorld();

    StrangeChildrenTest() {
        world.thing("p");
    }

    @Test
    void aChildInAForeignNamespaceIsRefusedItsTwinStaysAndTheOthersAreMade() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", children(configMap("a")));
            String elsewhere = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
                    + "{\"name\":\"a\",\"namespace\":\"kube-system\"}}";
            assertThatThrownBy(() -> controller.sync("p", children(elsewhere, configMap("b"))))
                    .hasMessage("can't reconcile children for Thing default/p: can't create ConfigMap kube-system/a:"
                            + " its namespace is not that of Thing default/p; a namespaced parent owns only objects of"
                            + " its own namespace");
        }
        assertThat(world.find("configmaps", "a")).isPresent();
        assertThat(world.find("configmaps", "b")).isPresent();
        assertThat(world.find("configmaps", "kube-system/a")).isEmpty();
    }

    @Test
    void aClusterScopedChildOfANamespacedParentIsRefused() {
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, over("{apiVersion: v1, resource: namespaces}"))) {
            assertThatThrownBy(() -> controller.sync(
                            "p",
                            children("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"n\"}}")))
                    .hasMessageContaining("it is cluster-scoped, and Thing default/p is not");
        }
        assertThat(world.find("namespaces", "n")).isEmpty();
    }

    @Test
    void anotherVersionOfADeclaredKindIsRefusedAndItsTwinStays() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("InPlace"))) {
            controller.sync("p", children(gadget("g", "{}")));
            controller.cluster.forget();
            String other = gadget("g", "{}").replace("hookline.io/v1", "hookline.io/v2");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> controller.sync("p", children(other)))
                        .hasMessageContaining("can't create Gadget g: the API server does not serve kind"
                                + " Gadget.test.hookline.io/v2");
            }
            assertThat(controller.cluster.requests()).noneMatch(request -> request.contains("gadgets"));
        }
        assertThat(world.find("gadgets", "g")).isPresent();
    }

    @Test
    void ofTwoChildrenWithOneNameTheLastIsUsedAndAWarningIsReported() {
        String first = configMap("a").replace("}}", "},\"data\":{\"k\":\"first\"}}");
        String last = configMap("a").replace("}}", "},\"data\":{\"k\":\"last\"}}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", children(first, last));
            assertThat(controller.events())
                    .containsExactly(
                            "DuplicateChild: the hook returned ConfigMap default/a twice; the last one is used");
        }
        assertThat(world.get("configmaps", "a").tree().at("/data/k").asText()).isEqualTo("last");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {matchLabels: {app: x, tier: y}}                          | app=x,tier=y
            {matchExpressions: [{key: a, operator: In, values: [b, c]}, {key: d, operator: NotIn, values: [e]}]} | a in (b,c),d notin (e)
            {matchExpressions: [{key: a, operator: Exists}, {key: n, operator: DoesNotExist}]} | a,!n
            """)
    void aSelectorThatAChildDoesNotMatchIsNamed(String selector, String text) {
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: s, namespace: default}, spec:"
                + " {selector: " + selector + "}}");
        KubeObject selecting = KubeObject.of(ofConfigMaps("InPlace").json().replace("\"generateSelector\":true,", ""));
        try (HandDrivenController controller = new HandDrivenController(world.cluster, selecting)) {
            assertThatThrownBy(() -> controller.sync("s", children(configMap("b"))))
                    .hasMessageContaining(", the selector is " + text + "; ");
        }
    }

    @Test
    void labelsThatDoNotMatchTheSelectorAbortBeforeAnyChildIsTouched() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", children(configMap("a")));
            String wrong = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
                    + "{\"name\":\"b\",\"labels\":{\"controller-uid\":\"mine\"}}}";
            assertThatThrownBy(() -> controller.sync("p", children(configMap("c"), wrong)))
                    .hasMessage(
                            "labels on desired child ConfigMap default/b don't match parent selector: its labels are"
                                    + " controller-uid=mine, the selector is controller-uid="
                                    + world.get("things", "p").uid()
                                    + "; return it without the label controller-uid, which generateSelector adds");
        }
        assertThat(world.find("configmaps", "a")).isPresent();
        assertThat(world.find("configmaps", "c")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v1           | configmap     | ConfigMap in apiVersion v1
            core/v1      | ConfigMap     | ConfigMap in apiVersion v1
            apps/v1beta1 | Deployment    | Deployment in apiVersion apps/v1
            apps/v1      | Deploymnet    | Deployment in apiVersion apps/v1
            """)
    void aKindThatIsAlmostRightIsRefusedWithTheRightOne(String apiVersion, String kind, String meant) {
        String child =
                "{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"a\"}}";
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            assertThatThrownBy(() -> controller.sync("p", children(child)))
                    .hasMessageContaining("the API server does not serve kind ")
                    .hasMessageContaining("; did you mean " + meant + "?");
        }
    }

    @Test
    void invalidAnnotationsRefuseAnUpdateToo() {
        String wrong = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
                + "{\"name\":\"b\",\"annotations\":{\"x\":1}}}";
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", children(configMap("b")));
            assertThatThrownBy(() -> controller.sync("p", children(wrong)))
                    .hasMessageContaining("can't update ConfigMap default/b: metadata.annotations.x: ");
        }
    }

    @Test
    void invalidAnnotationsRefuseTheirChildOnly() {
        String wrong = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
                + "{\"name\":\"b\",\"annotations\":{\"x\":1}}}";
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            assertThatThrownBy(() -> controller.sync("p", children(wrong, configMap("c"))))
                    .hasMessage("can't reconcile children for Thing default/p: can't create ConfigMap default/b:"
                            + " metadata.annotations.x: expected a string, was a number");
        }
        assertThat(world.find("configmaps", "c")).isPresent();
    }

    @Test
    void oneServicePortOverTwoProtocolsIsMadeKeptAndChanged() {
        String ports =
                "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"dns\"},\"spec\":{\"ports\":["
                        + "{\"name\":\"udp\",\"port\":53,\"protocol\":\"UDP\"},{\"name\":\"tcp\",\"port\":53,\"targetPort\":%d}]}}";
        KubeObject composite = over("{apiVersion: v1, resource: services, updateStrategy: {method: InPlace}}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, composite)) {
            controller.sync("p", children(ports.formatted(53)));
            world.patch("services", "dns", "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}");
            controller.cluster.forget();
            controller.sync("p", children(ports.formatted(53)));
            assertThat(controller.cluster.requests()).noneMatch(request -> request.contains("services"));

            controller.sync("p", children(ports.formatted(5353)));
            assertThat(world.get("services", "dns").tree().at("/spec/ports"))
                    .extracting(port -> port.path("name").asText() + " "
                            + port.path("targetPort").asText())
                    .containsExactly("udp 53", "tcp 5353");
        }
    }

    @Test
    void aClusterScopedChildWithANamespaceIsTheSameChildEverySync() {
        world.apply(TestKinds.clusterScoped(TestKinds.kind("test.hookline.io", "world", "World")));
        world.apply("{apiVersion: test.hookline.io/v1, kind: World, metadata: {name: w}, spec: {}}");
        KubeObject composite = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: worlds}
                  childResources:
                  - {apiVersion: v1, resource: namespaces, updateStrategy: {method: InPlace}}
                  - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """);
        try (HandDrivenController controller = new HandDrivenController(world.cluster, composite)) {
            controller.answer = children("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":"
                            + "{\"name\":\"team\",\"namespace\":\"default\"}}")
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8);
            controller.sync(ObjectKey.clusterScoped("w"));
            String uid = world.get("namespaces", "team").uid();
            controller.cluster.forget();
            controller.sync(ObjectKey.clusterScoped("w"));
            assertThat(controller.cluster.requests()).noneMatch(request -> request.contains("namespaces"));
            assertThat(world.get("namespaces", "team").uid()).isEqualTo(uid);

            controller.answer = children(configMap("a").replace("\"a\"", "\"a\",\"namespace\":\"default\""))
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8);
            controller.sync(ObjectKey.clusterScoped("w"));
            controller.answer = children(configMap("a")).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            assertThatThrownBy(() -> controller.sync(ObjectKey.clusterScoped("w")))
                    .hasMessageContaining("can't create ConfigMap a: it needs a metadata.namespace");
            assertThat(world.find("configmaps", "a")).as("its twin").isPresent();
        }
    }
}
