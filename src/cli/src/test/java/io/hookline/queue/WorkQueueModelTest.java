package io.hookline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.queue.WorkQueue.Taken;
import io.hookline.testing.Tries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random sequences of calls, compared with a simple model: sets, and a list of the times at which keys were taken. */
class WorkQueueModelTest {

    private static final int KEYS = 4;

    /** One call. */
    sealed interface Call {
        record Add(int key, Priority priority) implements Call {}

        record AddAfter(int key, int millis) implements Call {}

        record Retry(int key) implements Call {}

        record RetryAfter(int key, int millis) implements Call {}

        record Forget(int key) implements Call {}

        record Poll() implements Call {}

        record DoneOldest() implements Call {}

        record Advance(int millis) implements Call {}
    }

    @Test
    void theQueueDoesWhatTheModelDoes() {
        Tries.of(1000, 4711).forAllLists(0, 150, WorkQueueModelTest::call, calls -> {
            Pair pair = new Pair();
            calls.forEach(pair::apply);
            pair.settle();
        });
    }

    private static Call call(Random random) {
        int key = random.nextInt(KEYS);
        int millis = random.nextInt(301);
        int of = random.nextInt(30);
        if (of < 8) {
            return new Call.Add(key, Priority.values()[random.nextInt(Priority.values().length)]);
        } else if (of < 16) {
            return new Call.Poll();
        } else if (of < 22) {
            return new Call.DoneOldest();
        } else if (of < 25) {
            return new Call.Advance(millis);
        }
        return switch (of) {
            case 25 -> new Call.Retry(key);
            case 26 -> new Call.RetryAfter(key, millis);
            case 27 -> new Call.Forget(key);
            default -> new Call.AddAfter(key, millis);
        };
    }

    /** The queue and the model, side by side. */
    private static final class Pair {
        private final ManualClock clock = new ManualClock();
        private final WorkQueue<Integer> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));

        private final Map<Integer, Priority> dirty = new HashMap<>();
        private final List<Integer> processing = new ArrayList<>();
        private final Map<Integer, Instant> delayed = new HashMap<>();
        private final Map<Integer, Instant> retries = new HashMap<>();
        private final Map<Integer, Integer> failures = new HashMap<>();
        private final Map<Integer, Integer> doublings = new HashMap<>();
        private final Set<Integer> backedOff = new HashSet<>();
        private final Set<Integer> dropped = new HashSet<>();
        private final Map<Integer, List<Instant>> turns = new HashMap<>();

        void apply(Call call) {
            switch (call) {
                case Call.Add(int key, Priority priority) -> {
                    queue.add(key, priority, "changed");
                    want(key, priority);
                }
                case Call.AddAfter(int key, int millis) -> {
                    queue.addAfter(key, Duration.ofMillis(millis), Priority.RESYNC, "later");
                    delay(key, millis, Priority.RESYNC);
                }
                case Call.Retry(int key) -> {
                    queue.retry(key, "failed");
                    boolean early = dropped.remove(key);
                    failures.merge(key, 1, Integer::sum);
                    int doublings = this.doublings.merge(key, 0, (last, _) -> early ? last : last + 1);
                    backedOff.add(key);
                    retryAt(key, 5L << doublings);
                }
                case Call.RetryAfter(int key, int millis) -> {
                    queue.retryAfter(key, Duration.ofMillis(millis), "not yet");
                    retryAt(key, millis);
                }
                case Call.Forget(int key) -> {
                    queue.forget(key);
                    failures.remove(key);
                    doublings.remove(key);
                }
                case Call.Poll() -> poll();
                case Call.DoneOldest() -> {
                    if (!processing.isEmpty()) {
                        queue.done(processing.removeFirst());
                    }
                }
                case Call.Advance(int millis) -> clock.advance(Duration.ofMillis(millis));
            }
            assertThat(queue.processing()).isEqualTo(processing.size());
        }

        private void want(int key, Priority priority) {
            dirty.merge(key, priority, (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }

        private void delay(int key, long millis, Priority priority) {
            if (millis <= 0) {
                want(key, priority);
            } else {
                delayed.merge(key, clock.instant().plusMillis(millis), (a, b) -> a.isBefore(b) ? a : b);
            }
        }

        private void retryAt(int key, long millis) {
            retries.merge(key, clock.instant().plusMillis(millis), (a, b) -> a.isBefore(b) ? a : b);
        }

        private void release(Map<Integer, Instant> waiting, Instant now) {
            for (int key : Set.copyOf(waiting.keySet())) {
                if (!waiting.get(key).isAfter(now)) {
                    waiting.remove(key);
                    want(key, Priority.RESYNC);
                }
            }
        }

        private void poll() {
            Instant now = clock.instant();
            release(delayed, now);
            release(retries, now);
            backedOff.retainAll(retries.keySet());
            Set<Integer> ready = new HashSet<>(dirty.keySet());
            processing.forEach(ready::remove);
            ready.removeIf(this::isHeld);
            Optional<Taken<Integer>> taken = queue.poll();
            if (ready.isEmpty()) {
                assertThat(taken).isEmpty();
                return;
            }
            int key = taken.orElseThrow().key();
            assertThat(ready).contains(key);
            assertThat(taken.get().failures()).isEqualTo(failures.getOrDefault(key, 0));
            dirty.remove(key);
            processing.add(key);
            retries.remove(key);
            if (backedOff.remove(key)) {
                dropped.add(key);
            }
            turns.computeIfAbsent(key, _ -> new ArrayList<>()).add(now);
            assertThat(queue.depth()).isEqualTo(dirty.size());
        }

        private boolean isHeld(int key) {
            List<Instant> past = turns.getOrDefault(key, List.of());
            Instant now = clock.instant();
            long recent = past.stream()
                    .filter(turn -> turn.isAfter(now.minusSeconds(1)))
                    .count();
            return recent > 5 && past.getLast().isAfter(now.minusMillis(50));
        }

        /** In the end all keys are processed, and nothing is left. */
        void settle() {
            processing.forEach(queue::done);
            processing.clear();
            clock.advance(Duration.ofMinutes(10));
            while (!dirty.isEmpty() || !delayed.isEmpty() || !retries.isEmpty()) {
                poll();
                processing.forEach(queue::done);
                processing.clear();
                clock.advance(Duration.ofMillis(50));
            }
            assertThat(queue.poll()).isEmpty();
            assertThat(queue.depth()).isZero();
            assertThat(queue.delayed()).isZero();
        }
    }
}
