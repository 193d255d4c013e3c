package io.hookline.web;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of all requests of a server together, so that large bodies do not fill the heap. Thread-safe.
 *
 * <p>A body counts with its size while it is read, and with a multiple of it afterwards, because a handler parses it.
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

    /** A body up to this size is not counted before all of it has arrived. */
    static final int SMALL = 32 << 10;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** The part of the heap for requests. The rest is for the program itself. */
    private static final double OF_HEAP = 0.6;

    private final long size;
    private final AtomicLong taken = new AtomicLong();

    /** A budget of some bytes. */
    public MemoryBudget(long size) {
        this.size = size;
    }

    /** A part of the maximum heap of this process. */
    public static MemoryBudget ofHeap() {
        return new MemoryBudget((long) (Runtime.getRuntime().maxMemory() * OF_HEAP));
    }

    /** The largest body that can ever fit. */
    long maxBody() {
        return size / PARSED;
    }

    /** The bytes that requests have taken. */
    long taken() {
        return taken.get();
    }

    Lease lease() {
        return new Lease();
    }

    /** What one request has taken. Not thread-safe, except for {@link #release}, which is called once at the end. */
    final class Lease {
        private long held;

        /**
         * Takes memory until this request has so much.
         *
         * @throws RequestException with status 503 if other requests have taken it, with 413 if there can never be so much
         */
        void hold(long bytes) {
            if (bytes <= held) {
                return;
            }
            if (bytes > size) {
                throw new RequestException(413, "the body needs more memory than the server has for requests");
            }
            long more = bytes - held;
            if (taken.addAndGet(more) > size) {
                taken.addAndGet(-more);
                throw RequestException.unavailable(
                        "the server has no memory for this body while it answers other requests; call it again",
                        RETRY_AFTER);
            }
            held = bytes;
        }

        /** Holds what a handler needs for a whole body. */
        void holdParsed(byte[] body) {
            long usual = (long) body.length * PARSED;
            hold(body.length < LARGE ? usual : Math.max(usual, tree(body)));
        }

        void release() {
            if (held > 0) {
                taken.addAndGet(-held);
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
