package io.hookline.web;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of all requests of a server together, so that large bodies do not fill the heap. Thread-safe.
 *
 * <p>A body counts with its size while it is read, and with a multiple of it afterwards, because a handler parses it. Bodies that
 * arrive have a budget of their own: a client that never sends the end of its body keeps no memory from requests that are
 * complete.
 */
public final class MemoryBudget {

    /** Objects of parsed JSON, copies of parts of the body, and the answer, in sizes of the body. */
    static final int PARSED = 6;

    /** Above this size the values of a body are counted. In smaller ones the difference does not matter. */
    private static final int LARGE = 256 << 10;

    /** Bytes of an empty object or list in a tree, with its entry in the one around it. */
    private static final int CONTAINER = 80;

    /** Bytes of another value in a tree, without its text. */
    private static final int VALUE = 40;

    /** An array that grows may become a little larger than the body. */
    private static final int ROUNDING = 2;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** The part of the heap for complete requests. With those that arrive it is 60 %; the rest is for the program itself. */
    private static final double OF_HEAP = 0.45;

    private final Part complete;
    private final Part arriving;

    /**
     * A budget for requests whose bodies are complete. Those that arrive have a third of it in addition: the largest body, twice, since it
     * is copied as it grows.
     *
     * @param size in bytes
     */
    public MemoryBudget(long size) {
        this.complete = new Part(size, new AtomicLong());
        this.arriving = new Part(2 * maxBody() + ROUNDING, new AtomicLong());
    }

    /** Bytes that requests may take together. */
    private record Part(long size, AtomicLong taken) {

        void take(long more, String holders) {
            if (taken.addAndGet(more) > size) {
                taken.addAndGet(-more);
                throw RequestException.unavailable(
                        "the server has no memory for this body while " + holders + "; call it again", RETRY_AFTER);
            }
        }
    }

    /** A part of the maximum heap of this process. */
    public static MemoryBudget ofHeap() {
        return new MemoryBudget((long) (Runtime.getRuntime().maxMemory() * OF_HEAP));
    }

    /** The largest body that can ever fit. */
    long maxBody() {
        return complete.size() / PARSED;
    }

    /** The bytes that requests have taken. */
    long taken() {
        return complete.taken().get() + arriving.taken().get();
    }

    Lease lease() {
        return new Lease();
    }

    /** What one request has taken. Not thread-safe, except for {@link #release}, which is called once at the end. */
    final class Lease {
        private long held;
        private long heldArriving;

        /**
         * Takes memory until this request has so much for a body that is not complete.
         *
         * @throws RequestException with status 503 if others that arrive have taken it
         */
        void holdArriving(long bytes) {
            if (bytes > heldArriving) {
                arriving.take(bytes - heldArriving, "others arrive");
                heldArriving = bytes;
            }
        }

        /**
         * Takes memory until this request has so much for a complete body.
         *
         * @throws RequestException with status 503 if other requests have taken it, with 413 if there can never be so much
         */
        void hold(long bytes) {
            if (bytes <= held) {
                return;
            }
            if (bytes > complete.size()) {
                throw new RequestException(413, "the body needs more memory than the server has for requests");
            }
            complete.take(bytes - held, "it answers other requests");
            held = bytes;
        }

        /** Holds what a handler needs for a whole body, which arrives no longer. */
        void holdParsed(byte[] body) {
            long usual = (long) body.length * PARSED;
            hold(body.length < LARGE ? usual : Math.max(usual, tree(body)));
            hasArrived();
        }

        private void hasArrived() {
            if (heldArriving > 0) {
                arriving.taken().addAndGet(-heldArriving);
                heldArriving = 0;
            }
        }

        void release() {
            hasArrived();
            if (held > 0) {
                complete.taken().addAndGet(-held);
                held = 0;
            }
        }
    }

    /** The memory of a body and its tree. Few bytes of text can be many objects. */
    private static long tree(byte[] body) {
        long tree = body.length;
        for (byte b : body) {
            if (b == '{' || b == '[') {
                tree += CONTAINER;
            } else if (b == ',') {
                tree += VALUE;
            }
        }
        return tree;
    }
}
