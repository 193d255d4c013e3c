package io.hookline.webhook;

import io.hookline.http.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads the body of an answer. A large one is read only when there is memory for it.
 *
 * @param left the time that the call may still take
 */
record AnswerBody(AnswerMemory memory, AnswerMemory.Part part, Supplier<Duration> left) {

    private static final int CHUNK = 16 << 10;

    /** The body, decompressed if it is compressed. */
    byte[] read(Response response, boolean zipped) throws IOException {
        byte[] received = received(response);
        byte[] body = zipped && received.length > 0 ? inflated(received) : received;
        part.account(body.length);
        if (body.length > AnswerMemory.SMALL) {
            reserveDecoded(DecodedSize.ofLargestObject(body));
        }
        return body;
    }

    /** Two bytes of an answer can be an object, which takes a hundred when it is decoded. */
    private void reserveDecoded(long size) throws IOException {
        if (size > memory.maxDecodedBytes()) {
            throw new IOException("decoded, an object of the answer takes about " + (size >> 20)
                    + " MiB: it has too many values; give the watcher a larger heap");
        }
        part.reserveDecoded(size, left.get());
    }

    private byte[] received(Response response) throws IOException {
        long length = response.contentLength();
        if (length > memory.maxBytes()) {
            throw tooLarge();
        }
        if (length >= 0) {
            part.reserve(length, left.get());
            return response.bytes(memory.maxBytes());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[CHUNK];
        for (int count = response.read(buffer); count >= 0; count = response.read(buffer)) {
            if (body.size() + count > memory.maxBytes()) {
                throw tooLarge();
            }
            reserve(body.size() + count);
            body.write(buffer, 0, count);
        }
        return body.toByteArray();
    }

    /**
     * Doubles the part of a body whose size is not known. Not the largest size at once: one sync may have the answers
     * for several revisions, and a hook that sends slowly must not keep others waiting.
     */
    private void reserve(int size) throws IOException {
        if (!part.holds(size)) {
            part.reserve(Math.min(2L * size, memory.maxBytes()), left.get());
        }
    }

    /** Decompresses twice: first to learn the size, because a small body can decompress to a very large one. */
    private byte[] inflated(byte[] body) throws IOException {
        int size = inflate(body, new byte[CHUNK], true);
        part.reserve(size, left.get());
        byte[] whole = new byte[size];
        inflate(body, whole, false);
        return whole;
    }

    /** @param overwriting whether the target is filled again and again, since only the size matters */
    private int inflate(byte[] body, byte[] target, boolean overwriting) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            int size = 0;
            while (overwriting || size < target.length) {
                int start = overwriting ? 0 : size;
                int count = in.read(target, start, target.length - start);
                if (count < 0) {
                    break;
                }
                size += count;
                if (size > memory.maxBytes()) {
                    throw tooLarge();
                }
            }
            return size;
        } catch (ZipException | EOFException e) {
            throw new IOException("the answer is not valid gzip: " + e.getMessage(), e);
        }
    }

    private IOException tooLarge() {
        return new IOException(FailureMessages.tooLarge(memory.maxBytes()));
    }
}
