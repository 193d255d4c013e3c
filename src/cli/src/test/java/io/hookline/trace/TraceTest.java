package io.hookline.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hookline.docs.Figure;
import io.hookline.object.KubeObject;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final KubeObject THING = KubeObject.of("""
            {"apiVersion":"e.com/v1","kind":"Thing","metadata":{"name":"a","namespace":"shop","resourceVersion":"7"}}
            """.getBytes(StandardCharsets.UTF_8));

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    private static Trace trace(@Nullable ObservedChange change, long queued, long taken) {
        return Trace.start(
                new SplittableRandom(1)::nextLong, Causes.of("parent changed"), change, at(queued), at(taken));
    }

    @Test
    void anIdIsThatOfW3cTraceContextAndNeverZero() {
        assertThat(trace(null, 0, 0).id()).matches("[0-9a-f]{32}");
        assertThat(Trace.start(() -> 0, Causes.NONE, null, START, START).id()).isEqualTo("0".repeat(31) + "1");
    }

    @Test
    void eachCallOfASyncHasTheSameIdAndAParentOfItsOwn() {
        Trace trace = trace(null, 0, 0);
        Set<String> headers = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            headers.add(trace.nextParent());
        }

        assertThat(headers).hasSize(100).allMatch(header -> header.matches("00-" + trace.id() + "-[0-9a-f]{16}-01"));
        assertThat(headers).noneMatch(header -> header.contains("-" + "0".repeat(16) + "-"));
    }

    @Test
    void aSyncAndTheThreadsThatWorkForItHaveItsTraceAndNobodyElseHas() throws InterruptedException {
        Trace trace = trace(null, 0, 0);
        List<@Nullable Trace> seen = new ArrayList<>();
        trace.run(() -> {
            seen.add(Trace.current());
            Thread worker = Thread.ofVirtual().unstarted(Trace.inherited(() -> seen.add(Trace.current())));
            worker.start();
            join(worker);
        });
        Thread.ofVirtual()
                .start(Trace.inherited(() -> seen.add(Trace.current())))
                .join();

        assertThat(seen).containsExactly(trace, trace, null);
        assertThat(Trace.current()).isNull();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theStagesAddUpToTheTimeFromTheEventToTheLastWrite() {
        Trace trace = trace(ObservedChange.of(THING, at(0)), 1, 3);
        trace.hook(at(6), at(16));

        assertThat(trace.stages(at(36)))
                .isEqualTo(new Stages(millis(1), null, millis(2), millis(3), millis(10), millis(20), millis(36)));
    }

    @Test
    void aSyncThatCallsNoHookHasNoTimesAfterTheQueue() {
        assertThat(trace(null, 1, 3).stages(at(4)))
                .isEqualTo(new Stages(null, null, millis(2), null, null, null, millis(3)));
    }

    @Test
    void noTimeIsNegativeThoughTheKeyWaitedBeforeTheEventArrived() {
        assertThat(trace(ObservedChange.of(THING, at(2)), 1, 3).stages(at(4)))
                .isEqualTo(new Stages(millis(0), null, millis(2), null, null, null, millis(3)));
    }

    @Test
    void aRetryCountsFromTheChangeThatItsFormerAttemptDidNotComplete() {
        Trace trace = trace(null, 100, 101);
        trace.continues(ObservedChange.of(THING, at(0)));

        assertThat(trace.stages(at(105)))
                .isEqualTo(new Stages(null, millis(100), millis(1), null, null, null, millis(105)));
    }

    @Test
    void theTraceOfASyncThatLogsNothingAllocatesLittle() {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SplittableRandom random = new SplittableRandom(1);
        Causes causes = Causes.of("parent changed");
        int syncs = 1000;
        long before = 0;
        for (int i = -100; i < syncs; i++) { // the first ones load classes
            before = i == 0 ? memory.getCurrentThreadAllocatedBytes() : before;
            ObservedChange change = ObservedChange.of(THING, START);
            Trace.start(random::nextLong, causes, change, START, START).run(TraceTest::workOfASync);
        }
        double each = (memory.getCurrentThreadAllocatedBytes() - before) / (double) syncs;

        Figure.of("memory that the trace of a sync allocates", "bytes")
                .atMost(1024)
                .is(each);
    }

    private static void workOfASync() {
        Trace trace = Objects.requireNonNull(Trace.current());
        trace.hook(START, START);
        trace.wrote();
    }

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }
}
