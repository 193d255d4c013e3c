package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.trace.Causes;
import io.hookline.trace.Trace;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.SyncFailures;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Writes that run in parallel. */
class FanoutTest {

    private final Fanout fanout = new Fanout(Thread.ofVirtual().factory());

    @Test
    void failuresAreReturnedAndTheOtherItemsAreProcessed() throws InterruptedException {
        Queue<Integer> done = new ConcurrentLinkedQueue<>();
        SyncFailures failures = fanout.run(IntStream.range(0, 30).boxed().toList(), item -> {
            done.add(item);
            return item % 10 == 0 ? Optional.of(new SyncException.Refused("failed " + item)) : Optional.empty();
        });
        assertThat(failures.joined()).hasMessage("failed 0; failed 10; failed 20");
        assertThat(done).hasSize(30);
    }

    @Test
    void failuresAreInTheOrderOfTheItemsAndNotOfTheirEnds() throws InterruptedException {
        List<Integer> items = IntStream.range(0, 8).boxed().toList();
        List<CountDownLatch> ended =
                items.stream().map(_ -> new CountDownLatch(1)).toList();

        SyncFailures failures = fanout.run(items, item -> {
            if (item < 7) {
                awaitUninterrupted(ended.get(item + 1)); // so that the last one ends first
            }
            ended.get(item).countDown();
            return Optional.of(new SyncException.Refused("failed " + item));
        });

        assertThat(failures.joined())
                .hasMessage(items.stream().map(item -> "failed " + item).collect(Collectors.joining("; ")));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void manyItemsNeedNoMoreThreadsThanRunAtOnce() throws InterruptedException {
        AtomicInteger threads = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Fanout counted = new Fanout(action -> {
            threads.incrementAndGet();
            return Thread.ofVirtual().unstarted(action);
        });
        counted.run(IntStream.range(0, 10_000).boxed().toList(), _ -> {
            done.incrementAndGet();
            return Optional.empty();
        });

        assertThat(done).hasValue(10_000);
        assertThat(threads).hasValue(8);
    }

    @Test
    void anInterruptedCallerStartsNoFurtherItem() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(8);
        AtomicInteger items = new AtomicInteger();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                fanout.run(IntStream.range(0, 1000).boxed().toList(), _ -> {
                    items.incrementAndGet();
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    return Optional.empty();
                });
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        begun.await();
        caller.interrupt();
        caller.join();

        assertThat(items).hasValue(8);
    }

    @Test
    void actionsHaveTheTraceOfTheirCaller() {
        Trace trace = Trace.start(() -> 1, Causes.NONE, null, Instant.EPOCH, Instant.EPOCH);
        Queue<Optional<Trace>> seen = new ConcurrentLinkedQueue<>();
        trace.run(() -> {
            try {
                fanout.run(List.of(1, 2, 3), _ -> {
                    seen.add(Optional.ofNullable(Trace.current()));
                    return Optional.empty();
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(seen).containsExactly(Optional.of(trace), Optional.of(trace), Optional.of(trace));
    }

    @Test
    void anErrorOnOneThreadIsTheCallersOnceTheOthersAreDone() {
        Queue<Integer> done = new ConcurrentLinkedQueue<>();
        assertThatThrownBy(() -> fanout.run(List.of(1, 2, 3), item -> {
                    if (item == 1) {
                        throw new StackOverflowError("too deep");
                    }
                    done.add(item);
                    return Optional.empty();
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(done).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void anInterruptedCallerEndsOnlyAfterItsWritesHaveEnded() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger endedWhenItReturned = new AtomicInteger(-1);
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                fanout.run(List.of(1, 2), _ -> {
                    begun.countDown();
                    awaitIgnoringInterrupt(begun, mayEnd, interrupted);
                    ended.incrementAndGet();
                    return Optional.empty();
                });
            } catch (InterruptedException _) {
                endedWhenItReturned.set(ended.get());
            }
        });
        begun.await();

        caller.interrupt();
        interrupted.await();
        assertThat(endedWhenItReturned).hasValue(-1);
        mayEnd.countDown();
        caller.join();

        assertThat(endedWhenItReturned).hasValue(2);
    }

    private static void awaitIgnoringInterrupt(
            CountDownLatch begun, CountDownLatch mayEnd, CountDownLatch interrupted) {
        try {
            begun.await();
            mayEnd.await();
        } catch (InterruptedException _) {
            interrupted.countDown();
            awaitIgnoringInterrupt(begun, mayEnd, interrupted);
        }
    }
}
