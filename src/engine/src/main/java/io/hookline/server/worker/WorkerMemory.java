package io.hookline.server.worker;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallRejectedException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the workers of all hooks share, and those of them that wait for a call. Thread-safe.
 *
 * <p>A worker in a call counts with all that it may use, since that is what the call may make of it. Between calls it counts with what it
 * uses. If a call needs memory, the workers end that had no call for the longest time, of any hook; if those in calls use all of it, the
 * call waits, in the order of calls. What a worker has counts until its process has ended. The first worker always gets its memory: a
 * server in a small container is slow instead of useless.
 *
 * <p>Not counted are processes that a hook starts, and executables, which have no limit of their own.
 */
final class WorkerMemory {

    /**
     * What the JVM of the server needs beside its heap: classes with those of the compiler, compiled code, stacks, buffers. Measured with
     * 50 Java hooks.
     */
    private static final long BESIDE_HEAP = 112L << 20;

    /** So that a hook can be called four times at once, as its places allow, even if the limit of one worker would be higher. */
    private static final int WORKERS_AT_ONCE = 4;

    private final long bytes;
    private final long perWorker;
    private final ToLongFunction<Worker> uses;
    private final Deque<Object> waiting = new ArrayDeque<>();

    /** The one with the latest call is the last. */
    private final List<Idle> idle = new ArrayList<>();

    private long used;

    /** The part of {@link #used} that processes hold which were told to end. */
    private long leaving;

    private int workers;

    private record Idle(WorkerPool pool, Worker worker, long since) {}

    /**
     * @param bytes the memory of all workers
     * @param perWorker the most that one worker may have for its data, in bytes
     */
    WorkerMemory(long bytes, long perWorker) {
        this(bytes, perWorker, Worker::uses);
    }

    /** @param uses what a worker between calls uses, in bytes; 0 if unknown */
    WorkerMemory(long bytes, long perWorker, ToLongFunction<Worker> uses) {
        this.bytes = bytes;
        this.perWorker = perWorker;
        this.uses = uses;
    }

    /** What the heap of this process leaves of the machine's memory, the container's limit or {@code -XX:MaxRAM}: of the least one. */
    static WorkerMemory besideHeap(long perWorker) {
        long all = Math.min(
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
                Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .getVMOption("MaxRAM")
                        .getValue()));
        return new WorkerMemory(Math.max(0, all - Runtime.getRuntime().maxMemory() - BESIDE_HEAP), perWorker);
    }

    /** The most that a worker may have for its data, in bytes: the heap of Node.js or of a JVM, the data of a Python process. */
    long limit(WorkerLanguage language) {
        return Math.min(perWorker, Math.max(bytes / WORKERS_AT_ONCE - language.besideData(), language.smallestData()));
    }

    /** Why a worker of this language may use no more, for messages. */
    String explain(WorkerLanguage language) {
        long limit = limit(language);
        return "a worker may use " + mebibytes(limit) + " MiB ("
                + (limit == perWorker ? "--worker-memory" : "the workers of all hooks have " + all()) + ")";
    }

    private String all() {
        return mebibytes(bytes) + " MiB, which is what the heap of the server leaves of the container's memory limit";
    }

    /** What a worker in a call counts with. Python's limit counts addresses, of which it uses a part. */
    private long whole(WorkerLanguage language) {
        long most = language.besideData() + limit(language);
        return language.countsAddresses() ? Math.min(most, Math.max(bytes / WORKERS_AT_ONCE, most / 4)) : most;
    }

    /**
     * Takes the memory for a call: that of a worker that waits for one, whose pool then has it no more, or that of a worker to start.
     *
     * @param nanos how long to wait for other calls to end
     * @throws CallRejectedException with 503 if they do not in this time
     */
    @SuppressWarnings("ReferenceEquality") // one and the same, not an equal one
    Share take(WorkerPool pool, String hook, WorkerLanguage language, long nanos) throws InterruptedException {
        long start = System.nanoTime();
        Object turn = new Object();
        synchronized (this) {
            waiting.add(turn);
        }
        try {
            while (true) {
                List<Worker> ended = new ArrayList<>();
                synchronized (this) {
                    Share share = waiting.peekFirst() == turn ? tryTake(pool, language, ended) : null;
                    if (share != null) {
                        return share;
                    }
                    if (ended.isEmpty()) {
                        long left = nanos - (System.nanoTime() - start);
                        if (left <= 0) {
                            throw new CallRejectedException(
                                    503,
                                    "hook " + hook + " got no memory for a worker: the call waited "
                                            + HumanDuration.text(Duration.ofNanos(System.nanoTime() - start)) + ", and "
                                            + (workers == 1 ? "1 worker" : workers + " workers") + " of all hooks use "
                                            + mebibytes(used) + " of " + all());
                        }
                        TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
                    }
                }
                ended.forEach(Worker::kill); // outside of the lock: it looks at all processes
            }
        } finally {
            synchronized (this) {
                waiting.remove(turn);
                notifyAll();
            }
        }
    }

    /** Returns null if the call has to wait, for the ends of these workers or of other calls. */
    @SuppressWarnings("ReferenceEquality") // one and the same, not an equal one
    private @Nullable Share tryTake(WorkerPool pool, WorkerLanguage language, List<Worker> ended) {
        for (Idle dead : idle.stream().filter(each -> !each.worker().isAlive()).toList()) {
            end(dead, ended); // its children may still run
        }
        Idle own = idle.reversed().stream()
                .filter(each -> each.pool() == pool)
                .findFirst()
                .orElse(null);
        long held = own == null ? 0 : own.worker().share().counted;
        long more = Math.max(0, whole(language) - held);
        if (used - held <= 0 || used + more <= bytes) {
            if (own == null) {
                return new Share(more);
            }
            idle.remove(own);
            Share share = own.worker().share();
            share.count(held + more);
            return share;
        }
        List<Idle> others = idle.stream().filter(each -> each != own).toList();
        long missing = used + more - bytes - leaving;
        long freed =
                others.stream().mapToLong(each -> each.worker().share().counted).sum();
        boolean isAlone = freed + leaving >= used - held;
        if (freed >= missing || isAlone) {
            for (Idle least : others) {
                if (missing > 0) {
                    missing -= least.worker().share().counted;
                    end(least, ended);
                }
            }
        }
        return null;
    }

    private void end(Idle worker, List<Worker> ended) {
        idle.remove(worker);
        worker.worker().share().leave();
        ended.add(worker.worker());
    }

    /** Keeps a worker for the next call of its pool. */
    void keep(WorkerPool pool, Worker worker, long now) {
        long counted = uses.applyAsLong(worker);
        synchronized (this) {
            if (counted > 0) {
                worker.share().count(counted);
            }
            idle.add(new Idle(pool, worker, now));
            notifyAll();
        }
    }

    /** Removes the workers of a pool that wait for a call since this time or before; the caller ends them. */
    synchronized List<Worker> removeIdle(WorkerPool pool, long since) {
        List<Worker> ended = new ArrayList<>();
        for (Idle each : List.copyOf(idle)) {
            if (each.pool() == pool && each.since() - since <= 0) {
                end(each, ended);
            }
        }
        return ended;
    }

    /** Since when each worker of a pool waits for a call, the longest wait first. */
    synchronized List<Long> idleSince(WorkerPool pool) {
        return idle.stream()
                .filter(each -> each.pool() == pool)
                .map(Idle::since)
                .toList();
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }

    /** The memory of one worker. Freed when its process has ended. */
    final class Share {
        private @Nullable Worker worker;
        private long counted;
        private boolean leaves;
        private boolean freed;

        private Share(long bytes) {
            workers++;
            count(bytes);
        }

        /** Guarded by the memory. */
        private void count(long bytes) {
            if (!freed) {
                used += bytes - counted;
                counted = bytes;
            }
        }

        private void leave() {
            if (!leaves && !freed) {
                leaves = true;
                leaving += counted;
            }
        }

        /** The worker that has it; empty if one is to be started. */
        Optional<Worker> worker() {
            synchronized (WorkerMemory.this) {
                return Optional.ofNullable(worker);
            }
        }

        void belongsTo(Worker started) {
            synchronized (WorkerMemory.this) {
                worker = started;
            }
            started.onExit(this::free);
        }

        void free() {
            synchronized (WorkerMemory.this) {
                if (!freed) {
                    leaving -= leaves ? counted : 0;
                    workers--;
                    count(0);
                    freed = true;
                    WorkerMemory.this.notifyAll();
                }
            }
        }
    }
}
