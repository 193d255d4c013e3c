package io.hookline.web;

import io.javalin.config.Key;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/**
 * Reads request bodies. Handlers use only this class, because Javalin neither decompresses bodies nor limits those
 * without a declared length.
 */
public final class RequestBody {

    static final Key<BodyLimits> LIMITS = new Key<>("hookline-body-limits");

    private static final int CHUNK = 8 << 10;

    /** Set on a request when reading of its body starts. */
    private static final String READ = "hookline-body-read";

    private RequestBody() {}

    /**
     * Reads the whole body, and decompresses it if it has {@code Content-Encoding: gzip}. Can be called once per
     * request.
     *
     * @throws RequestException if the body is larger than the limit (413), has another encoding (415), is not valid
     *     (400), does not arrive in time (408) or does not fit in the memory that other requests leave (503)
     */
    public static byte[] read(Context ctx) {
        boolean plain = BodyReader.isPlain(ctx.header("Content-Encoding"));
        Request request = ServletContextRequest.getServletContextRequest(ctx.req());
        MemoryBudget.Lease memory = ctx.appData(LIMITS).lease(request);
        BodyReader reader = new BodyReader(ctx.appData(LIMITS).maxSize(), memory);
        try {
            InputStream raw = ctx.req().getInputStream();
            long declared = ctx.req().getContentLengthLong();
            if (declared <= reader.limit()) {
                ctx.attribute(READ, true);
            }
            byte[] body = reader.read(raw, plain, declared);
            TimedEndPoint.of(request).bodyRead();
            return body;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads and discards a body that no handler has read, up to a limit. Otherwise the server closes the connection
     * after the response, and a client that still sends may see a connection error instead of the response. If the body
     * is larger, or the client waits for {@code 100 Continue}, the response has {@code Connection: close}. If more than
     * the limit is announced, the response does not wait for it, see {@code RestOfBody} in {@link RequestDeadline}.
     */
    static void discardRest(Context ctx) {
        long declared = ctx.req().getContentLengthLong();
        boolean noBody = declared <= 0 && ctx.header("Transfer-Encoding") == null;
        if (noBody) {
            return;
        }
        boolean expectsContinue = ctx.header("Expect") != null && ctx.attribute(READ) == null;
        TimedEndPoint connection = TimedEndPoint.of(ServletContextRequest.getServletContextRequest(ctx.req()));
        boolean isTooLarge = declared > ctx.appData(LIMITS).maxSize();
        boolean discarded = !expectsContinue && !isTooLarge && !connection.isOverdue() && discard(ctx);
        if (!discarded || connection.isOverdue()) {
            ctx.header("Connection", "close");
        } else {
            connection.bodyRead();
        }
    }

    private static boolean discard(Context ctx) {
        try {
            return discard(ctx.req().getInputStream(), ctx.appData(LIMITS).maxSize());
        } catch (IOException _) {
            return false; // the client has disconnected or sends nothing
        }
    }

    /** Discards a body; returns whether all of it could be read. */
    static boolean discard(InputStream in, long maxSize) {
        try {
            byte[] chunk = new byte[0];
            for (long discarded = 0; discarded <= 2 * maxSize; ) {
                int n = chunk.length == 0 ? skipOne(in) : in.read(chunk);
                if (n < 0) {
                    return true;
                }
                discarded += n;
                chunk = chunk.length == 0 ? new byte[CHUNK] : chunk;
            }
            return false;
        } catch (IOException _) {
            return false; // the client has disconnected or sends nothing
        }
    }

    /** Most bodies are read already: then no buffer is needed. */
    private static int skipOne(InputStream in) throws IOException {
        return in.read() < 0 ? -1 : 1;
    }
}
