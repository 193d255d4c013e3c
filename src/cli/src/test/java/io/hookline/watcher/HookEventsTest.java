package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ListOptions;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The events in the answers of hooks are recorded about their parent. */
class HookEventsTest extends DecoratorSuite {

    private static String event(String type, String reason, String message) {
        return "{\"type\":\"" + type + "\",\"reason\":\"" + reason + "\",\"message\":\"" + message + "\"}";
    }

    private static String with(String answer, String... events) {
        return answer.replaceFirst("}$", ",\"events\":[" + String.join(",", events) + "]}");
    }

    private List<ObjectNode> recorded(String reason) {
        return world
                .local
                .list(
                        world.local
                                .discover()
                                .find(GroupVersionKind.of("v1", "Event"))
                                .orElseThrow(),
                        ListOptions.ALL)
                .items()
                .stream()
                .map(KubeObject::tree)
                .filter(event -> event.path("reason").asText().equals(reason))
                .toList();
    }

    @Test
    void theEventsOfASyncAreRecordedAboutTheParent() {
        world.hook = _ -> with(
                configMapAnswer("hi", "a"),
                event("Normal", "BackupDone", "backed up 3 volumes"),
                event("Warning", "QuotaExceeded", "no room for 2 more"));
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        KubeObject parent = thing("p", "", "{}");

        awaitEvent("BackupDone p: backed up 3 volumes");
        awaitEvent("QuotaExceeded p: no room for 2 more");
        ObjectNode done = recorded("BackupDone").getFirst();
        assertThat(done.path("type").asText()).isEqualTo("Normal");
        assertThat(done.at("/metadata/namespace").asText()).isEqualTo("default");
        assertThat(done.at("/involvedObject/kind").asText()).isEqualTo("Thing");
        assertThat(done.at("/involvedObject/uid").asText()).isEqualTo(parent.uid());
        assertThat(done.at("/source/component").asText()).isEqualTo("metacontroller");
        assertThat(recorded("QuotaExceeded").getFirst().path("type").asText()).isEqualTo("Warning");
        soon().until(() -> world.configMap("a").isPresent());
    }

    /** As while somebody edits the hook. */
    @Test
    void anEventAfterManyFailedSyncsIsRecordedAndObserved() throws InterruptedException {
        Semaphore called = new Semaphore(0);
        world.hook = _ -> {
            called.release();
            throw new HookException("boom");
        };
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        for (int i = 0; i < 30; i++) {
            thing("p", "", "{n: " + i + "}");
            assertThat(called.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        }
        world.hook = _ -> with("{\"children\":[]}", event("Warning", "NoSecret", "Secret x is missing"));
        thing("p", "", "{n: 30}");

        awaitEvent("NoSecret p: Secret x is missing");
        assertThat(world.observed).anyMatch(line -> line.startsWith("c: event Thing default/p NoSecret"));
    }

    @Test
    void equalEventsAreCountedInOneEvent() {
        world.hook = request -> with(
                "{\"status\":{\"n\":\"" + request.parent().annotations().get("n") + "\"},\"children\":[]}",
                event("Warning", "NoRoom", "no room"));
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", "", "{}");
        awaitEvent("NoRoom p");

        for (int n = 1; n <= 3; n++) {
            mergeThing("p", "{\"metadata\":{\"annotations\":{\"n\":\"" + n + "\"}}}");
            String seen = "\"" + n + "\"";
            soon().until(() -> status("p").contains(seen));
        }

        soon().until(() -> recorded("NoRoom").getFirst().path("count").asInt() >= 4);
        assertThat(recorded("NoRoom")).hasSize(1);
    }

    @Test
    void aSyncInWhichNothingHasChangedRecordsNothingAgain() {
        world.hook =
                _ -> with("{\"children\":[],\"resyncAfterSeconds\":0.05}", event("Normal", "Polled", "all is well"));
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", "", "{}");
        awaitEvent("Polled p");
        soon().until(() -> world.calls.size() > 4);
        QuietPeriod.await(500, () -> recorded("Polled").getFirst().path("count").asInt()); // those of the first changes
        int count = recorded("Polled").getFirst().path("count").asInt();
        int calls = world.calls.size();

        soon().until(() -> world.calls.size() > calls + 4);

        assertThat(recorded("Polled").getFirst().path("count").asInt()).isEqualTo(count);
    }

    @Test
    void theEventsOfAFinalizeHookAreRecorded() {
        world.hook = request -> request.finalizing()
                ? with("{\"children\":[],\"finalized\":true}", event("Normal", "Emptied", "removed 7 files"))
                : "{\"children\":[]}";
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        thing("p", "", "{}");
        soon().until(() -> !world.thing("p").orElseThrow().finalizers().isEmpty());

        deleteThing("p");

        awaitEvent("Emptied p: removed 7 files");
        soon().until(() -> world.thing("p").isEmpty());
    }

    @Test
    void theEventsOfADecoratorAreRecordedAboutTheDecoratedObject() {
        world.hook = _ -> attach("\"events\":[" + event("Normal", "Exposed", "at port 80") + "]", "a");
        decorator("d", THINGS, hooks("sync"));
        thing("p", YES, "{}");

        awaitEvent("Exposed p: at port 80");
        soon().until(() -> world.configMap("a").isPresent());
    }

    @Test
    void anAnswerThatIsNotValidRecordsNoneOfItsEvents() {
        world.hook = _ ->
                with("{\"children\":[]}", event("Normal", "Fine", "all is well"), event("Warn", "NoRoom", "no room"));
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", "", "{}");

        awaitEvent("SyncError p: Sync error: sync hook failed for Thing default/p: sync hook failed (version=v1):"
                + " events[1].type: expected Normal or Warning, was \"Warn\"");
        assertThat(events("Fine")).isEmpty();
    }

    @Test
    void theEventsOfAnAnswerWhoseChildIsRefusedAreRecorded() {
        world.hook = _ -> with(
                "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"Not Valid\"}}]}",
                event("Warning", "NoRoom", "no room"));
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        thing("p", "", "{}");

        awaitEvent("NoRoom p: no room");
        awaitEvent("SyncError p");
    }
}
