package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.terminal.Console;
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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemoteHooksTest {

    private static final ControllerSpec THING =
            ControllerDecoder.composite(KubeObject.of("""
                        {"metadata":{"name":"thing"},"spec":{"parentResource":{"apiVersion":"e.com/v1","resource":"things"},
                         "hooks":{"sync":{"webhook":{"url":"http://thing.metacontroller/sync"}}}}}""")).value();

    private static final KubeObject OBJECT = KubeObject.of("{}");
    private static final String UNKNOWN = "http error: Post \"http://thing.metacontroller/sync\": no such host";

    private final StringWriter printed = new StringWriter();
    private final DevConsole console =
            new DevConsole(new Console(new PrintWriter(printed), InstantSource.fixed(Instant.EPOCH), Instant.EPOCH));
    private Optional<String> failure = Optional.empty();

    private final HookClient client = new RemoteHooks((_, _, _, _) -> server(), console)
            .connect(THING, HookType.SYNC, THING.hooks().sync().orElseThrow(), _ -> {});

    private HookClient server() {
        return new HookClient() {
            @Override
            public HookReply call(HookRequest request) {
                if (failure.isPresent()) {
                    throw new HookException(failure.get());
                }
                return new HookReply.Later(Optional.empty());
            }

            @Override
            public void close() {}
        };
    }

    private void call() throws InterruptedException {
        client.call(new HookRequest(
                HookType.SYNC,
                HookVersion.V1,
                ControllerType.COMPOSITE,
                OBJECT,
                OBJECT,
                "",
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false,
                Optional.empty()));
    }

    private void callFails() {
        assertThatThrownBy(this::call).isInstanceOf(HookException.class).hasMessage(failure.orElseThrow());
    }

    @Test
    void anUnknownHostIsExplainedOnceUntilTheHookAnswers() throws Exception {
        failure = Optional.of(UNKNOWN);
        callFails();
        callFails();
        failure = Optional.empty();
        call();
        failure = Optional.of(UNKNOWN);
        callFails();

        assertThat(printed.toString().lines())
                .hasSize(2)
                .allMatch(line -> line.contains(" controller thing calls a host ")
                        && line.contains(" --hook thing=http://127.0.0.1:PORT;"));
    }

    @Test
    void anotherFailureIsNotExplained() {
        failure = Optional.of("unsupported status code: 500 body: dial tcp: lookup db: no such host");

        callFails();

        assertThat(printed.toString()).isEmpty();
    }
}
