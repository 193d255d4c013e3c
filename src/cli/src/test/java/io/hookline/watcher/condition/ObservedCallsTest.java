package io.hookline.watcher.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.LocalWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The state of a controller's hooks comes from the last real call of each. */
class ObservedCallsTest {

    private static final String URL = "http://user:secret@hooks.test/sync?token=secret";

    private final ObservedCalls calls = new ObservedCalls();
    private final List<ObservedCalls.State> changes = new ArrayList<>();
    private Supplier<HookReply> hook = () -> new HookReply.Later(Optional.empty());

    private final ControllerSpec spec =
            ControllerDecoder.composite(LocalWorld.object("""
                    apiVersion: metacontroller.k8s.io/v1alpha1
                    kind: CompositeController
                    metadata: {name: c}
                    spec:
                      parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                      hooks: {sync: {webhook: {url: "%s"}}}
                    """.formatted(URL))).value();

    private HookClient client(HookType type) {
        return calls.observing((_, _, _, _) -> new HookClient() {
                    @Override
                    public HookReply call(HookRequest request) {
                        return hook.get();
                    }

                    @Override
                    public void close() {}
                })
                .connect(spec, type, spec.hooks().sync().orElseThrow(), _ -> {});
    }

    private void call(HookType type) throws InterruptedException {
        call(type, "p");
    }

    private void call(HookType type, String name) throws InterruptedException {
        KubeObject parent = LocalWorld.object(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: %1$s, uid: uid-%1$s}}"
                        .formatted(name));
        HookRequest request = new HookRequest(
                type,
                HookVersion.V1,
                ControllerType.COMPOSITE,
                spec.source(),
                parent,
                "",
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false);
        try (HookClient client = client(type)) {
            client.call(request);
        }
    }

    private void fail(HookType type, String message) {
        fail(type, "p", message);
    }

    private void fail(HookType type, String parent, String message) {
        hook = () -> {
            throw new HookException(message);
        };
        assertThatThrownBy(() -> call(type, parent)).isInstanceOf(HookException.class);
        hook = () -> new HookReply.Later(Optional.empty());
    }

    private String failure() {
        return ((ObservedCalls.Failed) calls.state()).message();
    }

    @Test
    void nothingIsKnownBeforeTheFirstCall() {
        assertThat(calls.state()).isEqualTo(new ObservedCalls.NoCallYet());
    }

    @Test
    void anAnswerMakesTheHooksReachable() throws InterruptedException {
        call(HookType.SYNC);

        assertThat(calls.state()).isEqualTo(new ObservedCalls.AllAnswered());
    }

    @Test
    void aFailedCallCountsUntilTheSameHookHasAnswered() throws InterruptedException {
        fail(HookType.SYNC, "refused");
        call(HookType.FINALIZE);
        assertThat(failure()).startsWith("sync hook: ").endsWith("refused");

        call(HookType.SYNC);
        assertThat(calls.state()).isEqualTo(new ObservedCalls.AllAnswered());
    }

    @Test
    void parentsForWhichAHookThatAnswersFailsDoNotMakeItUnreachable() throws InterruptedException {
        call(HookType.SYNC, "good");
        fail(HookType.SYNC, "bad", "crashed");
        assertThat(calls.state()).isInstanceOf(ObservedCalls.FailedForOne.class);
        call(HookType.SYNC, "good");
        fail(HookType.SYNC, "worse", "crashed");
        call(HookType.SYNC, "good");
        for (int retry = 0; retry < 3; retry++) {
            fail(HookType.SYNC, "bad", "crashed");
            fail(HookType.SYNC, "worse", "crashed");
            assertThat(calls.state()).isInstanceOf(ObservedCalls.FailedForOne.class);
        }

        fail(HookType.SYNC, "good", "refused");
        assertThat(calls.state()).isInstanceOf(ObservedCalls.FailedForOne.class);
        fail(HookType.SYNC, "other", "refused");
        assertThat(failure()).endsWith("refused");
        fail(HookType.SYNC, "bad", "refused");
        assertThat(failure()).as("while the hook is down").endsWith("refused");

        call(HookType.SYNC, "bad");
        assertThat(calls.state()).isEqualTo(new ObservedCalls.AllAnswered());
        fail(HookType.SYNC, "bad", "refused");
        fail(HookType.SYNC, "good", "refused");
        assertThat(calls.state()).isInstanceOf(ObservedCalls.FailedForOne.class);
    }

    @Test
    void theMessageHasTheUrlWithoutCredentials() {
        fail(HookType.SYNC, "refused");
        assertThat(failure()).isEqualTo("sync hook: http://hooks.test/sync: refused");

        fail(HookType.SYNC, "http error: Post \"http://user:***@hooks.test/sync?token=secret\": timeout");
        assertThat(failure()).isEqualTo("sync hook: http error: Post \"http://hooks.test/sync\": timeout");
    }

    @Test
    void aMessageThatDiffersInNumbersOnlyIsNoChange() {
        calls.onChange(() -> changes.add(calls.state()));

        fail(HookType.SYNC, "timeout after 1003 ms");
        fail(HookType.SYNC, "timeout after 1017 ms");
        assertThat(failure()).endsWith("timeout after 1003 ms");

        fail(HookType.SYNC, "refused");
        assertThat(changes).hasSize(2);
    }
}
