package io.hookline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.model.NotLeaderException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Hooks may have effects outside of the cluster, so only the leader calls them. */
class LeaderHooksTest {

    private final AtomicInteger calls = new AtomicInteger();

    private final HookClient hook = new HookClient() {
        @Override
        public HookReply call(HookRequest request) {
            calls.incrementAndGet();
            return new HookReply.Later(Optional.empty());
        }

        @Override
        public void close() {}
    };

    private static HookRequest request() {
        KubeObject object = LocalWorld.object("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        return new HookRequest(
                HookType.SYNC,
                HookVersion.V1,
                ControllerType.COMPOSITE,
                object,
                object,
                "",
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false);
    }

    @Test
    void theLeaderCallsThem() throws InterruptedException {
        assertThat(new WatcherProcess.LeaderHooks(hook, () -> true).call(request()))
                .isInstanceOf(HookReply.Later.class);
    }

    @Test
    void anotherProcessSaysThatItIsNotTheLeaderRatherThanThatTheHookFailed() {
        assertThatThrownBy(() -> new WatcherProcess.LeaderHooks(hook, () -> false).call(request()))
                .isInstanceOf(NotLeaderException.class)
                .hasMessage("this process is not the leader");
        assertThat(calls).hasValue(0);
    }
}
