package io.hookline.server.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.Bench;
import io.hookline.server.HookRegistry;
import io.hookline.server.Requests;
import io.hookline.server.WaitingHook;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.CombinedHook;
import io.hookline.testing.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TimeLimitedHookTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(TimeLimitedHook.class);

    @RegisterExtension
    private final LogLines tableLines = new LogLines(HookRegistry.class);

    private final Bench bench = new Bench(HookSettings.DEFAULTS
            .withTimeout(Duration.ofMillis(500))
            .withMaxCalls(2)
            .withCallsPerHook(3));

    @AfterEach
    void close() {
        bench.close();
    }

    /** A hook that ignores interrupts until the test releases it. */
    private static final class Looping implements HookProgram {
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final AtomicInteger running = new AtomicInteger();

        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            running.incrementAndGet();
            boolean ended = false;
            while (!ended) {
                try {
                    mayEnd.await();
                    ended = true;
                } catch (InterruptedException _) {
                    ended = false; // like code that never checks for interrupts
                }
            }
            running.decrementAndGet();
            return new HookReply.Answered(JsonText.of("{}"));
        }
    }

    /** A hook that answers at once. */
    private record Quick(AtomicInteger closed) implements HookProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
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
    void aHookThatLoopsIsAbandonedThenRefusedAndOthersContinue() throws Exception {
        Looping looping = new Looping();
        bench.table.put("looping", bench.loader.guarded("looping", looping));
        bench.table.put("quick", bench.loader.guarded("quick", new Quick(new AtomicInteger())));

        for (int i = 0; i < 3; i++) {
            Response response = call("looping");
            assertThat(response.status()).isEqualTo(504);
            assertThat(response.body().toString()).contains("hook looping gave no answer within 500 ms");
        }
        Response refused = call("looping");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body().toString()).contains("refused until it is reloaded: 3 calls hang");
        assertThat(looping.running).hasValue(3);
        assertThat(call("quick").status())
                .as("more calls hang than can run at a time")
                .isEqualTo(200);

        looping.mayEnd.countDown();
        await().untilAsserted(() -> assertThat(call("looping").status()).isEqualTo(200));
    }

    @Test
    void concurrentCallsOfALoopingHookLeaveNoMoreHungThreadsThanItHasPlaces() throws Exception {
        Looping looping = new Looping();
        try (Bench large = new Bench(HookSettings.DEFAULTS
                        .withTimeout(Duration.ofMillis(500))
                        .withMaxCalls(32)
                        .withCallsPerHook(3));
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            large.table.put("looping", large.loader.guarded("looping", looping));
            List<Future<Response>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(callers.submit(() -> large.hooks.serve("/looping/sync", Requests.utf8(Requests.SYNC))));
            }

            for (Future<Response> call : calls) {
                assertThat(call.get().status()).isIn(503, 504);
            }
            assertThat(looping.running).hasValue(3);
            assertThat(large.table.hanging()).isEqualTo(3);
            looping.mayEnd.countDown();
        }
    }

    @Test
    void aCallThatHangsIsLoggedWithTheLineOfItsCode() throws Exception {
        Looping looping = new Looping();
        bench.table.put("looping", bench.loader.guarded("looping", looping));

        String error = call("looping").body().toString();

        assertThat(error)
                .containsPattern("gave no answer within 500 ms: it waited \\d+ ms for one of 3 places and ran \\d+ ms")
                .contains("it does not end when interrupted");
        assertThat(lines.all()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getMessage()).startsWith("hook call hangs");
            assertThat(line.getKeyValuePairs().toString()).contains("looping", "1 of 3", "at=");
        });
        looping.mayEnd.countDown();
    }

    @Test
    void aCallThatEndsWhenItIsInterruptedDoesNotHang() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        bench.table.put("sleeper", bench.loader.guarded("sleeper", new WaitingHook(never)));

        Response response = call("sleeper");

        assertThat(response.status()).isEqualTo(504);
        assertThat(response.body().toString()).doesNotContain("interrupted");
        assertThat(bench.table.hanging()).isZero();
        assertThat(lines.all()).isEmpty();
    }

    @Test
    void hungCallsAreListedAndAHookWithoutAnyOtherPlaceIsNotReady() throws Exception {
        Looping looping = new Looping();
        bench.table.put("looping", bench.loader.guarded("looping", looping));
        bench.table.put("quick", bench.loader.guarded("quick", new Quick(new AtomicInteger())));

        call("looping");
        assertThat(bench.hooks.isReady()).isTrue();
        assertThat(bench.hooks.list().readiness()).isEqualTo("ok\nlooping: 1 call hangs beyond the timeout");

        call("looping");
        call("looping");
        assertThat(bench.hooks.isReady()).isFalse();
        assertThat(bench.hooks.list().readiness())
                .isEqualTo("looping: 3 calls hang beyond the timeout; refused until it is reloaded");
        assertThat(bench.table.find("looping").orElseThrow().state()).isEqualTo("refused");
        assertThat(MetricsPage.of(bench.registry)).contains("hookline_hook_hanging 3.0");

        looping.mayEnd.countDown();
        await().until(() -> bench.hooks.list().readiness().equals("ok"));
        assertThat(bench.hooks.isReady()).isTrue();
    }

    @Test
    void hungCallsOfAReplacedOrRemovedVersionAreReportedUntilTheyEnd() throws Exception {
        Looping looping = new Looping();
        bench.table.put("hook", bench.loader.guarded("hook", looping));
        call("hook");
        call("hook");

        bench.table.put("hook", bench.loader.guarded("hook", new Quick(new AtomicInteger())));

        assertThat(tableLines.all())
                .singleElement()
                .satisfies(
                        line -> assertThat(line.getKeyValuePairs().toString()).contains("hook", "2"));
        String note = "hook: 2 calls hang in earlier versions; restart the server to end their threads";
        assertThat(bench.hooks.list().readiness()).isEqualTo("ok\n" + note);
        bench.table.remove("hook");
        assertThat(bench.hooks.list().readiness()).isEqualTo("ok\n" + note);

        looping.mayEnd.countDown();
        await().until(() -> bench.hooks.list().readiness().equals("ok"));
    }

    @Test
    void aReloadGivesTheHookNewPlaces() throws Exception {
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
    void aCallOfAnotherTypeIsRefused() {
        HookProgram hook =
                new CombinedHook(List.of(new CombinedHook.Part(new Quick(new AtomicInteger()), _ -> "quick")));

        assertThatThrownBy(() -> hook.call(HookType.FINALIZE, new byte[0]))
                .isInstanceOf(HookException.class)
                .hasMessage("there is no finalize hook");
    }

    private Response call(String name) throws InterruptedException {
        return bench.hooks.serve("/" + name + "/sync", Requests.utf8(Requests.SYNC));
    }
}
