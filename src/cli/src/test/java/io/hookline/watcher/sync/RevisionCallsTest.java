package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.WatcherFixture;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.ParentRevision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The calls of the hook for several revisions of one parent. */
class RevisionCallsTest {

    private final AtomicInteger released = new AtomicInteger();

    /** Answers for the revision {@code new}, and ends in the given way for the other. */
    private record Client(AtomicInteger released, Runnable otherwise) implements HookClient {
        @Override
        public HookReply call(HookRequest request) {
            if (!request.revision().equals("new")) {
                otherwise.run();
            }
            return new HookReply.Answered(
                    new JsonText("{}".getBytes(StandardCharsets.UTF_8), released::incrementAndGet));
        }

        @Override
        public void close() {}
    }

    private RevisionCalls calls(Runnable otherwise) {
        KubeObject controller =
                LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                """ + WatcherFixture.hooks("sync").indent(2));
        ControllerHooks hooks = new ControllerHooks(
                ControllerDecoder.composite(controller).value(),
                (_, _, _, _) -> new Client(released, otherwise),
                (_, _) -> {},
                (_, _) -> {});
        return new RevisionCalls(hooks, new Fanout(Thread.ofVirtual().factory()));
    }

    private static ParentRevision revision(String name) {
        KubeObject parent = LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p}}");
        return new ParentRevision(name, parent, Json.NODES.objectNode(), Optional.empty());
    }

    private static void call(RevisionCalls calls) throws InterruptedException {
        calls.call(
                List.of(revision("new"), revision("old")),
                ObjectGroups.NONE,
                List.of(ObjectGroups.NONE, ObjectGroups.NONE),
                false);
    }

    @Test
    void answersAreReleasedIfTheCallForAnotherRevisionFailsUnexpectedly() {
        RevisionCalls calls = calls(() -> {
            throw new IllegalStateException("a bug");
        });
        assertThatThrownBy(() -> call(calls)).hasMessage("a bug");
        assertThat(released).hasValue(1);
    }

    @Test
    void answersAreReleasedIfTheSyncIsInterrupted() {
        Thread caller = Thread.currentThread();
        RevisionCalls calls = calls(() -> {
            caller.interrupt();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        });
        assertThatThrownBy(() -> call(calls)).isInstanceOf(InterruptedException.class);
        assertThat(released).hasValue(2);
    }
}
