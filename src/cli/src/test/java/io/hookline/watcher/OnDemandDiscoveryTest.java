package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Which parts of discovery a watcher reads, and when. */
class OnDemandDiscoveryTest extends ReconcileSuite {

    private static final int LONGER_THAN_SECOND_CHECK = 2300;

    private final List<String> read = new CopyOnWriteArrayList<>();

    @Override
    public UnaryOperator<Cluster> between() {
        Interposed counting = request -> {
            if (request.verb().equals("discover")) {
                read.add(request.arguments().length == 0 ? "all" : (String) request.arguments()[0]);
            }
            return request.pass();
        };
        return counting::before;
    }

    private void controller(String group) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: late}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: %s/v1, resource: lates}
                """.formatted(group) + (configMaps("InPlace") + hooks("sync")).indent(2));
    }

    /** Until nothing was read for longer than the watcher waits with its second look at a changed kind. */
    private void awaitIdle() {
        QuietPeriod.await(LONGER_THAN_SECOND_CHECK, read::size);
    }

    @Test
    void onlyTheGroupsThatControllersNameAreReadAndAnIdleWatcherReadsNone() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        assertThat(read).contains("test.hookline.io/v1", "v1").doesNotContain("all", "apps/v1");

        awaitIdle(); // fails if it never is
    }

    @Test
    void aNewKindIsFoundByTheDocumentOfItsGroupAlone() {
        world.hook = _ -> configMapAnswer("hi", "b");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        controller("ondemand.example.com");
        awaitEvent("CreateError late: Cannot create new controller: discovery: can't find resource lates in apiVersion"
                + " ondemand.example.com/v1");
        awaitIdle();
        read.clear();

        world.define(TestKinds.kind("ondemand.example.com", "late", "Late"));
        world.apply("{apiVersion: ondemand.example.com/v1, kind: Late, metadata: {name: p, namespace: default}}");

        soon().until(() -> world.configMap("b").isPresent());
        awaitIdle();
        assertThat(read).containsOnly("ondemand.example.com/v1").hasSizeLessThanOrEqualTo(4);
    }
}
