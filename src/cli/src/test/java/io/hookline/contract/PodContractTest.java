package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scheduler and a kubelet need: Pods are bound to nodes once, and bound Pods end with a grace period. */
class PodContractTest extends ClusterFixture {

    private static final WriteOptions BINDING = new WriteOptions("binding", "", false, false);

    private ApiResource pods() {
        return resource("v1", "pods");
    }

    private KubeObject createPod(String name) {
        return create(pods(), KubeObject.of("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"%s"},
                 "spec":{"containers":[{"name":"c","image":"i"}],"terminationGracePeriodSeconds":30}}
                """.formatted(name, namespace())));
    }

    private KubeObject bind(String name, String uid, String target) {
        return cluster()
                .create(
                        pods(),
                        KubeObject.of("""
                        {"apiVersion":"v1","kind":"Binding","metadata":{"name":"%s","namespace":"%s"%s},"target":%s}
                        """.formatted(
                                        name, namespace(), uid.isEmpty() ? "" : ",\"uid\":\"" + uid + "\"", target)),
                        BINDING);
    }

    private KubeObject bindTo(String name, String uid, String node) {
        return bind(name, uid, "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"" + node + "\"}");
    }

    private JsonNode read(String name) {
        return cluster().get(pods(), key(name)).tree();
    }

    @Test
    void aBoundPodHasItsNodeAndTheConditionThatItIsScheduled() {
        KubeObject pod = createPod("bound");

        KubeObject answer = bindTo("bound", pod.uid(), "node-1");

        assertThat(answer.kind()).isEqualTo("Status");
        assertThat(answer.tree().path("status").asText()).isEqualTo("Success");
        assertThat(read("bound").at("/spec/nodeName").asText()).isEqualTo("node-1");
        assertThat(read("bound").at("/status/phase").asText()).isEqualTo("Pending");
        JsonNode condition = read("bound").at("/status/conditions/0");
        assertThat(condition.path("type").asText()).isEqualTo("PodScheduled");
        assertThat(condition.path("status").asText()).isEqualTo("True");
        assertThat(condition.path("lastTransitionTime").asText()).isNotEmpty();
        assertThat(read("bound").at("/metadata/generation").asLong()).isEqualTo(1);
    }

    @Test
    void aPodIsBoundOnlyOnce() {
        createPod("twice");
        bindTo("twice", "", "node-1");

        assertThatThrownBy(() -> bindTo("twice", "", "node-2"))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessage(
                        "Operation cannot be fulfilled on pods/binding \"twice\": pod twice is already assigned to node"
                                + " \"node-1\"");
        assertThat(read("twice").at("/spec/nodeName").asText()).isEqualTo("node-1");
    }

    /** A kubelet registers its node with its status. All other kinds get their status by a later write. */
    @Test
    void aNodeKeepsTheStatusThatItIsCreatedWith() {
        ApiResource nodes = resource("v1", "nodes");

        KubeObject node = cluster().create(nodes, KubeObject.of("""
                        {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-of-two-pods"},
                         "status":{"allocatable":{"pods":"2"}}}
                        """), WriteOptions.PLAIN);
        cluster().delete(nodes, node.key(), DeleteOptions.BACKGROUND);

        assertThat(node.tree().at("/status/allocatable/pods").asText()).isEqualTo("2");
    }

    @Test
    void aBindingOfAnotherUidConflicts() {
        createPod("replaced");

        assertThatThrownBy(() -> bindTo("replaced", "another-uid", "node-1"))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessageContaining("Precondition failed: UID in precondition: another-uid");
        assertThat(read("replaced").at("/spec").has("nodeName")).isFalse();
    }

    @Test
    void aPodWithASchedulingGateIsBoundAfterTheGateIsRemovedAndGetsNoNewGate() {
        create(pods(), KubeObject.of("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"gated","namespace":"%s"},
                 "spec":{"containers":[{"name":"c","image":"i"}],"schedulingGates":[{"name":"a/b"}]}}
                """.formatted(namespace())));
        assertThat(read("gated").at("/status/conditions/0/reason").asText()).isEqualTo("SchedulingGated");

        assertThatThrownBy(() -> bindTo("gated", "", "node-1"))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessageContaining("pod gated has non-empty .spec.schedulingGates");
        assertThatThrownBy(() -> setGates("[{\"name\":\"c/d\"}]"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new"
                        + " scheduling gate 'c/d'");
        setGates("[]");
        bindTo("gated", "", "node-1");
        assertThat(read("gated").at("/spec/nodeName").asText()).isEqualTo("node-1");
    }

    private void setGates(String gates) {
        Patch patch = Patch.merge("{\"spec\":{\"schedulingGates\":" + gates + "}}");
        cluster().patch(pods(), key("gated"), patch, WriteOptions.PLAIN);
    }

    /** A client that writes every empty map, as the official one for Java may, learns it here and not in production. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"cpu\":\"1\"}"})
    void anOverheadWithoutARuntimeClassIsForbidden(String overhead) {
        KubeObject pod = KubeObject.of("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"overhead","namespace":"%s"},
                 "spec":{"containers":[{"name":"c","image":"i"}],"overhead":%s}}
                """.formatted(namespace(), overhead));

        assertThatThrownBy(() -> create(pods(), pod))
                .isInstanceOf(ClusterException.Forbidden.class)
                .hasMessageContaining("pods \"overhead\" is forbidden: pod rejected: Pod Overhead set without"
                        + " corresponding RuntimeClass defined Overhead");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /a   | must be a relative path
            a/.. | must not contain '..'
            ..   | must not contain '..'
            ..   | must not start with '..'
            ..a  | must not start with '..'
            """)
    void aFileOfAVolumeStaysInItAndHasNoReservedName(String path, String problem) {
        KubeObject pod = KubeObject.of("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"files","namespace":"%s"},
                 "spec":{"containers":[{"name":"c","image":"i"}],
                         "volumes":[{"name":"v","configMap":{"name":"m","items":[{"key":"k","path":"%s"}]}}]}}
                """.formatted(namespace(), path));

        assertThatThrownBy(() -> create(pods(), pod))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(
                        "spec.volumes[0].configMap.items[0].path: Invalid value: \"" + path + "\": " + problem);
    }

    @Test
    void aMissingPodIsNotBound() {
        assertThatThrownBy(() -> bindTo("missing", "", "node-1"))
                .isInstanceOf(ClusterException.NotFound.class)
                .hasMessage("pods \"missing\" not found");
    }

    @Test
    void aBindingNeedsTheNameOfANode() {
        createPod("nowhere");

        assertThatThrownBy(() -> bind("nowhere", "", "{\"kind\":\"Node\"}"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("target.name: Required value");
        assertThatThrownBy(() -> bind("nowhere", "", "{\"kind\":\"Disk\",\"name\":\"a\"}"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("target.kind: Unsupported value: \"Disk\"");
    }

    @Test
    void aBoundPodStaysMarkedForDeletionUntilItIsDeletedWithoutAGracePeriod() {
        KubeObject pod = createPod("ending");
        bindTo("ending", "", "node-1");

        cluster().delete(pods(), key("ending"), DeleteOptions.BACKGROUND);
        assertThat(read("ending").at("/metadata/deletionGracePeriodSeconds").asLong())
                .isEqualTo(30);
        assertThatThrownBy(() -> bindTo("ending", "", "node-2")).isInstanceOf(ClusterException.Conflict.class);

        cluster().delete(pods(), key("ending"), new DeleteOptions(pod.uid(), "", Propagation.BACKGROUND, 0, false));
        assertThatThrownBy(() -> read("ending")).isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void theRemovalOfTheLastFinalizerDoesNotEndTheGracePeriodOfABoundPod() {
        create(pods(), withFinalizer(KubeObject.of("""
                        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"held","namespace":"%s"},
                         "spec":{"containers":[{"name":"c","image":"i"}],"terminationGracePeriodSeconds":30}}
                        """.formatted(namespace())), "example.com/held"));
        bindTo("held", "", "node-1");
        cluster().delete(pods(), key("held"), DeleteOptions.BACKGROUND);

        Patch free = Patch.merge("{\"metadata\":{\"finalizers\":null}}");
        cluster().patch(pods(), key("held"), free, WriteOptions.PLAIN);

        assertThat(read("held").at("/metadata/finalizers").isMissingNode()).isTrue();
        assertThat(read("held").at("/metadata/deletionGracePeriodSeconds").asLong())
                .isEqualTo(30);
    }
}
