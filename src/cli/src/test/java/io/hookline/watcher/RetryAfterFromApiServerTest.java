package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.ofConfigMaps;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sync that failed because of a response with Retry-After is retried after that time, not with back-off. */
class RetryAfterFromApiServerTest {

    private static final String FINALIZE = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: c}
            spec:
              generateSelector: true
              parentResource: {apiVersion: test.hookline.io/v1, resource: things}
              childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
              hooks:
                sync: {webhook: {url: "http://hooks.test/"}}
                finalize: {webhook: {url: "http://hooks.test/"}}
            """;

    private final LocalWorld world = new LocalWorld();

    RetryAfterFromApiServerTest() {
        world.thing("p");
    }

    private static ClusterException tooMany(long seconds) {
        return new ClusterException.TooManyRequests("slow down", Duration.ofSeconds(seconds));
    }

    /** How a sync ends if some requests fail. */
    private Outcome.Failed sync(KubeObject controller, String answer, Map<String, ClusterException> failing) {
        Interposed between = request -> {
            for (Map.Entry<String, ClusterException> failure : failing.entrySet()) {
                if (request.is(failure.getKey())) {
                    throw failure.getValue();
                }
            }
            return request.pass();
        };
        try (HandDrivenController driven = new HandDrivenController(world.cluster, controller, between::before)) {
            return (Outcome.Failed) driven.outcome("p", answer);
        }
    }

    @ParameterizedTest
    @CsvSource({"patch things/status", "create configmaps"})
    void aRefusedWriteIsRetriedWhenTheServerWantsIt(String request) {
        Outcome.Failed failed = sync(ofConfigMaps("InPlace"), children(configMap("a")), Map.of(request, tooMany(7)));

        assertThat(failed.after()).contains(Duration.ofSeconds(7));
    }

    @Test
    void aRefusedFinalizerIsRetriedWhenTheServerWantsIt() {
        Outcome.Failed failed = sync(LocalWorld.object(FINALIZE), children(), Map.of("patch things", tooMany(7)));

        assertThat(failed.after()).contains(Duration.ofSeconds(7));
    }

    @Test
    void ofSeveralTimesTheLongestCounts() {
        Outcome.Failed failed = sync(
                ofConfigMaps("InPlace"),
                children(configMap("a")),
                Map.of(
                        "create configmaps",
                        tooMany(3),
                        "patch things/status",
                        new ClusterException.Unavailable(503, "overloaded", Duration.ofSeconds(9))));

        assertThat(failed.after()).contains(Duration.ofSeconds(9));
        assertThat(failed.cause()).hasMessageContaining("slow down").hasMessageContaining("overloaded");
    }

    @Test
    void withoutATimeBackOffApplies() {
        Outcome.Failed failed = sync(
                ofConfigMaps("InPlace"),
                children(configMap("a")),
                Map.of("create configmaps", new ClusterException.Unavailable(503, "overloaded")));

        assertThat(failed.after()).isEqualTo(Optional.empty());
    }
}
