package io.hookline.console;

import static io.hookline.console.WatchedWorld.answer;
import static io.hookline.console.WatchedWorld.configMap;
import static io.hookline.console.WatchedWorld.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.watcher.WatcherOptions;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What {@link WhyTest} shows on a cluster in memory, on a real API server: each cause of a call, one after another for one parent. */
@RealControlPlane(own = true)
class RealWhyIT {

    private WatchedWorld world;

    /** Waits until the newest sync of the parent is this one. */
    private void newest(String... parts) {
        soon().untilAsserted(() -> {
            String[] syncs = world.why("Thing/p").split("\n\n");
            assertThat(syncs).hasSizeGreaterThan(1);
            assertThat(syncs[1]).contains(parts);
        });
    }

    private void edit(String plural, String name, String patch) {
        world.edit(plural, name, patch, "kubectl-patch");
    }

    /** The fields of a change are told if a sync has seen the object before it. The one that has just created it has not. */
    private void editAChild() {
        String told = "because  ConfigMap default/a changed by kubectl-edit";
        for (int i = 0; i < 10; i++) {
            String text = "mine" + i;
            world.edit("configmaps", "a", "{\"data\":{\"text\":\"" + text + "\"}}", "kubectl-edit");
            newest(told, "updated ConfigMap default/a   data.text: \"" + text + "\" → \"two\"");
            if (world.why("Thing/p").contains(told + "   data.text: \"two\" → \"" + text + "\"")) {
                return;
            }
        }
        throw new AssertionError(world.why("Thing/p"));
    }

    @Test
    void theTenCausesOfACall(ControlPlane plane) {
        KubeOptions options = KubeOptions.of("why")
                .withKubeconfig(plane.kubeconfig(ControlPlane.ADMIN).toString());
        try (KubeCluster cluster = KubeCluster.connect(options);
                WatchedWorld opened = new WatchedWorld(cluster, WatcherOptions.DEFAULTS)) {
            world = opened;
            text("one");
            world.controller(hooks("sync", "customize", "finalize"));

            world.thing("p");
            newest("because  parent added", "created ConfigMap default/a"); // start

            text("two");
            edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}");
            newest(
                    "because  Thing default/p changed by kubectl-patch   spec.who: \"World\" → \"Everybody\"",
                    "updated ConfigMap default/a   data.text: \"one\" → \"two\"");

            world.delete("configmaps", "a");
            newest("because  ConfigMap default/a was deleted", "created ConfigMap default/a");

            editAChild();

            text("three");
            world.apply("{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: default},"
                    + " stringData: {k: planted-value}}");
            newest("because  related Secret default/s ", "data.text: \"two\" → \"three\"");

            hook(() -> {
                throw new HookException("there is nobody");
            });
            edit("things", "p", "{\"spec\":{\"who\":\"Nobody\"}}");
            newest("failed ", "error    sync hook: there is nobody");
            text("four");
            newest("retry after failure", "data.text: \"three\" → \"four\"");

            text("five");
            edit("compositecontrollers", "c", "{\"spec\":{\"resyncPeriodSeconds\":1}}"); // a changed controller
            newest("because  parent added", "data.text: \"four\" → \"five\"");
            text("six");
            newest("because  resync; nothing that the hook sees has changed", "data.text: \"five\" → \"six\"");

            edit("compositecontrollers", "c", "{\"spec\":{\"resyncPeriodSeconds\":null}}");
            answers("{\"children\":[],\"resyncAfterSeconds\":1}");
            newest("deleted ConfigMap default/a");
            answers("{\"children\":[],\"status\":{\"n\":1},\"resyncAfterSeconds\":1}");
            newest("because  resyncAfterSeconds of the hook", "status   n: absent → 1");

            text("seven");
            world.delete("things", "p");
            soon().untilAsserted(() -> assertThat(world.why("Thing/p"))
                    .contains("it does not exist any more", "called   finalize, ", "finalizer metacontroller.io"));
            assertThat(world.get("/api/why?object=Thing/p", "application/json").body())
                    .doesNotContain("planted-value", "cGxhbnRlZC12YWx1ZQ");
        }
    }

    private void text(String text) {
        hook(() -> configMap(text));
    }

    private void answers(String json) {
        hook(() -> answer(json));
    }

    private void hook(Supplier<HookReply> sync) {
        world.hook = request -> request.type() == HookType.CUSTOMIZE
                ? answer("{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\","
                        + "\"names\":[\"s\"],\"namespace\":\"default\"}]}")
                : request.finalizing() ? answer("{\"children\":[],\"finalized\":true}") : sync.get();
    }
}
