package io.hookline.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.WaitingHook;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class HookConcurrencyTest {

    @Test
    void aHookThatTakesAllItsPlacesDoesNotTakeThoseOfOthers() throws Exception {
        try (Bench patient = new Bench(HookSettings.DEFAULTS
                .withTimeout(Duration.ofMinutes(1))
                .withMaxCalls(4)
                .withCallsPerHook(3))) {
            CountDownLatch mayEnd = new CountDownLatch(1);
            WaitingHook waiting = new WaitingHook(mayEnd);
            patient.table.put("slow", patient.loader.guarded("slow", waiting));
            patient.table.put("quick", patient.loader.guarded("quick", new WaitingHook(new CountDownLatch(0))));
            try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 64; i++) {
                    var _ = callers.submit(() -> patient.hooks.serve("/slow/sync", Requests.utf8(Requests.SYNC)));
                }
                await().until(() -> waiting.running.get() == 3);

                assertThat(patient.hooks
                                .serve("/quick/sync", Requests.utf8(Requests.SYNC))
                                .status())
                        .isEqualTo(200);
                mayEnd.countDown();
            }
            assertThat(waiting.most).hasValue(3);
        }
    }

    @Test
    void aCallThatOnlyWaitedReportsItsReason() throws Exception {
        CallLimiter pool = new CallLimiter(Runnable::run, 2, 1);
        HookConcurrency busy = pool.forHook("busy");
        busy.take(Duration.ofMinutes(1));

        assertThatThrownBy(() -> busy.take(Duration.ofMillis(20)))
                .isInstanceOf(CallRejectedException.class)
                .hasMessageMatching("hook busy is busy: the call waited \\d+ ms for one of 1 places");
        pool.forHook("other").take(Duration.ofMinutes(1));
        assertThatThrownBy(() -> pool.forHook("third").take(Duration.ofMillis(20)))
                .isInstanceOf(CallRejectedException.class)
                .hasMessageMatching(
                        "the hook server is busy: the call waited \\d+ ms for one of 2 places of all hooks");
    }
}
