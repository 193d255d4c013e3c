package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Related objects of a parent with several revisions. */
class RevisionRelatedTest {

    private static RolloutWorld rollingOut() {
        RolloutWorld world = new RolloutWorld(
                "RollingInPlace",
                RolloutWorld.READY,
                "generateSelector: true",
                false,
                "{sync: {webhook: {url: \"http://hooks.test/\"}}, customize: {webhook: {url: \"http://hooks.test/\"}}}");
        world.hook = request -> request.type() == HookType.CUSTOMIZE
                ? "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"namespace\":\"default\","
                        + "\"names\":[\"config-" + image(request.parent()) + "\"]}]}"
                : RolloutHook.answer(request.parent());
        for (String version : List.of("v1", "v2", "v3")) {
            world.cluster.apply(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: config-" + version + ", namespace: default}}");
        }
        world.set("v1", 2);
        world.sync(); // opens the cache of ConfigMaps
        world.finish();
        world.set("v2", 2);
        world.sync();
        world.ready("part-1", false);
        world.sync();
        return world;
    }

    private static String image(KubeObject parent) {
        return parent.tree().at("/spec/template/image").asText();
    }

    /** The names of the related objects in the last calls of the sync hook, by the revision of the parent. */
    private static Map<String, List<String>> related(RolloutWorld world) {
        Map<String, List<String>> related = new HashMap<>();
        world.controller.calls.stream()
                .filter(call -> call.type() == HookType.SYNC)
                .forEach(call -> related.put(
                        image(call.parent()),
                        call.related().all().stream().map(KubeObject::name).toList()));
        return related;
    }

    @Test
    void eachRevisionHasItsOwnRelatedObjects() {
        try (RolloutWorld world = rollingOut()) {
            world.controller.calls.clear();

            world.sync();

            assertThat(related(world)).isEqualTo(Map.of("v1", List.of("config-v1"), "v2", List.of("config-v2")));
        }
    }

    @Test
    void theCustomizeHookIsCalledOnceForEachRevisionAndForgottenWithIt() {
        try (RolloutWorld world = rollingOut()) {
            world.sync();
            world.controller.calls.clear();
            world.sync();
            assertThat(world.controller.calls).extracting(call -> call.type()).containsOnly(HookType.SYNC);

            world.finish();
            world.controller.calls.clear();
            world.sync();

            assertThat(related(world)).isEqualTo(Map.of("v2", List.of("config-v2")));
        }
    }

    @Test
    void aChangeOfARelatedObjectOfAnyRevisionSyncsTheParent() {
        try (RolloutWorld world = rollingOut()) {
            world.sync();
            for (String version : List.of("v1", "v2")) {
                world.controller.drainQueue();

                world.cluster.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: config-" + version
                        + ", namespace: default}, data: {changed: \"yes\"}}");
                world.controller.catchUp();

                assertThat(world.controller.isQueued()).as(version).isTrue();
            }
        }
    }
}
