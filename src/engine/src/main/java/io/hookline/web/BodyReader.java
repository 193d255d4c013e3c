package io.hookline.web;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one body, waiting for its bytes, and takes memory for it from the budget.
 *
 * @param limit the maximum size of the body, decompressed
 */
record BodyReader(long limit, MemoryBudget.Lease memory) {

    private static final int INFLATER_BUFFER = 8 << 10;
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};

    /** Nothing of it is read yet. */
    static boolean isPlain(@Nullable String encodingHeader) {
        String encoding = encodingHeader == null ? "" : encodingHeader.strip().toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "", "identity" -> true;
            case "gzip", "x-gzip" -> false;
            default ->
                throw new RequestException(415, "content encoding \"" + encoding + "\" is not supported, only gzip is");
        };
    }

    /**
     * Reads a body.
     *
     * @param plain whether it is not compressed
     * @param declared its length; negative if unknown
     */
    byte[] read(InputStream raw, boolean plain, long declared) {
        return read(raw, plain, declared, memory::holdArriving);
    }

    private byte[] read(InputStream raw, boolean plain, long declared, LongConsumer budget) {
        if (declared > limit) {
            throw BodyBuffer.tooLarge(limit);
        }
        try {
            byte[] body = plain ? grown(raw, declared, budget) : inflated(raw, budget);
            memory.holdParsed(body);
            return body;
        } catch (IOException e) {
            if (e instanceof EofException || isTimeout(e)) {
                throw incomplete(e, declared);
            }
            throw new UncheckedIOException(e);
        }
    }

    /** The refusal of a body that did not arrive, or not as HTTP demands. */
    static RequestException incomplete(Throwable cause, long declared) {
        if (isTimeout(cause)) {
            return new RequestException(408, "the request did not arrive in time");
        }
        return new RequestException(
                400,
                declared >= 0
                        ? "the body ended before the length that was announced"
                        : "the body ended before its last chunk, or a chunk is not valid");
    }

    /** Decompresses a body that has arrived. */
    byte[] inflate(byte[] compressed) {
        return read(new ByteArrayInputStream(compressed), false, -1, memory::hold);
    }

    private static boolean isTimeout(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof TimeoutException) {
                return true;
            }
        }
        return false;
    }

    private byte[] inflated(InputStream raw, LongConsumer budget) throws IOException {
        PushbackInputStream in = new PushbackInputStream(raw, GZIP_MAGIC.length);
        byte[] start = in.readNBytes(GZIP_MAGIC.length);
        if (!Arrays.equals(start, GZIP_MAGIC)) {
            throw new RequestException(400, "Content-Encoding is gzip, but the body is not gzip");
        }
        in.unread(start);
        try (GZIPInputStream gzip = new GZIPInputStream(in, INFLATER_BUFFER)) {
            byte[] body = grown(gzip, -1, budget);
            skipRest(raw);
            return body;
        } catch (ZipException e) {
            throw new RequestException(400, "the body is not valid gzip: " + e.getMessage());
        } catch (EofException e) {
            throw e; // the connection ended, not the gzip stream
        } catch (EOFException _) {
            throw new RequestException(400, "the body is not valid gzip: it ends too early");
        }
    }

    /** What follows the gzip data is still a part of this request: it must arrive before a handler runs. */
    private void skipRest(InputStream raw) throws IOException {
        byte[] rest = new byte[INFLATER_BUFFER];
        long skipped = 0;
        for (int n = raw.read(rest); n >= 0; n = raw.read(rest)) {
            skipped += n;
            if (skipped > limit) {
                throw BodyBuffer.tooLarge(limit);
            }
        }
    }

    private byte[] grown(InputStream in, long declared, LongConsumer budget) throws IOException {
        BodyBuffer body = new BodyBuffer(limit, budget, declared);
        body.addAll(in);
        return body.toArray();
    }
}
