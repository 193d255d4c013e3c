package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.HookCatalog.Response;
import io.hookline.hook.HookException;
import io.hookline.hook.HookProgram;
import io.hookline.hook.HookReply;
import io.hookline.hook.HookType;
import io.hookline.hook.JsonText;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GuardedHookTest {

    private final Bench bench =
            new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMillis(200)).withMaxCalls(2));

    @AfterEach
    void close() {
        bench.close();
    }

    /** Deaf to interrupts until it may end. */
    private static final class Looping implements HookProgram {
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final AtomicInteger running = new AtomicInteger();

        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request) {
            running.incrementAndGet();
            boolean ended = false;
            while (!ended) {
                try {
                    mayEnd.await();
                    ended = true;
                } catch (InterruptedException _) {
                    ended = false; // like code that never looks
                }
            }
            running.decrementAndGet();
            return new HookReply.Answered(JsonText.of("{}"));
        }
    }

    /** Answers at once. */
    private record Quick(AtomicInteger closed) implements HookProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request) {
            return new HookReply.Answered(
                    JsonText.of("{\"virtual\":" + Thread.currentThread().isVirtual() + "}"));
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void aHookRunsOnAPlatformThread() throws Exception {
        bench.table.put("quick", bench.loader.guarded("quick", new Quick(new AtomicInteger())));

        await().untilAsserted(() -> assertThat(call("quick").body()).hasToString("{\"virtual\":false}"));
    }

    @Test
    void aHookThatLoopsIsAbandonedThenRefusedAndOthersGoOn() throws Exception {
        Looping looping = new Looping();
        bench.table.put("looping", bench.loader.guarded("looping", looping));
        bench.table.put("quick", bench.loader.guarded("quick", new Quick(new AtomicInteger())));

        for (int i = 0; i < 3; i++) {
            Response response = call("looping");
            assertThat(response.status()).isEqualTo(504);
            assertThat(response.body().toString()).contains("hook looping gave no answer within 200 ms");
        }
        Response refused = call("looping");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body().toString()).contains("refused until it is reloaded: 3 calls hang");
        assertThat(looping.running).hasValue(3);
        assertThat(call("quick").status())
                .as("more hang than may run at a time")
                .isEqualTo(200);

        looping.mayEnd.countDown();
        await().untilAsserted(() -> assertThat(call("looping").status()).isEqualTo(200));
    }

    @Test
    void aReloadStartsAfresh() throws Exception {
        Looping looping = new Looping();
        bench.table.put("hook", bench.loader.guarded("hook", looping));
        for (int i = 0; i < 3; i++) {
            call("hook");
        }
        assertThat(call("hook").status()).isEqualTo(503);

        bench.table.put("hook", bench.loader.guarded("hook", new Quick(new AtomicInteger())));

        await().until(() -> call("hook").status() == 200);
        looping.mayEnd.countDown();
    }

    @Test
    void aReplacedProgramIsClosed() {
        AtomicInteger closed = new AtomicInteger();
        bench.table.put("hook", bench.loader.guarded("hook", new Quick(closed)));
        bench.table.put("hook", bench.loader.guarded("hook", new Quick(closed)));
        bench.table.remove("hook");

        assertThat(closed).hasValue(2);
    }

    @Test
    void aRequestForAnotherQuestionIsRefused() {
        HookProgram hook = new CombinedHook(java.util.List.of(new Quick(new AtomicInteger())));

        assertThatThrownBy(() -> hook.call(HookType.FINALIZE, new byte[0]))
                .isInstanceOf(HookException.class)
                .hasMessage("there is no finalize hook");
    }

    private Response call(String name) throws InterruptedException {
        return bench.hooks.serve("/" + name + "/sync", Requests.utf8(Requests.SYNC));
    }
}
