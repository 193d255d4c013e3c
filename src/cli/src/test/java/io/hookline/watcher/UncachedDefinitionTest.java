package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server serves a new kind before its definition has come into the watcher's cache. */
class UncachedDefinitionTest extends ReconcileSuite {

    private static final String DEFINITIONS = "customresourcedefinitions";

    private final HeldWatches watches = new HeldWatches();

    @Override
    public UnaryOperator<Cluster> between() {
        return watches::before;
    }

    @AfterEach
    void release() {
        watches.release(DEFINITIONS);
    }

    @Test
    void aKindThatIsServedBeforeItsDefinitionIsCachedIsNotTakenForABuiltInOne() {
        watches.hold(DEFINITIONS);
        world.hook = _ -> configMapAnswer("hi", "a");
        world.define(TestKinds.WIDE.replace("Cluster", "Namespaced"));
        world.apply("{apiVersion: test.hookline.io/v1, kind: Wide, metadata: {name: p, namespace: default}}");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: early}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: wides}
                """ + (configMaps("InPlace") + hooks("sync")).indent(2));

        soon().until(() -> world.configMap("a").isPresent());
        assertThat(events("CustomResourceDefinition")).isEmpty();
    }
}
