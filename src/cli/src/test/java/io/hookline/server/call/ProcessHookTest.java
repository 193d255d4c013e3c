package io.hookline.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.testing.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executables that leave processes behind, or take too many places. */
class ProcessHookTest {

    private final Bench bench = new Bench(HookSettings.DEFAULTS
            .withTimeout(Duration.ofMinutes(1))
            .withMaxCalls(3)
            .withCallsPerHook(2));

    @TempDir
    Path root;

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 1000 &",
                "sleep 1000 >/dev/null 2>&1 &",
                "setsid sleep 1000 &",
                "setsid sh -c 'sleep 1000 & echo $! > pids; wait' &"
            })
    void theAnswerIsCompleteWhenTheProgramEndsAndItsOtherProcessesAreKilled(String start) throws Exception {
        HookProgram hook = hook("leaver", start + "\necho $! >> pids\necho '{\"children\":[]}'\nexit 0\n");

        assertThat(answer(hook)).isEqualTo("{\"children\":[]}\n");

        for (String pid : Files.readAllLines(root.resolve("leaver/pids"))) {
            await().until(() -> Processes.hasEnded(Long.parseLong(pid.strip())));
        }
    }

    @Test
    void theAnswerIsCompleteEvenIfAnotherProcessCannotBeFound() throws Exception {
        HookProgram hook = hook("hider", "env -i setsid sleep 1000 &\necho $! > pid\necho '{\"children\":[]}'\n");

        String answer = answer(hook);

        long pid = Long.parseLong(Files.readString(root.resolve("hider/pid")).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        assertThat(answer).isEqualTo("{\"children\":[]}\n");
    }

    @Test
    void aLargeAnswerIsWholeAlthoughAChildHoldsTheOutput() throws Exception {
        HookProgram hook = hook(
                "large",
                "env -i setsid sleep 1000 &\necho $! > pid\nprintf '{\"a\":\"'\nhead -c 3000000 /dev/zero | tr '\\0' x\n"
                        + "printf '\"}'\n");

        String answer = answer(hook);

        long pid = Long.parseLong(Files.readString(root.resolve("large/pid")).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        assertThat(answer).hasSize(3_000_008);
    }

    @Test
    void theOtherProcessesOfAFailedProgramAreKilled() throws Exception {
        HookProgram hook = hook("failing", "sleep 1000 &\necho $! > pid\nexit 3\n");

        assertThatThrownBy(() -> answer(hook)).isInstanceOf(HookException.class).hasMessageContaining("exit code 3");

        long pid = Long.parseLong(Files.readString(root.resolve("failing/pid")).strip());
        await().until(() -> Processes.hasEnded(pid));
    }

    @Test
    void anExecutableThatTakesAllItsPlacesDoesNotTakeThoseOfOthers() throws Exception {
        HookProgram slow = hook("slow", "until rm go 2>/dev/null; do sleep 0.1; done\necho '{}'\n");
        HookProgram quick = hook("quick", "echo '{}'\n");
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(callers.submit(() -> answer(slow)));
            }
            assertThat(answer(quick)).isEqualTo("{}\n");
            for (Future<String> call : calls) {
                assertThat(call.isDone()).isFalse();
            }
            for (int i = 0; i < calls.size(); i++) {
                Files.createFile(root.resolve("slow/go"));
                await().until(() -> !Files.exists(root.resolve("slow/go")));
            }
            for (Future<String> call : calls) {
                assertThat(call.get()).isEqualTo("{}\n");
            }
        }
    }

    private HookProgram hook(String name, String script) throws IOException {
        Path folder = Files.createDirectories(root.resolve(name));
        Files.writeString(folder.resolve("sync.sh"), "#!/bin/sh\n" + script);
        return bench.loader.load(folder);
    }

    private static String answer(HookProgram hook) throws InterruptedException {
        HookReply reply = hook.call(HookType.SYNC, Requests.utf8(Requests.SYNC));
        return ((HookReply.Answered) reply).body().toString();
    }
}
