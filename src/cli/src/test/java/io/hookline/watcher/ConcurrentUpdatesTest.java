package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Another client changes objects while a hook computes its answer from their former state. */
class ConcurrentUpdatesTest extends ReconcileSuite {

    /** As many as there are workers, at most: all their hooks are stalled at the same time. */
    private static final List<String> PARENTS = List.of("p", "q", "r", "s");

    private static final int INCREMENTS = 50;

    private final AtomicInteger conflicts = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) this::counted).before(next);
    }

    private Object counted(Interposed.Request request) {
        try {
            return request.pass();
        } catch (ClusterException.Conflict e) {
            conflicts.incrementAndGet();
            throw e;
        }
    }

    @AfterEach
    void release() {
        released.countDown();
    }

    private static String text(HookRequest request) {
        return request.parent().tree().at("/spec/text").asText();
    }

    /** Controls parents whose hook is stalled once their text is {@code second}; that text is not wanted for {@code last}. */
    private void control(UnaryOperator<String> lastNames) {
        world.hook = request -> {
            String parent = request.parent().name();
            if (text(request).equals("first")) {
                return configMapAnswer("first", parent + "-a", parent + "-b");
            }
            if (text(request).equals("second")) {
                awaitRelease();
            }
            return configMapAnswer(text(request), lastNames.apply(parent).split(" "));
        };
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        PARENTS.forEach(parent -> world.thing(parent, "{text: first}"));
        PARENTS.forEach(parent -> soon().until(() -> shownOf(parent).equals(List.of(parent + "-a", parent + "-b"))));
        settle();
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void stall() {
        PARENTS.forEach(parent -> mergeThing(parent, "{\"spec\":{\"text\":\"second\"}}"));
        PARENTS.forEach(
                parent -> soon().until(() -> text(callsAbout(parent).getLast()).equals("second")));
    }

    @Test
    void noChangeOfAnotherClientIsLostWhileAHookIsStalled() {
        control(parent -> parent + "-a " + parent + "-b");
        stall();
        for (String parent : PARENTS) {
            merge(world.configMaps(), parent + "-a", "{\"data\":{\"theirs\":\"kept\"}}");
            mergeThing(
                    parent,
                    "{\"metadata\":{\"labels\":{\"theirs\":\"kept\"}},\"spec\":{\"text\":\"third\",\"more\":1}}");
        }
        released.countDown();

        soon().untilAsserted(() -> assertThat(PARENTS).allSatisfy(parent -> {
            assertThat(world.text(parent + "-a")).isEqualTo("third");
            assertThat(status(parent)).isEqualTo("{\"observedGeneration\":3,\"text\":\"third\"}");
        }));
        assertThat(events("SyncError")).isEmpty();
        Figure.of("conflicts while another client changes 4 parents and their children", "conflicts")
                .atLeast(1)
                .is(conflicts.get());
        Figure.of("fields of another client that are lost, of 12", "fields")
                .atMost(0)
                .is(lostFields());
    }

    private int lostFields() {
        int lost = 0;
        for (String parent : PARENTS) {
            KubeObject thing = world.thing(parent).orElseThrow();
            KubeObject child = world.configMap(parent + "-a").orElseThrow();
            lost += "kept".equals(thing.labels().get("theirs")) ? 0 : 1;
            lost += thing.tree().at("/spec/more").asInt() == 1 ? 0 : 1;
            lost += child.tree().at("/data/theirs").asText().equals("kept") ? 0 : 1;
        }
        return lost;
    }

    @Test
    void anObjectThatReplacedAChildAfterTheHookSawItIsNotDeleted() {
        control(parent -> parent + "-a");
        stall();
        Map<String, String> replaced = new HashMap<>();
        for (String parent : PARENTS) {
            String name = parent + "-b";
            world.local.delete(world.configMaps(), key(name), DeleteOptions.BACKGROUND);
            replaced.put(name, configMap(name, "labels: {app: theirs}").uid());
        }
        released.countDown();

        PARENTS.forEach(parent -> soon().until(() -> status(parent).contains("second")));
        settle();
        List<String> survivors = new ArrayList<>();
        replaced.forEach((name, uid) ->
                world.configMap(name).filter(now -> now.uid().equals(uid)).ifPresent(now -> survivors.add(now.name())));
        assertThat(conflicts.get()).isGreaterThanOrEqualTo(PARENTS.size());
        assertThat(PARENTS).allSatisfy(parent -> assertThat(shownOf(parent)).containsExactly(parent + "-a"));
        Figure.of("objects that survive the deletion of their predecessor, of 4", "objects")
                .atLeast(4)
                .is(survivors.size());
    }

    /** Both clients write the same objects all the time: the other one counts up, and each parent change has a child updated. */
    @ParameterizedTest
    @EnumSource
    void noIncrementOfAnotherClientIsLostWhileSyncsRun(ApplyStrategy strategy) {
        world.hook = request -> configMapAnswer(
                request.parent().tree().at("/spec/counter").asText("0"),
                request.parent().name());
        world.composite(
                "c",
                "childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}, applyStrategy: "
                        + strategy.text() + "}]\n" + hooks("sync"));
        world.thing("p", "{counter: 0}");
        soon().until(() -> world.text("p").equals("0"));

        for (int i = 0; i < INCREMENTS; i++) {
            increment(world.things(), "spec");
            increment(world.configMaps(), "data");
        }

        soon().until(() -> world.text("p").equals(String.valueOf(INCREMENTS)));
        int counted = counter(world.things(), "spec") + counter(world.configMaps(), "data");
        Figure.of("increments of another client that are lost, of 100", "increments")
                .atMost(0)
                .is(2 * INCREMENTS - counted);
    }

    private int counter(ApiResource resource, String field) {
        return world.find(resource, "p")
                .orElseThrow()
                .tree()
                .path(field)
                .path("counter")
                .asInt();
    }

    /** Reads, adds one and writes, until nobody else has written in between. */
    private void increment(ApiResource resource, String field) {
        while (true) {
            ObjectNode object = world.find(resource, "p").orElseThrow().tree();
            ObjectNode fields = (ObjectNode) object.get(field);
            fields.put("counter", String.valueOf(fields.path("counter").asInt() + 1));
            try {
                world.local.update(resource, KubeObject.forUpdate(object), WriteOptions.PLAIN);
                return;
            } catch (ClusterException.Conflict _) {
                // the watcher was faster
            }
        }
    }
}
