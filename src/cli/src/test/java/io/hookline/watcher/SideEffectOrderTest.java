package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of the writes of a sync; hooks and users rely on it. */
@EachStrategy
class SideEffectOrderTest extends DecoratorSuite {

    private static final String KINDS = """
            childResources:
            - {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}
            - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
            """;

    /** Every hook call stands among the requests. */
    private void answer(String sync, String finalize) {
        world.hook = request -> {
            world.cluster.note((request.finalizing() ? "finalize " : "sync ") + shown(request));
            return request.finalizing() ? finalize : sync;
        };
    }

    private static String child(String kind, String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"" + name
                + "\",\"labels\":{\"app\":\"x\"}}}";
    }

    /** The requests up to the end of the first sync, which ends before the next hook call; dry runs have no effect. */
    private List<String> firstSync(String hook) {
        settle();
        List<String> requests = world.cluster.requests().stream()
                .filter(request -> !request.startsWith("try "))
                .toList();
        int first = indexOf(requests, hook, 0);
        int second = indexOf(requests, hook, first + 1);
        return requests.subList(0, second < 0 ? requests.size() : second);
    }

    private static int indexOf(List<String> requests, String hook, int from) {
        for (int i = from; i < requests.size(); i++) {
            if (requests.get(i).startsWith(hook)) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void aLivingCompositeGetsTheFinalizerThenClaimsThenTheHookIsCalledThenChildrenThenStatusAreWritten() {
        KubeObject parent = thing("p", "labels: {}", "{selector: {matchLabels: {app: x}}}");
        configMap("to-adopt", "labels: {app: x}");
        configMap("to-delete", "labels: {app: x}, " + ownedBy(parent));
        configMap("to-release", "labels: {app: y}, " + ownedBy(parent));
        answer(
                "{\"status\":{\"text\":\"hi\"},\"children\":[" + child("Secret", "made") + ","
                        + child("ConfigMap", "made") + "," + child("ConfigMap", "to-adopt") + "]}",
                "{}");

        selecting("c", KINDS + hooks("sync", "finalize"));

        soon().until(() -> status("p").contains("hi"));
        List<String> done = firstSync("sync");
        assertThat(done.subList(0, 6))
                .containsExactly(
                        "patch things default/p",
                        "patch configmaps default/to-release",
                        "get things default/p",
                        "patch configmaps default/to-adopt",
                        "sync [to-adopt, to-delete]",
                        "delete configmaps default/to-delete");
        List<String> last = sent("create secrets default/made", "patch things/status default/p");
        int end = done.size() - last.size();
        assertThat(done.subList(6, end)) // one kind, at the same time
                .containsExactlyInAnyOrderElementsOf(
                        sent("create configmaps default/made", "update configmaps default/to-adopt"));
        assertThat(done.subList(end, done.size())).isEqualTo(last);
        letGo(world.things(), "p");
    }

    @Test
    void aCompositeOnItsWayOutLosesItsChildrenBeforeTheStatusAndItsFinalizerBeforeAnythingElse() {
        answer("{\"children\":[" + child("ConfigMap", "a") + "]}", "{\"status\":{\"text\":\"going\"},\"children\":[]}");
        selecting("c", KINDS + hooks("sync", "finalize"));
        thing("p", "finalizers: [test.hookline.io/held]", "{selector: {matchLabels: {app: x}}}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();
        world.cluster.forget();

        deleteThing("p");
        soon().until(() -> status("p").contains("going"));
        assertThat(firstSync("finalize"))
                .containsExactly("finalize [a]", "delete configmaps default/a", "patch things/status default/p");

        answer("{}", "{\"status\":{\"text\":\"gone\"},\"children\":[],\"finalized\":true}");
        world.cluster.forget();
        mergeThing("p", "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}");
        soon().until(() -> status("p").contains("gone"));
        assertThat(firstSync("finalize"))
                .containsExactly("finalize []", "patch things default/p", "patch things/status default/p");
        letGo(world.things(), "p");
    }

    @Test
    void aDecoratedObjectGetsTheFinalizerThenTheHookIsCalledThenTheObjectAndItsAttachmentsAreWritten() {
        answer(attach("\"status\":{\"n\":1},\"labels\":{\"set\":\"yes\"}", "a"), "{}");
        decorator("deco", THINGS, hooks("sync", "finalize"));
        thing("p", YES, "{}");

        soon().until(() -> world.configMap("a").isPresent());
        assertThat(firstSync("sync"))
                .isEqualTo(sent(
                        "patch things default/p",
                        "sync []",
                        "patch things/status default/p",
                        "patch things default/p",
                        "create configmaps default/a"));
        letGo(world.things(), "p");
    }

    @Test
    void aDecoratedObjectOnItsWayOutIsWrittenAndReleasedThenItsAttachmentsGo() {
        answer(attach("", "a"), attach("\"status\":{\"n\":2},\"labels\":{\"set\":\"no\"},\"finalized\":true"));
        decorator("deco", THINGS, hooks("sync", "finalize"));
        thing("p", YES + ", finalizers: [test.hookline.io/held]", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();
        world.cluster.forget();

        deleteThing("p");

        soon().until(() -> world.configMap("a").isEmpty());
        assertThat(firstSync("finalize"))
                .containsExactly(
                        "finalize [a]",
                        "patch things/status default/p",
                        "patch things default/p",
                        "delete configmaps default/a");
        assertThat(world.calls).anyMatch(HookRequest::finalizing);
        letGo(world.things(), "p");
    }
}
