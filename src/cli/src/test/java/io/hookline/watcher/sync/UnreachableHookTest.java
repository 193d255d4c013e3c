package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.WatcherFixture;
import io.hookline.watcher.model.HookConnector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A controller of which one hook cannot be connected, as when the Secret with its token is missing. */
class UnreachableHookTest {

    private final List<HookType> open = new ArrayList<>();

    private final class Client implements HookClient {
        private final HookType type;

        Client(HookType type) {
            this.type = type;
            open.add(type);
        }

        @Override
        public HookReply call(HookRequest request) {
            throw new IllegalStateException("nobody asks here");
        }

        @Override
        public void close() {
            open.remove(type);
        }
    }

    @Test
    void theHooksThatWereConnectedBeforeItAreClosed() {
        KubeObject controller = LocalWorld.object(
                """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                """ + WatcherFixture.hooks("sync", "finalize", "customize").indent(2));
        HookConnector connector = (_, type, _, _) -> {
            if (type == HookType.CUSTOMIZE) {
                throw new IllegalStateException("secret \"token\" not found");
            }
            return new Client(type);
        };

        assertThatThrownBy(() -> new ControllerHooks(
                        ControllerDecoder.composite(controller).value(), connector, (_, _) -> {}, (_, _) -> {}))
                .hasMessage("secret \"token\" not found");
        assertThat(open).isEmpty();
    }
}
