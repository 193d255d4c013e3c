package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.spec.ParentRule;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.model.ParentKind;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The cost of finding the parents that may adopt an orphan. */
class ChildSelectorsTest {

    private static final ApiResource THINGS = new ApiResource(
            "test.hookline.io/v1", "things", "thing", "Thing", true, List.of(), List.of(), Set.of(), Set.of());

    private final ParentMemories memories = new ParentMemories(new ManualClock());

    private static KubeObject parent(int generation, String resourceVersion, String app) {
        return LocalWorld.object("""
                apiVersion: test.hookline.io/v1
                kind: Thing
                metadata: {name: p, namespace: default, uid: u, generation: %d, resourceVersion: "%s"}
                spec: {selector: {matchLabels: {app: %s}}}
                """.formatted(generation, resourceVersion, app));
    }

    @Test
    void aSelectorIsReadOncePerGeneration() {
        ChildSelectors selectors = new ChildSelectors(false, memories);
        ParentMemory memory = memories.of(parent(1, "1", "x"));

        var first = selectors.of(parent(1, "1", "x"), memory);

        assertThat(selectors.of(parent(1, "2", "x"), memory)).isSameAs(first);
        assertThat(selectors.of(parent(2, "3", "y"), memory)).isNotEqualTo(first);
    }

    @Test
    void withGeneratedSelectorsNoParentIsLookedAtForAnOrphanWithoutTheLabel() {
        Subscription unasked = (Subscription) Proxy.newProxyInstance(
                ChildSelectorsTest.class.getClassLoader(), new Class<?>[] {Subscription.class}, (_, method, _) -> {
                    throw new AssertionError("the parents were looked at: " + method.getName());
                });
        KubeObject orphan = LocalWorld.object(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: o, namespace: default, labels: {app: x}}}");
        ParentRule things = new ParentRule(
                "test.hookline.io/v1", "things", LabelSelector.EVERYTHING, LabelSelector.EVERYTHING, false, List.of());
        ParentKind kind = new ParentKind(things, THINGS, unasked, "finalizer");

        assertThat(new ChildSelectors(true, memories).adopters(kind, orphan)).isEmpty();
    }
}
