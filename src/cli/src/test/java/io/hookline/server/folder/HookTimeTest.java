package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.call.HookSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of a call reaches hooks in every language. */
class HookTimeTest {

    private static final Instant NOW = Instant.parse("2020-02-02T02:02:02.987Z");

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        bench.close();
    }

    /** Java answers sync, an executable answers finalize. */
    private HookProgram hook() throws Exception {
        Files.writeString(folder.resolve("Hook.java"), """
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                import java.util.Map;

                final class Hook implements SyncHook<KubeObject> {
                    public Answer sync(Sync<KubeObject> in) {
                        return Answer.of().status(Map.of("now", in.now()));
                    }
                }
                """);
        Files.writeString(
                folder.resolve("finalize.sh"),
                "#!/bin/sh\nprintf '{\"children\":[],\"status\":{\"now\":\"%s\"}}' \"${HOOKLINE_NOW-none}\"\n");
        return bench.loader.load(folder);
    }

    private static String call(HookProgram hook, HookType type, Optional<Instant> now) throws Exception {
        byte[] request = Requests.utf8(Requests.request("Ann", type == HookType.FINALIZE));
        HookReply reply = hook.call(type, request, now);
        return ((HookReply.Answered) reply).body().tree().at("/status/now").asText();
    }

    @Test
    void javaGetsTheTimeOfTheCallAndOtherwiseThatOfItsClock() throws Exception {
        HookProgram hook = hook();

        assertThat(call(hook, HookType.SYNC, Optional.of(NOW))).isEqualTo("2020-02-02T02:02:02.987Z");
        assertThat(call(hook, HookType.SYNC, Optional.empty())).isEqualTo("2026-01-01T00:00:00Z");
    }

    @Test
    void anExecutableGetsTheTimeInItsEnvironmentAndOtherwiseNone() throws Exception {
        HookProgram hook = hook();

        assertThat(call(hook, HookType.FINALIZE, Optional.of(NOW))).isEqualTo("2020-02-02T02:02:02Z");
        assertThat(call(hook, HookType.FINALIZE, Optional.empty())).isEqualTo("none");
    }

    @Test
    void aTimeIsReadInAnyOffset() {
        assertThat(HookTime.parse("2020-02-02T03:02:02.987+01:00")).isEqualTo(NOW);
        assertThatThrownBy(() -> HookTime.parse("noon"))
                .hasMessage("expected a time such as 2026-01-01T00:00:00Z, was \"noon\"");
    }
}
