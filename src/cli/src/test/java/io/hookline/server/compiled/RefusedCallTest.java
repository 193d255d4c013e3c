package io.hookline.server.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.WaitingHook;
import io.hookline.server.call.HookSettings;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls that no thread runs. */
class RefusedCallTest {

    /** Ignores interrupts. */
    private record Endless(AtomicInteger running, AtomicBoolean mayEnd) implements HookProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            running.incrementAndGet();
            while (!mayEnd.get()) {
                Thread.onSpinWait();
            }
            return new HookReply.Answered(JsonText.of("{}"));
        }
    }

    @Test
    void aCallForWhichNoThreadCanBeStartedIsRefusedWithTheReason() throws Exception {
        try (Bench full = new Bench(HookSettings.DEFAULTS)) {
            full.table.put("quick", full.loader.guarded("quick", new WaitingHook(new CountDownLatch(0))));
            full.startNoMoreThreads();

            Response refused = full.hooks.serve("/quick/sync", Requests.utf8(Requests.SYNC));

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body().toString()).contains("hook quick cannot run: no thread can be started");
        }
    }

    @Test
    void theRequestOfACallThatWaitedInVainIsNotKept() throws Exception {
        Endless endless = new Endless(new AtomicInteger(), new AtomicBoolean());
        HookSettings settings =
                HookSettings.DEFAULTS.withTimeout(Duration.ofMillis(500)).withCallsPerHook(1);
        try (Bench bench = new Bench(settings);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            bench.table.put("endless", bench.loader.guarded("endless", endless));
            var _ = callers.submit(() -> bench.hooks.serve("/endless/sync", Requests.utf8(Requests.SYNC)));
            await().until(() -> endless.running().get() == 1);
            byte[] request = Requests.utf8(Requests.SYNC);
            WeakReference<byte[]> kept = new WeakReference<>(request);

            assertThat(bench.hooks.serve("/endless/sync", request).status()).isEqualTo(503);
            request = new byte[0];

            await().until(() -> {
                System.gc();
                return kept.get() == null;
            });
        } finally {
            endless.mayEnd().set(true);
        }
    }
}
