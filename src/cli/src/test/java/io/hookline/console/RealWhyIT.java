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
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.watcher.WatcherOptions;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What {@link WhyTest} shows on a cluster in memory, on a real API server: each cause of a call, one after another for one parent. */
@RealControlPlane(own = true)
class RealWhyIT {

    private WatchedWorld world;

    /** Waits until the syncs of the parent tell this. */
    private void told(String... parts) {
        soon().untilAsserted(() -> assertThat(world.why("Thing/p")).contains(parts));
    }

    /** As {@link #told}, from the newest sync to the oldest. */
    private void inThisOrder(String... parts) {
        soon().untilAsserted(() -> assertThat(world.why("Thing/p")).containsSubsequence(parts));
    }

    private void edit(String plural, String name, String patch) {
        world.edit(plural, name, patch, "kubectl-patch");
    }

    /** The fields of a change are told if a sync has seen the object before it: here one that found only our own write. */
    private void editAChild() {
        told("  quiet  ");
        world.edit("configmaps", "a", "{\"data\":{\"text\":\"mine\"}}", "kubectl-edit");
        told(
                "ConfigMap default/a changed by kubectl-edit   data.text: \"Everybody 0\" → \"mine\"",
                "updated ConfigMap default/a   data.text: \"mine\" → \"Everybody 0\"");
    }

    @Test
    void theTenCausesOfACall(ControlPlane plane) {
        KubeOptions options = KubeOptions.of("why")
                .withKubeconfig(plane.kubeconfig(ControlPlane.ADMIN).toString());
        try (KubeCluster cluster = KubeCluster.connect(options);
                WatchedWorld opened = new WatchedWorld(cluster, WatcherOptions.DEFAULTS)) {
            world = opened;
            hook(RealWhyIT::seen);
            world.controller(hooks("sync", "customize", "finalize"));

            world.thing("p");
            told("parent added", "created ConfigMap default/a"); // start

            edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}");
            told(
                    "Thing default/p changed by kubectl-patch   spec.who: \"World\" → \"Everybody\"",
                    "updated ConfigMap default/a   data.text: \"World 0\" → \"Everybody 0\"");

            world.delete("configmaps", "a");
            told("ConfigMap default/a was deleted");
            inThisOrder("created ConfigMap default/a", "data.text: \"World 0\"");

            editAChild();

            world.apply("{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: default},"
                    + " stringData: {k: planted-value}}");
            told("related Secret default/s ", "data.text: \"Everybody 0\" → \"Everybody 1\"");

            hook(_ -> {
                throw new HookException("there is nobody");
            });
            edit("things", "p", "{\"spec\":{\"who\":\"Nobody\"}}");
            told("failed ", "error    sync hook: there is nobody");
            text("four");
            told("retry after failure", "data.text: \"Everybody 1\" → \"four\"");

            hook(request ->
                    request.controller().tree().at("/spec/resyncPeriodSeconds").isMissingNode()
                            ? configMap("four")
                            : configMap("five"));
            edit("compositecontrollers", "c", "{\"spec\":{\"resyncPeriodSeconds\":1}}"); // a changed controller
            inThisOrder("because  parent added", "data.text: \"four\" → \"five\"");
            told(" resync"); // without a change: no write is to be seen any more
            text("six");
            told("resync; nothing that the hook sees has changed", "data.text: \"five\" → \"six\"");

            edit("compositecontrollers", "c", "{\"spec\":{\"resyncPeriodSeconds\":null}}");
            answers("{\"children\":[],\"resyncAfterSeconds\":1}");
            told("deleted ConfigMap default/a");
            told(" resync");
            answers("{\"children\":[],\"status\":{\"n\":1},\"resyncAfterSeconds\":1}");
            told("resyncAfterSeconds of the hook", "status   n: absent → 1");

            text("seven");
            world.delete("things", "p");
            soon().untilAsserted(() -> assertThat(world.why("Thing/p"))
                    .contains("it does not exist any more", "called   finalize, ", "finalizer metacontroller.io"));
            assertThat(world.get("/api/why?object=Thing/p", "application/json").body())
                    .doesNotContain("planted-value", "cGxhbnRlZC12YWx1ZQ");
        }
    }

    /** The answer tells what the hook has seen, so that a sync which comes first does not take the change of the next. */
    private static HookReply seen(HookRequest request) {
        int secrets = request.related().all().size();
        return configMap(request.parent().tree().at("/spec/who").asText() + " " + secrets);
    }

    private void text(String text) {
        hook(_ -> configMap(text));
    }

    private void answers(String json) {
        hook(_ -> answer(json));
    }

    private void hook(Function<HookRequest, HookReply> sync) {
        world.hook = request -> request.type() == HookType.CUSTOMIZE
                ? answer("{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\","
                        + "\"names\":[\"s\"],\"namespace\":\"default\"}]}")
                : request.finalizing() ? answer("{\"children\":[],\"finalized\":true}") : sync.apply(request);
    }
}
