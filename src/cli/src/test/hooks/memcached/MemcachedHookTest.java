import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.Event;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hook of memcached as a function. */
class MemcachedHookTest {

    private static final Memcached CACHE = cache(2);

    private final MemcachedHook hook = new MemcachedHook();

    private static Memcached cache(int size) {
        return new Memcached(
                new ObjectMetaBuilder()
                        .withName("cache")
                        .withNamespace("default")
                        .withGeneration(1L)
                        .build(),
                new Memcached.Spec(size, 11300));
    }

    private static Deployment deployment(int available) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("cache")
                .endMetadata()
                .withNewStatus()
                .withAvailableReplicas(available)
                .endStatus()
                .build();
    }

    private static Pod pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(CACHE.podLabels())
                .endMetadata()
                .build();
    }

    private static Memcached.Status status(Answer answer) {
        return answer.sent().status(Memcached.Status.class).orElseThrow();
    }

    private static String available(Answer answer) {
        Condition first = status(answer).conditions().getFirst();
        assertThat(first.getType()).isEqualTo("Available");
        return first.getStatus();
    }

    @Test
    void theDeploymentHasTheSizeAndTheServersListenOnThePort() {
        Deployment deployment =
                hook.sync(Sync.of(CACHE).build()).sent().child(Deployment.class, "cache").orElseThrow();

        assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
        assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
                .isEqualTo(deployment.getSpec().getSelector().getMatchLabels())
                .isEqualTo(CACHE.podLabels());
        var container =
                deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
        assertThat(container.getCommand()).containsSubsequence("-p", "11300");
        assertThat(container.getPorts().getFirst().getContainerPort()).isEqualTo(11300);
    }

    @Test
    void availableIsUnknownThenFalseThenTrue() {
        assertThat(available(hook.sync(Sync.of(CACHE).build()))).isEqualTo("Unknown");
        assertThat(available(hook.sync(Sync.of(CACHE).children(deployment(1)).build())))
                .isEqualTo("False");
        assertThat(available(hook.sync(Sync.of(CACHE).children(deployment(2)).build())))
                .isEqualTo("True");
    }

    @Test
    void theStatusListsThePodsInTheOrderOfTheirNames() {
        Answer answer = hook.sync(
                Sync.of(CACHE).related(pod("cache-2"), pod("cache-1")).build());

        assertThat(status(answer).nodes()).isEqualTo(List.of("cache-1", "cache-2"));
    }

    @Test
    void theCustomizeHookSelectsThePodsOfThisMemcachedOnly() {
        assertThat(hook.customize(CACHE)).singleElement().satisfies(rule -> {
            assertThat(rule.resource()).isEqualTo("pods");
            assertThat(rule.toString()).contains("default", "cache");
        });
    }

    @Test
    void aDeletedMemcachedIsFinalizedAfterItsDeploymentIsDeletedAndWithOneEvent() {
        Answer first = hook.finalize(
                Sync.of(CACHE).children(deployment(2)).finalizing().build());
        Map<String, Object> after = Map.of(
                "apiVersion", "cache.example.com/v1alpha1",
                "kind", "Memcached",
                "metadata", Map.of("name", "cache"),
                "spec", Map.of("size", 2, "containerPort", 11300),
                "status", first.sent().status(Map.class).orElseThrow());
        Answer second =
                hook.finalize(Sync.of(Memcached.class, after).finalizing().build());

        assertThat(first.sent().children()).isEmpty();
        assertThat(first.sent().isFinalized()).isFalse();
        assertThat(first.sent().events()).extracting(Event::reason).containsExactly("Deleting");
        assertThat(second.sent().isFinalized()).isTrue();
        assertThat(second.sent().events()).isEmpty();
    }
}
