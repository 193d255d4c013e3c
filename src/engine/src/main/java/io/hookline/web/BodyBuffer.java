package io.hookline.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** One body as it arrives: an array that grows, and takes memory for it from the budget. Not thread-safe. */
final class BodyBuffer {

    /** The first size of the array, if that is not known better. */
    private static final int FIRST = 1 << 10;

    private final long limit;
    private final LongConsumer memory;
    private final long declared;
    private byte[] bytes = {};
    private int size;

    /**
     * Creates an empty buffer.
     *
     * @param limit the maximum size of the body
     * @param memory takes memory until this body has so much; it may throw {@link RequestException}
     * @param declared the size that the client announced; negative if unknown
     * @throws RequestException if the announced size is larger than the limit
     */
    BodyBuffer(long limit, LongConsumer memory, long declared) {
        this.limit = limit;
        this.memory = memory;
        this.declared = declared;
        if (declared > limit) {
            throw tooLarge();
        }
    }

    /** Adds the next bytes. Throws {@link RequestException} if the body becomes too large. */
    void add(ByteBuffer next) {
        while (next.hasRemaining()) {
            makeRoom(next.remaining());
            int n = Math.min(next.remaining(), bytes.length - size);
            next.get(bytes, size, n);
            grew(n);
        }
    }

    /** Adds all bytes of a stream, or as many as announced. Throws {@link RequestException} if the body becomes too large. */
    void addAll(InputStream in) throws IOException {
        while (size != declared) {
            makeRoom(FIRST);
            int n = in.read(bytes, size, bytes.length - size);
            if (n < 0) {
                return;
            }
            grew(n);
        }
    }

    private void grew(int more) {
        size += more;
        if (size > limit) {
            throw tooLarge();
        }
    }

    /** While the array is copied there are two of them. It is never much larger than what has arrived: a client may send no more. */
    private void makeRoom(int wanted) {
        if (size < bytes.length) {
            return;
        }
        long grown = Math.clamp(Math.max(2L * size, (long) size + wanted), 1, limit + 1);
        long next = declared < 0 ? grown : Math.min(grown, declared);
        memory.accept(size + next);
        bytes = Arrays.copyOf(bytes, (int) next);
    }

    /** The bytes that were added. The buffer is not used afterwards. */
    byte[] toArray() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private RequestException tooLarge() {
        return tooLarge(limit);
    }

    static RequestException tooLarge(long limit) {
        return new RequestException(413, "the body is larger than " + limit + " bytes");
    }
}
