package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.RelatedWorld;
import io.hookline.watcher.model.ParentKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Related informers: opened when needed, once, shared, and closed with the controller. */
class RelatedWatchesTest {

    private static RelatedParts parts(String rules) {
        RelatedParts parts = new RelatedParts("v1", "configmaps", RelatedWorld.hooks("v2", "v2"));
        parts.hook = _ -> RelatedParts.rules(rules);
        parts.configMap("default/p", "{}");
        parts.settle();
        parts.woken();
        return parts;
    }

    private static ApiResource secrets(RelatedParts parts) {
        return parts.resource(GroupVersionKind.of("v1", "Secret"));
    }

    @Test
    void aResourceIsWatchedFromItsFirstRuleUntilTheControllerEnds() throws InterruptedException {
        try (RelatedParts parts = parts("[{'apiVersion':'v1','resource':'secrets'}]")) {
            parts.configMap("default/q", "{}");
            parts.settle();
            assertThat(parts.informers.open()).isEqualTo(1);

            parts.found("default/p");
            parts.found("default/q");
            assertThat(parts.informers.open()).isEqualTo(2);

            parts.related.close();
            assertThat(parts.informers.open()).isEqualTo(1);
        }
    }

    @Test
    void namespacesAreWatchedOnlyForASelectorOfNamespaces() throws InterruptedException {
        try (RelatedParts parts = parts("[{'apiVersion':'v1','resource':'configmaps','namespaceSelector':{},"
                + "'labelSelector':{'matchLabels':{'a':'b'}}}]")) {
            parts.found("default/p");

            assertThat(parts.informers.open())
                    .as("configmaps, which are watched anyway, and namespaces")
                    .isEqualTo(2);
        }
    }

    @Test
    void objectsThatExistWhenAWatchBeginsStartNoSecondSync() throws InterruptedException {
        try (RelatedParts parts = parts("[{'apiVersion':'v1','resource':'configmaps'}]")) {
            assertThat(parts.find("default/p")).isInstanceOf(RelatedObjects.Found.Objects.class);

            assertThat(parts.woken())
                    .as("the cache was complete before it was read, and its changes were reported")
                    .isEmpty();
        }
    }

    @Test
    void nothingIsOpenedOnceTheControllerHasEnded() {
        try (RelatedParts parts = parts("[{'apiVersion':'v1','resource':'secrets'}]")) {
            parts.related.close();

            assertThatThrownBy(() -> parts.find("default/p")).isInstanceOf(InterruptedException.class);
            assertThat(parts.informers.open()).isEqualTo(1);
        }
    }

    @Test
    void whateverIsOpenedWhileTheControllerEndsIsClosed() throws InterruptedException {
        try (RelatedParts parts = parts("[]")) {
            ApiResource secrets = secrets(parts);
            for (int round = 0; round < 200; round++) {
                RelatedWatches watches = new RelatedWatches(
                        parts.informers, parts.index, new ParentKinds(List.of(parts.kind)), parts.queue, _ -> {});
                CountDownLatch go = new CountDownLatch(1);
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    threads.add(Thread.ofVirtual().start(() -> openWhenTold(watches, secrets, go)));
                }
                go.countDown();
                watches.close();
                for (Thread thread : threads) {
                    thread.join();
                }

                assertThat(parts.informers.open()).isEqualTo(1);
            }
        }
    }

    private static void openWhenTold(RelatedWatches watches, ApiResource resource, CountDownLatch go) {
        try {
            go.await();
            watches.of(resource);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the interrupt came too late, which is one of the two valid results
        }
    }

    @Test
    void aParentThatIsDeletedWhileItWaitsForADeniedResourceIsForgotten() throws InterruptedException {
        try (RelatedParts parts = parts("[{'apiVersion':'v1','resource':'secrets'}]")) {
            assertThat(parts.find("default/p")).isInstanceOf(RelatedObjects.Found.NotYet.class);
            assertThat(parts.watches.waiting()).isEqualTo(1);

            parts.local.delete(parts.kind.resource(), ObjectKey.parse("default/p"), DeleteOptions.BACKGROUND);
            parts.settle();

            assertThat(parts.isEmpty()).isTrue();
        }
    }

    @Test
    void aParentThatIsNotSelectedAnyMoreOrDeletedIsNotQueued() throws InterruptedException {
        try (RelatedParts parts = parts("[{'apiVersion':'v1','resource':'secrets'}]")) {
            parts.found("default/p");
            parts.local.delete(parts.kind.resource(), ObjectKey.parse("default/p"), DeleteOptions.BACKGROUND);
            parts.settle();
            parts.woken();
            parts.create("{apiVersion: v1, kind: Secret, metadata: {namespace: default, name: s}}");
            parts.settle();

            assertThat(parts.woken()).isEmpty();
            assertThat(parts.isEmpty()).isTrue();
        }
    }
}
