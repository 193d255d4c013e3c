package io.hookline.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** One body as it arrives: an array that grows, and takes memory for it from the budget. Not thread-safe. */
final class BodyBuffer {

    private final long limit;
    private final MemoryBudget.Lease memory;
    private final long declared;
    private byte[] bytes;
    private int size;

    /**
     * Creates an empty buffer.
     *
     * @param limit the maximum size of the body
     * @param declared the size that the client announced; negative if unknown
     * @throws RequestException if the announced size is larger than the limit
     */
    BodyBuffer(long limit, MemoryBudget.Lease memory, long declared) {
        this.limit = limit;
        this.memory = memory;
        this.declared = declared;
        if (declared > limit) {
            throw tooLarge();
        }
        this.bytes = new byte[(int) (declared < 0 ? MemoryBudget.SMALL : Math.min(declared, MemoryBudget.SMALL))];
    }

    /** Adds the next bytes. Throws {@link RequestException} if the body becomes too large. */
    void add(ByteBuffer next) {
        while (next.hasRemaining()) {
            makeRoom();
            int n = Math.min(next.remaining(), bytes.length - size);
            next.get(bytes, size, n);
            grew(n);
        }
    }

    /** Adds all bytes of a stream, or as many as announced. Throws {@link RequestException} if the body becomes too large. */
    void addAll(InputStream in) throws IOException {
        while (size != declared) {
            makeRoom();
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

    /** While the array is copied there are two of them. */
    private void makeRoom() {
        if (size < bytes.length) {
            return;
        }
        long doubled = Math.clamp(2L * size, 1, limit + 1);
        long next = declared < 0 ? doubled : Math.min(doubled, declared);
        memory.hold(size + next);
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
