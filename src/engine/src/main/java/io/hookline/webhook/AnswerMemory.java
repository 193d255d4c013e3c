package io.hookline.webhook;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the memory that large answers of all hooks take together, from their arrival to the end of the syncs that use
 * them. A call waits for its part as long as it may last. So hooks cannot exhaust the heap, however large their answers
 * are. Thread-safe.
 */
final class AnswerMemory {

    /** Answers up to this size are not counted. */
    static final int SMALL = 256 << 10;

    /** The part of the heap for answers as received: decoded, they take several times as much. */
    private static final int PART = 12;

    private static final int LEAST = 4 << 20;

    /**
     * So many bytes of a decoded object need one byte of the memory. An object may be decoded twice: as stored, and as
     * desired.
     */
    private static final int DECODED = 4;

    private final int maxBytes;
    private final Semaphore free;

    /**
     * A limit for all answers, and the same for one.
     *
     * @param maxBytes at most so much, however large the heap is
     * @param heapBytes the largest heap of this process
     */
    AnswerMemory(int maxBytes, long heapBytes) {
        this.maxBytes = (int) Math.min(maxBytes, Math.max(LEAST, heapBytes / PART));
        this.free = new Semaphore(this.maxBytes, true);
    }

    /** The largest answer. */
    int maxBytes() {
        return maxBytes;
    }

    /** The largest decoded object: a third of a small heap. */
    long maxDecodedBytes() {
        return (long) DECODED * maxBytes;
    }

    /** A part of the memory, until it is released. Releasing it again has no effect. */
    final class Part {
        private final AtomicInteger bytes = new AtomicInteger();

        /** Whether it has room for this size; a small answer needs none. */
        boolean holds(long size) {
            return size <= SMALL || size <= bytes.get();
        }

        /**
         * Waits until there is room for an answer of this size, or for the rest of one that has a smaller part already.
         */
        void reserve(long size, Duration within) throws IOException {
            if (holds(size)) {
                return;
            }
            int more = (int) Math.min(size, maxBytes) - bytes.get();
            try {
                if (!free.tryAcquire(more, within.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new IOException("no room for an answer of " + size
                            + " bytes: other large answers are being processed; give the watcher a larger heap");
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
            bytes.addAndGet(more);
        }

        /** Waits until there is room for the decoded form of an object in an answer that has its part already. */
        void reserveDecoded(long size, Duration within) throws IOException {
            long needed = size / DECODED;
            if (needed > bytes.get()) {
                reserve(needed, within);
            }
        }

        /** Gives back what was reserved in advance, when the size is known. */
        void account(int size) {
            int excess = bytes.get() - size;
            if (excess > 0) {
                bytes.addAndGet(-excess);
                free.release(excess);
            }
        }

        void release() {
            free.release(bytes.getAndSet(0));
        }
    }

    /**
     * A limit for what syncs make of answers: plans, requests and results.
     *
     * @param heapBytes the largest heap of this process
     */
    static AnswerMemory ofPlans(long heapBytes) {
        return new AnswerMemory(Integer.MAX_VALUE, heapBytes);
    }

    /** A part that holds nothing yet. */
    Part part() {
        return new Part();
    }

    /** The bytes that are not reserved. */
    int free() {
        return free.availablePermits();
    }
}
