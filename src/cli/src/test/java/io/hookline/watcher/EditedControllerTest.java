package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A controller is edited: it is restarted, its caches are not, and no other controller is. */
class EditedControllerTest extends ReconcileSuite {

    private static final Set<String> READS = Set.of("list", "watch");

    private final List<String> reads = new CopyOnWriteArrayList<>();

    @Override
    public UnaryOperator<Cluster> between() {
        return cluster -> ((Interposed) this::record).before(cluster);
    }

    private @Nullable Object record(Interposed.Request request) {
        if (READS.contains(request.verb())) {
            reads.add(request.verb() + " " + request.resource());
        }
        return request.pass();
    }

    private static String hooksAt(String host) {
        return "hooks:\n  sync: {webhook: {url: \"http://" + host + "/sync\"}}\n"
                + "  customize: {webhook: {url: \"http://" + host + "/customize\"}}\n";
    }

    private String answer(HookRequest request) {
        if (request.type() == HookType.CUSTOMIZE) {
            return "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\"}]}";
        }
        return configMapAnswer("hi", "of-" + request.controller().name());
    }

    private List<HookRequest> callsOf(String controller) {
        return world.calls.stream()
                .filter(call -> call.controller().name().equals(controller))
                .toList();
    }

    private void start() {
        world.hook = this::answer;
        world.thing("p", "{}");
        world.composite("edited", configMaps("InPlace") + hooksAt("before"));
        decorator();
        soon().until(() ->
                world.configMap("of-edited").isPresent() && !callsOf("other").isEmpty());
        settle();
    }

    /** Of another kind of children, so that the caches of the first are not kept open by this one. */
    private void decorator() {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: other}
                spec:
                  resources: [{apiVersion: v1, resource: namespaces}]
                  hooks: {sync: {webhook: {url: "http://other/sync"}}}
                """);
    }

    @Test
    void anotherHookUrlIsCalledWithoutANewListOrWatch() {
        start();
        int calls = world.calls.size();
        reads.clear();

        world.composite("edited", configMaps("InPlace") + hooksAt("after"));

        soon().until(() -> world.calls.stream().skip(calls).anyMatch(call -> isOf(call, "edited", "after")));
        settle();
        assertThat(reads).isEmpty();
        assertThat(callsOf("edited").stream().filter(call -> isOf(call, "edited", "after")))
                .allSatisfy(call -> assertThat(shownByOthers(call)).isTrue());
    }

    private static boolean isOf(HookRequest call, String controller, String host) {
        return call.controller().name().equals(controller)
                && call.controller().json().contains("http://" + host + "/");
    }

    /** The new controller sees the child of the former one from its first sync on. */
    private static boolean shownByOthers(HookRequest call) {
        return call.type() == HookType.CUSTOMIZE || shown(call).equals(List.of("of-edited"));
    }

    @Test
    void otherControllersAreNotRestartedNorCalled() {
        start();
        int others = callsOf("other").size();
        int calls = world.calls.size();

        world.composite("edited", configMaps("InPlace") + hooksAt("after"));

        soon().until(() -> world.calls.stream().skip(calls).anyMatch(call -> isOf(call, "edited", "after")));
        settle();
        assertThat(callsOf("other")).hasSize(others);
        assertThat(events("Stopped other")).isEmpty();
    }

    /** What the former rules named stays open for one restart only. */
    @Test
    void aRelatedCacheThatIsNotNamedAnyMoreIsClosedByTheSecondRestart() {
        start();
        world.hook = request -> request.type() == HookType.CUSTOMIZE
                ? "{\"relatedResources\":[]}"
                : configMapAnswer("hi", "of-" + request.controller().name());
        for (String host : List.of("second", "third")) {
            world.composite("edited", configMaps("InPlace") + hooksAt(host));
            soon().until(() -> world.calls.stream().anyMatch(call -> isOf(call, "edited", host)));
            settle();
        }
        reads.clear();
        world.hook = this::answer;

        world.composite("edited", configMaps("InPlace") + hooksAt("fourth"));

        soon().until(() -> reads.contains("watch secrets") || reads.contains("list secrets"));
    }
}
