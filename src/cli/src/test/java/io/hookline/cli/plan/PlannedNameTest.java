package io.hookline.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A plan for a parent whose child cannot be created, since another object has its name. */
class PlannedNameTest {

    private static final HookClient HOOK = new HookClient() {
        @Override
        public HookReply call(HookRequest request) {
            return new HookReply.Answered(new JsonText(
                    "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}]}"
                            .getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {}
    };

    @Test
    void aChildOfAFormerParentIsNamedThoughTheGarbageCollectorMayStillDeleteIt() throws InterruptedException {
        LocalWorld world = new LocalWorld();
        world.apply(TestKinds.installed("compositecontrollers"));
        world.apply(TestKinds.installed("decoratorcontrollers"));
        world.thing("p");
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default}}"); // not collected
        world.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  namespace: default
                  ownerReferences:
                  - {apiVersion: test.hookline.io/v1, kind: Thing, name: p, uid: former, controller: true}
                """);
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [{apiVersion: v1, resource: configmaps}]
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """);

        Plan plan = PlanRun.of(
                world.cluster,
                Optional.empty(),
                _ -> (_, _, _, _) -> HOOK,
                PlannedParents.controllers(world.cluster, WatcherOptions.DEFAULTS.targetControllers()),
                WatcherOptions.DEFAULTS,
                Duration.ofSeconds(60));

        assertThat(plan.warnings())
                .extracting(Warning::toString)
                .containsExactly(
                        "Thing default/p: NameTaken: ConfigMap default/a exists and is controlled by a former"
                                + " Thing p with the uid former: it is not changed; delete it, or correct the uid of its owner");
    }
}
