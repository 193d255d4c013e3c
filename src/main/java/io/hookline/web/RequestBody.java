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
 * Reads request bodies. Handlers use only this class, because Javalin neither decompresses bodies nor limits those
 * without a declared length.
 */
public final class RequestBody {

    static final Key<Long> LIMIT = new Key<>("hookline-max-request-size");

    private static final int CHUNK = 64 << 10;
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};

    /** Set on a request when reading of its body starts. */
    private static final String READ = "hookline-body-read";

    private RequestBody() {}

    /**
     * Reads the whole body, and decompresses it if it has {@code Content-Encoding: gzip}. Can be called once per request.
     *
     * @throws RequestException if the body is larger than the limit (413), has another encoding (415) or is not valid
     *     (400)
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
            throw new RequestException(400, "the body is not valid gzip: " + e.getMessage());
        } catch (EofException e) {
            throw e; // the connection ended, not the gzip stream
        } catch (EOFException _) {
            throw new RequestException(400, "the body is not valid gzip: it ends too early");
        }
    }

    /**
     * Reads and discards a body that no handler has read, up to a limit. Otherwise the server closes the connection after
     * the response, and a client that still sends may see a connection error instead of the response. If the body is
     * larger, or the client waits for {@code 100 Continue}, the response has {@code Connection: close}.
     */
    static void discardRest(Context ctx) {
        boolean noBody = ctx.req().getContentLengthLong() <= 0 && ctx.header("Transfer-Encoding") == null;
        if (noBody) {
            return;
        }
        boolean expectsContinue = ctx.header("Expect") != null && ctx.attribute(READ) == null;
        if (expectsContinue || !discard(ctx)) {
            ctx.header("Connection", "close");
        }
    }

    /** Discards the body; returns whether all of it could be read. */
    private static boolean discard(Context ctx) {
        long limit = 2 * (long) ctx.appData(LIMIT);
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = ctx.req().getInputStream();
            for (long discarded = 0; discarded <= limit; ) {
                int n = in.read(chunk);
                if (n < 0) {
                    return true;
                }
                discarded += n;
            }
            return false;
        } catch (IOException _) {
            return false; // the client has disconnected or sends nothing
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
