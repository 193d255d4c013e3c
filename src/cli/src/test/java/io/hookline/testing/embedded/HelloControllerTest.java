package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.Faults.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A controller in the cluster of the JUnit extension, with the hook and the manifests of an example. */
@EmbeddedCluster(
        hooks = "hooks/hello",
        manifests = {"examples/hello/crd.yaml", "examples/hello/controller.yaml"})
class HelloControllerTest {

    private static final Path SAMPLE = Path.of("examples/hello/sample.yaml");
    private static final Set<String> SEEN = new HashSet<>();

    private TestCluster cluster;

    @BeforeAll
    static void theClassHasAccessToo(TestCluster cluster) {
        assertThat(cluster.namespace()).isEqualTo("default");
        assertThat(cluster.list("compositecontrollers")).hasSize(1);
    }

    private static Map<String, Object> hello(String name, String who) {
        return Map.of(
                "apiVersion",
                "hello.hookline.io/v1",
                "kind",
                "Hello",
                "metadata",
                Map.of("name", name),
                "spec",
                Map.of("who", who));
    }

    @RepeatedTest(20)
    void eachTestHasANamespaceOfItsOwn(TestCluster access) {
        assertThat(access).isSameAs(cluster);
        assertThat(SEEN.add(access.namespace())).isTrue();
        assertThat(access.list("hellos")).isEmpty();

        access.apply(hello("world", "World"));

        assertThat(access.await(ConfigMap.class, "world").getMetadata().getNamespace())
                .isEqualTo(access.namespace());
    }

    @Test
    void objectsAreWrittenInAnyForm() {
        assertThat(cluster.apply(SAMPLE)).extracting(KubeObject::kind).containsExactly("Hello");
        cluster.create(new ConfigMapBuilder()
                .withNewMetadata()
                .withName("mine")
                .endMetadata()
                .addToData("a", "1")
                .build());
        cluster.patch("configmaps", "mine", Map.of("data", Map.of("b", "2")));

        assertThat(cluster.find(ConfigMap.class, "mine").orElseThrow().getData())
                .isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(cluster.list(ConfigMap.class)).isNotEmpty();
        assertThat(cluster.find(Namespace.class, cluster.namespace())).isPresent();
        assertThat(cluster.find("cm", "none")).isEmpty();
        assertThatThrownBy(() -> cluster.create(hello("nobody", ""))).isInstanceOf(ClusterException.Invalid.class);
        assertThatThrownBy(() -> cluster.list("nothings")).hasMessage("the API server does not serve kind 'nothings'");
        assertThatThrownBy(() -> cluster.list("confgmaps"))
                .hasMessage("the API server does not serve kind 'confgmaps'; did you mean configmaps?");
        assertThatThrownBy(() -> cluster.list("helo.hello.hookline.io"))
                .hasMessage("the API server does not serve kind 'helo.hello.hookline.io'; did you mean"
                        + " Hello.hello.hookline.io?");
        assertThatThrownBy(() -> cluster.apply(KubeObject.of(
                        "{\"apiVersion\":\"hello.hookline.io/v1\",\"kind\":\"Helo\",\"metadata\":{\"name\":\"a\"}}")))
                .hasMessageContaining("; did you mean Hello?");
    }

    @Test
    void aDeletedChildIsCreatedAgain() {
        cluster.apply(hello("world", "World"));
        String uid = cluster.await(ConfigMap.class, "world").getMetadata().getUid();

        cluster.delete("configmaps", "world");

        cluster.await(
                ConfigMap.class, "world", map -> !map.getMetadata().getUid().equals(uid));
    }

    @Test
    void aStateThatDoesNotComeIsReportedWithWhatExplainsIt() {
        cluster.faults().failNextCalls(1000, "hello", "no luck");
        cluster.apply(hello("world", "World"));

        assertThatThrownBy(() -> cluster.within(Duration.ofSeconds(1)).await(ConfigMap.class, "world"))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching(
                        "(?s)waited \\ds(, since the machine is busy,)? for configmaps/world in namespace .*")
                .hasMessageContaining(cluster.namespace()
                        + ", saw\n  no such object\nnewest warning: SyncError about Hello/world: Sync error: ")
                .hasMessageContaining("no luck")
                .hasMessageContaining("\nwatcher:\n");
    }

    @Test
    void aConditionThatThrowsDoesNotHoldYet() {
        cluster.apply(hello("world", "World"));

        cluster.await("hellos", "world", hello -> {
            assertThat(hello.tree().at("/status/greeted").asText()).isEqualTo("World");
            return true;
        });
        assertThatThrownBy(() -> cluster.within(Duration.ofMillis(100))
                        .await(
                                ConfigMap.class,
                                "world",
                                map -> map.getBinaryData().get("none").isEmpty()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("kind: ConfigMap")
                .hasMessageContaining("the condition failed: java.lang.NullPointerException");
    }

    private Map<String, Object> event(String name, String reason) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Event",
                "metadata",
                Map.of("name", name),
                "involvedObject",
                Map.of("kind", "Hello", "namespace", cluster.namespace(), "name", "world"),
                "type",
                "Normal",
                "reason",
                reason,
                "message",
                "of this second",
                "firstTimestamp",
                "2026-01-01T00:00:00Z");
    }

    @Test
    void eventsOfOneSecondAreInTheirOrder() {
        cluster.apply(event("world.18b0f1", "Zebra"), event("world.18b0f2", "Ape"));

        assertThat(cluster.events())
                .containsExactly("Normal Zebra Hello/world: of this second", "Normal Ape Hello/world: of this second");
    }

    @Test
    void aHookThatDoesNotCompileFailsTheStart(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("Hook.java"), "class Hook { not compiled }");

        assertThatThrownBy(() -> EmbeddedHookline.withHooks(Optional.of(folder), Set.of("hello")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the hook hello does not load: ")
                .hasMessageContaining("Hook.java:1");
    }

    @Test
    void aRequestThatFailsIsRetried() {
        cluster.faults().failNext(3, "create", "configmaps", Fault.UNAVAILABLE);

        cluster.apply(hello("world", "World"));

        cluster.await(ConfigMap.class, "world");
        assertThat(cluster.faults().failed()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aControllerSurvivesEveryFault(Fault fault) {
        cluster.faults().failNext(1, "*", "configmaps", fault);

        cluster.apply(hello("world", "World"));

        cluster.within(Duration.ofSeconds(30)).await(ConfigMap.class, "world");
        assertThat(cluster.faults().failed()).isEqualTo(1);
    }

    @Test
    void aWatchThatBreaksIsOpenedAgain() {
        cluster.apply(hello("world", "World"));
        cluster.await(ConfigMap.class, "world");

        cluster.faults().breakWatches();

        cluster.patch("hellos", "world", Map.of("spec", Map.of("who", "Moon")));
        cluster.await(ConfigMap.class, "world", map -> map.getData().toString().contains("Moon"));
    }

    @Test
    void aChangeIsSeenOnlyAfterTheWatchesAreReleased() {
        cluster.apply(hello("world", "World"));
        cluster.await(ConfigMap.class, "world");
        cluster.faults().holdWatches();
        cluster.patch("hellos", "world", Map.of("spec", Map.of("who", "Moon")));
        KubeObject before = cluster.find("configmaps", "world").orElseThrow();

        cluster.faults().releaseWatches();

        cluster.await(
                "configmaps",
                "world",
                map -> !map.resourceVersion().equals(before.resourceVersion())
                        && map.json().contains("Moon"));
    }

    @Test
    void aScenarioRunsToItsEnd() {
        cluster.run(Path.of("examples/hello"));
    }

    @Test
    void aDeletedParentTakesItsChildrenAlong() {
        cluster.apply(hello("world", "World"));
        cluster.await(ConfigMap.class, "world");

        cluster.delete("hellos", "world");

        cluster.awaitDeleted("hellos", "world");
        cluster.awaitDeleted("configmaps", "world");
    }

    @Nested
    class ANestedClass {

        @Test
        void usesTheSameCluster(TestCluster own) {
            assertThat(own).isSameAs(cluster);
            own.apply(hello("world", "World"));
            own.await(ConfigMap.class, "world");
        }
    }
}
