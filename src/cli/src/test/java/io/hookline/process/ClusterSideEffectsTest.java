package io.hookline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.effect.PodBinder;
import io.hookline.hook.effect.PodRemover;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients of hooks, in one process with the embedded API server and over HTTP. */
class ClusterSideEffectsTest {

    private static final LocalCluster LOCAL = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));

    private static LocalApiServer server;
    private static KubeCluster http;
    private static KubeCluster unreachable;

    @BeforeAll
    static void start() {
        server = LocalApiServer.start(LOCAL, 0);
        http = KubeCluster.at(server.url(), server.token().text(), KubeOptions.of("hooks"));
        unreachable = KubeCluster.at("http://127.0.0.1:1", "", KubeOptions.of("hooks"));
    }

    @AfterAll
    static void stop() {
        unreachable.close();
        http.close();
        server.close();
    }

    private static ClusterSideEffects clients(String way) {
        Cluster cluster = way.equals("http") ? http : LOCAL;
        return ClusterSideEffects.on(() -> cluster);
    }

    private static ApiResource pods() {
        return LOCAL.discover().find("v1", "pods").orElseThrow();
    }

    private static Pod created(String name) {
        LOCAL.create(pods(), KubeObject.of("""
                        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default"},
                         "spec":{"containers":[{"name":"c","image":"i"}]}}
                        """.formatted(name)), WriteOptions.PLAIN);
        return read(name);
    }

    private static Pod read(String name) {
        KubeObject pod = LOCAL.get(pods(), new ObjectKey("default", name));
        try {
            return new ObjectMapper().treeToValue(pod.tree(), Pod.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in process", "http"})
    void aPodIsBoundOnceAndBindingItAgainIsHarmless(String way) {
        Pod pod = created("bound-" + way.charAt(0));

        assertThat(clients(way).bind(pod, "node-1")).isTrue();
        assertThat(clients(way).bind(pod, "node-1")).isFalse();
        assertThat(clients(way).bind(pod, "node-2")).isFalse();
        assertThat(read(pod.getMetadata().getName()).getSpec().getNodeName()).isEqualTo("node-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in process", "http"})
    void aPodThatWasReplacedIsNeitherBoundNorRemoved(String way) {
        Pod pod = created("replaced-" + way.charAt(0));
        LOCAL.delete(pods(), new ObjectKey("default", pod.getMetadata().getName()), DeleteOptions.BACKGROUND);
        created(pod.getMetadata().getName());
        pod.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

        assertThat(clients(way).bind(pod, "node-1")).isFalse();
        assertThat(clients(way).remove(pod)).isFalse();
        assertThat(read(pod.getMetadata().getName()).getSpec().getNodeName()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"in process", "http"})
    void aBoundPodThatIsBeingDeletedIsRemovedAndRemovingItAgainIsHarmless(String way) {
        Pod pod = created("removed-" + way.charAt(0));
        ObjectKey key = new ObjectKey("default", pod.getMetadata().getName());
        clients(way).bind(pod, "node-1");
        assertThatThrownBy(() -> clients(way).remove(pod))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Pod " + key + " is not being deleted");
        LOCAL.delete(pods(), key, DeleteOptions.BACKGROUND);
        Pod terminating = read(key.name());

        assertThat(clients(way).remove(terminating)).isTrue();
        assertThat(clients(way).remove(terminating)).isFalse();
        assertThatThrownBy(() -> read(key.name())).isInstanceOf(ClusterException.NotFound.class);
    }

    /** Without the uid, the API server would take any Pod of that name. */
    @ParameterizedTest
    @ValueSource(strings = {"in process", "http"})
    void aPodWithoutUidIsNeitherBoundNorRemoved(String way) {
        Pod pod = created("anonymous-" + way.charAt(0));
        pod.getMetadata().setUid(null);
        pod.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

        assertThatThrownBy(() -> clients(way).bind(pod, "node-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Pod default/anonymous-" + way.charAt(0)
                        + " has no metadata.uid; hand in the Pod of the hook's request");
        assertThatThrownBy(() -> clients(way).remove(pod)).isInstanceOf(IllegalArgumentException.class);
        assertThat(read(pod.getMetadata().getName()).getSpec().getNodeName()).isNull();
    }

    @Test
    void anotherFailureIsAnErrorThatNamesRequestPodAndCause() {
        Pod pod = created("failed-i");

        assertThatThrownBy(() -> ClusterSideEffects.on(() -> unreachable).bind(pod, "node-1"))
                .isInstanceOf(HookException.class)
                .hasMessageStartingWith("cannot bind Pod default/failed-i to node node-1: ");
    }

    @Test
    void aHookGetsAClientOfTheClassOfItsParameter() {
        for (SideEffect effect : SideEffect.values()) {
            assertThat(clients("in process").client("any", effect)).isInstanceOf(effect.client());
        }
    }

    @Test
    void aClientForOneSideEffectIsNoneForAnother() {
        ClusterSideEffects effects = ClusterSideEffects.on(() -> {
            throw new AssertionError("no request is sent");
        });

        assertThat(effects.client("kubelet", SideEffect.REMOVE_PODS))
                .isInstanceOf(PodRemover.class)
                .isNotInstanceOf(PodBinder.class);
        assertThat(effects.client("scheduler", SideEffect.BIND_PODS))
                .isInstanceOf(PodBinder.class)
                .isNotInstanceOf(PodRemover.class);
    }
}
