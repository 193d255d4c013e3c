package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A hook whose answers never end: its writes are slowed down. Every sync has the causes that the queue knows. */
class NeverSettlingHookTest {

    private static final Duration STEP = Duration.ofMillis(500);

    private final WatcherFixture world = new WatcherFixture();
    private HandDrivenController controller;
    private int calls;

    @AfterEach
    void close() {
        if (controller != null) {
            controller.close();
        }
        world.close();
    }

    private void start(WatcherOptions options, IntFunction<String> answer) {
        world.thing("p", "{}");
        KubeObject composite = KubeObject.of("""
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"CompositeController","metadata":{"name":"c"},
                 "spec":{"generateSelector":true,"parentResource":{"apiVersion":"test.hookline.io/v1","resource":"things"},
                 "childResources":[{"apiVersion":"v1","resource":"configmaps","updateStrategy":{"method":"InPlace"}}],
                 "hooks":{"sync":{"webhook":{"url":"http://hooks.test/sync"}}}}}
                """);
        controller = new HandDrivenController(world.cluster, composite, next -> next, options);
        controller.hook = _ -> answer.apply(++calls).getBytes(StandardCharsets.UTF_8);
    }

    private static String child(String data) {
        return "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},"
                + "\"data\":{\"t\":\"" + data + "\"}}]}";
    }

    /** Syncs what is due, for a time, each with the causes of the queue. */
    private void run(Duration time) throws InterruptedException {
        for (long step = 0; step < time.toMillis() / STEP.toMillis(); step++) {
            controller.catchUp();
            var next = controller.assembly.queue().poll();
            if (next.isPresent()) {
                controller
                        .parts
                        .reconciler()
                        .reconcile(next.get().key(), next.get().causes());
                controller.assembly.queue().done(next.get().key());
            }
            controller.clock.advance(STEP);
        }
    }

    private long writes(String plural) {
        return controller.cluster.requests().stream()
                .filter(request -> request.toString().contains(plural))
                .filter(request -> !request.toString().contains("events"))
                .count();
    }

    private String stored() {
        return world.configMap("x").orElseThrow().tree().at("/data/t").asText();
    }

    @Test
    void aChildThatChangesWithEverySyncIsSlowedDownAndItsLastStateIsWritten() throws InterruptedException {
        start(WatcherOptions.DEFAULTS, call -> child("call " + call));
        run(Duration.ofMinutes(1));
        long first = writes("configmaps");
        assertThat(first).isBetween(10L, 20L);
        run(Duration.ofMinutes(2));
        assertThat(writes("configmaps") - first).isBetween(1L, 4L);
        assertThat(controller.events())
                .anySatisfy(event -> assertThat(event)
                        .startsWith("NeverSettles: ConfigMap default/x data.t changes with every sync"));
        assertThat(controller.assembly.brake().messages())
                .containsExactly("ConfigMap default/x data.t changes with every sync");

        controller.hook = _ -> child("at last").getBytes(StandardCharsets.UTF_8);
        run(Duration.ofMinutes(3));
        assertThat(stored()).isEqualTo("at last");
        run(Duration.ofMinutes(2));
        assertThat(controller.assembly.brake().messages()).isEmpty();
    }

    @Test
    void withoutTheBrakeItIsWrittenAsOftenAsInMetacontroller() throws InterruptedException {
        start(WatcherOptions.DEFAULTS.brakingLoops(false), call -> child("call " + call));
        run(Duration.ofMinutes(1));
        assertThat(writes("configmaps")).isGreaterThan(40);
    }

    @Test
    void aStatusThatNeverSettlesIsSlowedDown() throws InterruptedException {
        start(WatcherOptions.DEFAULTS, call -> "{\"status\":{\"n\":" + call + "},\"children\":[]}");
        run(Duration.ofMinutes(1));
        long first = writes("things");
        assertThat(first).isBetween(10L, 20L);
        run(Duration.ofMinutes(1));
        assertThat(writes("things") - first).isLessThanOrEqualTo(10);
        assertThat(controller.events())
                .anySatisfy(event -> assertThat(event)
                        .startsWith("NeverSettles: status of Thing default/p status.n changes with every sync"));
    }

    @Test
    void aSpecChangeIsWrittenAtOnce() throws InterruptedException {
        start(WatcherOptions.DEFAULTS, call -> child("call " + call));
        run(Duration.ofMinutes(3));
        world.thing("p", "{\"n\":1}");
        long before = writes("configmaps");
        run(Duration.ofSeconds(2));
        assertThat(writes("configmaps") - before).isPositive();
    }

    @Test
    void aTimerThatChangesAChildEverySecondIsNoLoop() throws InterruptedException {
        // as a thermostat: between two ticks of its timer the answer stays the same
        start(
                WatcherOptions.DEFAULTS,
                _ -> child("at " + controller.clock.instant().getEpochSecond() / 2)
                        .replaceFirst("\\{", "{\"resyncAfterSeconds\":2,"));
        run(Duration.ofMinutes(2));
        assertThat(writes("configmaps")).isGreaterThan(50);
        assertThat(controller.assembly.brake().messages()).isEmpty();
    }

    @Test
    void theOtherWriterOfAFieldIsNamed() throws InterruptedException {
        start(WatcherOptions.DEFAULTS, _ -> child("ours"));
        for (int i = 0; i < 40; i++) {
            run(STEP.multipliedBy(2));
            world.configMap("x").filter(_ -> !stored().equals("theirs")).ifPresent(_ -> {
                KubeObject live = world.configMap("x").orElseThrow();
                var tree = live.tree();
                ((com.fasterxml.jackson.databind.node.ObjectNode) tree.get("data")).put("t", "theirs");
                world.local.update(
                        world.configMaps(), KubeObject.of(tree), WriteOptions.PLAIN.by("kube-controller-manager"));
            });
        }
        assertThat(controller.assembly.brake().messages())
                .containsExactly("ConfigMap default/x data.t is also written by kube-controller-manager");
    }
}
