package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A definition gains or loses the status subresource while a controller runs whose parents are of its kind. */
class ChangedSubresourceTest extends DecoratorSuite {

    private static final String WITH = TestKinds.kind("test.hookline.io", "bare", "Bare");
    private static final String WITHOUT = TestKinds.BARE;
    private static final String RULE = "{apiVersion: test.hookline.io/v1, resource: bares}";

    /** How many times discovery still returns the state from before a definition changed. */
    private final AtomicInteger stale = new AtomicInteger();

    private final AtomicReference<Discovery> before = new AtomicReference<>();

    @Override
    public UnaryOperator<Cluster> between() {
        Interposed lagging = request -> {
            Object answer = request.pass();
            if (!request.verb().equals("discover")) {
                return answer;
            }
            if (stale.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                return before.get();
            }
            before.set((Discovery) answer);
            return answer;
        };
        return lagging::before;
    }

    private ApiResource start(String definition) {
        ApiResource bares = world.define(definition);
        world.hook = request ->
                "{\"status\":{\"n\":" + request.parent().tree().at("/spec/n").asInt() + "}}";
        world.apply("{apiVersion: test.hookline.io/v1, kind: Bare, metadata: {name: p, namespace: default},"
                + " spec: {n: 1}}");
        return bares;
    }

    private void awaitStatus(ApiResource bares, int n) {
        soon().until(() ->
                world.find(bares, "p").orElseThrow().tree().at("/status/n").asInt() == n);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void aDecoratorWritesTheStatusOfAKindThatGainsTheSubresource(int late) {
        ApiResource bares = start(WITHOUT);
        decorator("deco", "- " + RULE + "\n", hooks("sync"));
        awaitStatus(bares, 1);

        stale.set(late);
        world.apply(WITH);
        merge(bares, "p", "{\"spec\":{\"n\":2}}");

        awaitStatus(bares, 2);
    }

    @Test
    void aDecoratorWritesTheStatusOfAKindThatLosesTheSubresource() {
        ApiResource bares = start(WITH);
        decorator("deco", "- " + RULE + "\n", hooks("sync"));
        awaitStatus(bares, 1);

        world.apply(WITHOUT);
        merge(bares, "p", "{\"spec\":{\"n\":2}}");

        awaitStatus(bares, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void aCompositeStopsWithAReasonWhenItsParentsLoseTheSubresourceAndContinuesWhenTheyHaveItAgain(int late) {
        ApiResource bares = start(WITH);
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: %s
                """.formatted(RULE) + hooks("sync").indent(2));
        awaitStatus(bares, 1);

        stale.set(late);
        world.apply(WITHOUT);
        soon().until(() -> world.events().stream()
                .anyMatch(event -> event.startsWith("SyncError c:")
                        && event.contains("does not have subresource 'Status' enabled")));
        stale.set(late);
        world.apply(WITH);
        merge(bares, "p", "{\"spec\":{\"n\":2}}");

        awaitStatus(bares, 2);
    }

    @Test
    void anyOtherChangeOfADefinitionRestartsNoController() {
        ApiResource bares = start(WITH);
        decorator("deco", "- " + RULE + "\n", hooks("sync"));
        awaitStatus(bares, 1);

        world.apply(WITH.replace("singular: bare", "shortNames: [br], singular: bare"));
        merge(bares, "p", "{\"spec\":{\"n\":2}}");

        awaitStatus(bares, 2);
        settle();
        assertThat(world.events()).noneMatch(event -> event.startsWith("Stopping"));
    }
}
