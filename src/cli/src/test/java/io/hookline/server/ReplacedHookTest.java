package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.server.call.HookSettings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hook that is edited during a call that hangs: the author must not wait for the timeout. */
@Timeout(60)
class ReplacedHookTest {

    private static final byte[] REQUEST = Requests.SYNC.getBytes(StandardCharsets.UTF_8);

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(10)));
    private final HookRegistry registry = new HookRegistry(true);
    private final ServedHooks hooks = new ServedHooks(
            registry,
            HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(10)),
            new PrometheusRegistry(),
            new SplittableRandom(1)::nextLong,
            InstantSource.system());

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        bench.close();
    }

    private FutureTask<Response> call() {
        FutureTask<Response> call = new FutureTask<>(() -> hooks.serve("/hook/sync", REQUEST));
        Thread.ofVirtual().start(call);
        return call;
    }

    private static HookProgram answering(String json, CountDownLatch called, CountDownLatch answers) {
        return new HookProgram() {
            @Override
            public Set<HookType> types() {
                return Set.of(HookType.SYNC);
            }

            @Override
            public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
                called.countDown();
                answers.await();
                return new HookReply.Answered(new JsonText(json.getBytes(StandardCharsets.UTF_8)));
            }
        };
    }

    private static String text(Response response) {
        return new String(response.body().bytes(), StandardCharsets.UTF_8);
    }

    private void replaceByAWorkingVersion() {
        HookProgram working = answering("{\"status\":{}}", new CountDownLatch(1), new CountDownLatch(0));
        registry.put("hook", bench.loader.guarded("hook", working));
    }

    @Test
    void aHangingCallOfAJavaHookIsAbandonedAndTheNewVersionAnswers() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        registry.put("hook", bench.loader.guarded("hook", answering("{}", called, new CountDownLatch(1))));
        FutureTask<Response> hanging = call();
        called.await();

        replaceByAWorkingVersion();

        Response abandoned = hanging.get(60, TimeUnit.SECONDS);
        assertThat(abandoned.status()).isEqualTo(503);
        assertThat(text(abandoned)).contains("hook hook was reloaded during the call");
        assertThat(abandoned.headers()).containsEntry("Hookline-Reloaded", "true");
        assertThat(text(call().get(60, TimeUnit.SECONDS))).isEqualTo("{\"status\":{}}");
    }

    @Test
    void aHangingProcessIsKilledAndTheNewVersionAnswers() throws Exception {
        Path mark = folder.resolve("mark");
        Path hook = Files.createDirectory(folder.resolve("hook"));
        Files.writeString(hook.resolve("sync.sh"), "#!/bin/sh\necho $$ >" + mark + "\nexec sleep 600\n");
        registry.put("hook", bench.loader.load(hook));
        FutureTask<Response> hanging = call();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(mark) && !Files.readString(mark).isBlank());

        replaceByAWorkingVersion();

        Response abandoned = hanging.get(60, TimeUnit.SECONDS);
        assertThat(abandoned.status()).isEqualTo(503);
        assertThat(text(abandoned)).contains("hook hook was reloaded during the call");
        assertThat(abandoned.headers()).containsEntry("Hookline-Reloaded", "true");
        long process = Long.parseLong(Files.readString(mark).strip());
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
        assertThat(text(call().get(60, TimeUnit.SECONDS))).isEqualTo("{\"status\":{}}");
    }
}
