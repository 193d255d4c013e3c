package io.hookline.web;

import io.javalin.config.Key;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.eclipse.jetty.io.EofException;

/**
 * Reads request bodies. Javalin's own reading neither inflates nor limits what has no declared length, so handlers use
 * this one only.
 */
public final class RequestBody {

    static final Key<Long> LIMIT = new Key<>("hookline-max-request-size");

    private static final int CHUNK = 64 << 10;
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};

    /** Set on a request whose body was begun to be read. */
    private static final String READ = "hookline-body-read";

    private RequestBody() {}

    /**
     * The whole body, inflated if it came with {@code Content-Encoding: gzip}. Can be called once per request.
     *
     * @throws RequestException if it is over the server's limit (413), in another encoding (415) or broken (400)
     */
    public static byte[] read(Context ctx) {
        long limit = ctx.appData(LIMIT);
        String header = ctx.header("Content-Encoding");
        String encoding = header == null ? "" : header.strip().toLowerCase(Locale.ROOT);
        boolean plain = encoding.isEmpty() || encoding.equals("identity");
        if (!plain && !encoding.equals("gzip") && !encoding.equals("x-gzip")) {
            throw new RequestException(415, "content encoding \"" + encoding + "\" is not supported, only gzip is");
        }
        long declared = ctx.req().getContentLengthLong();
        try {
            InputStream raw = ctx.req().getInputStream();
            if (declared > limit) {
                throw tooLarge(limit);
            }
            ctx.attribute(READ, true);
            return plain ? plain(raw, limit, declared) : inflated(raw, limit);
        } catch (EofException _) {
            throw new RequestException(
                    400,
                    declared >= 0
                            ? "the body ended before the length that was announced"
                            : "the body ended before its last chunk, or a chunk is not valid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] plain(InputStream raw, long limit, long declared) throws IOException {
        return declared >= 0 ? raw.readNBytes((int) declared) : upTo(limit, raw);
    }

    private static byte[] inflated(InputStream raw, long limit) throws IOException {
        PushbackInputStream in = new PushbackInputStream(raw, GZIP_MAGIC.length);
        byte[] start = in.readNBytes(GZIP_MAGIC.length);
        if (!Arrays.equals(start, GZIP_MAGIC)) {
            throw new RequestException(400, "Content-Encoding is gzip, but the body is not gzip");
        }
        in.unread(start);
        try {
            return upTo(limit, new GZIPInputStream(in, CHUNK));
        } catch (ZipException e) {
            throw new RequestException(400, "the body is broken gzip: " + e.getMessage());
        } catch (EofException e) {
            throw e; // the connection's end, not that of the gzip stream
        } catch (EOFException _) {
            throw new RequestException(400, "the body is broken gzip: it ends too early");
        }
    }

    /**
     * Reads what no handler wanted, within bounds: the server ends a connection with an unread body after it has answered,
     * and a client that still sends, or sends its next request, may see a broken connection instead of the answer. What
     * is over the bounds, or waits to be asked for, is told so.
     */
    static void dropRest(Context ctx) {
        boolean none = ctx.req().getContentLengthLong() <= 0 && ctx.header("Transfer-Encoding") == null;
        if (none) {
            return;
        }
        boolean asksFirst = ctx.header("Expect") != null && ctx.attribute(READ) == null;
        if (asksFirst || !drop(ctx)) {
            ctx.header("Connection", "close");
        }
    }

    /** Whether all of it could be read. */
    private static boolean drop(Context ctx) {
        long bound = 2 * (long) ctx.appData(LIMIT);
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = ctx.req().getInputStream();
            for (long dropped = 0; dropped <= bound; ) {
                int n = in.read(chunk);
                if (n < 0) {
                    return true;
                }
                dropped += n;
            }
            return false;
        } catch (IOException _) {
            return false; // nobody is there any more, or sends nothing
        }
    }

    private static byte[] upTo(long limit, InputStream in) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream(CHUNK);
        byte[] chunk = new byte[CHUNK];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            read.write(chunk, 0, n);
            if (read.size() > limit) {
                throw tooLarge(limit);
            }
        }
        return read.toByteArray();
    }

    private static RequestException tooLarge(long limit) {
        return new RequestException(413, "the body is larger than " + limit + " bytes");
    }
}
