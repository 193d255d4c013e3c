package io.hookline.web;

import io.javalin.http.Context;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * The connection of a streaming response to a request without a body. A server notices that a client has closed its
 * connection only when it reads or writes; a stream that has nothing to write must check. Used by one thread.
 */
public final class ClientConnection {

    private static final int MAX_CHUNK = 16 << 10;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final EndPoint endPoint;
    private final ByteBuffer sink = BufferUtil.allocate(64);

    private ClientConnection(EndPoint endPoint) {
        this.endPoint = endPoint;
    }

    /** The connection of a request. */
    public static ClientConnection of(Context ctx) {
        return new ClientConnection(ServletContextRequest.getServletContextRequest(ctx.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint());
    }

    /**
     * Sends the head of the response, and returns the stream of its body: what is written is sent when the stream is flushed.
     *
     * <p>Jetty sends the end of a chunk together with the next one, and some clients (urllib3 of Python) wait for it: they would
     * get each event when the next one happens. So these chunks are written past Jetty, which knows of none and sends the
     * last one.
     */
    public OutputStream stream(Context ctx) throws IOException {
        boolean chunked = ctx.protocol().equals("HTTP/1.1");
        if (chunked) {
            ctx.header("Transfer-Encoding", "chunked"); // also for a client that closes the connection afterwards
        }
        ctx.res().flushBuffer(); // the client sees at once that its request is accepted
        return new BufferedOutputStream(
                chunked ? new Chunks(endPoint) : ctx.res().getOutputStream(), MAX_CHUNK);
    }

    /** Writes each array as a whole chunk, and waits until the client has taken it. */
    private static final class Chunks extends OutputStream {

        private final EndPoint endPoint;

        Chunks(EndPoint endPoint) {
            this.endPoint = endPoint;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return; // an empty chunk would be the last one
            }
            byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            Callback.Completable written = new Callback.Completable();
            endPoint.write(
                    written, ByteBuffer.wrap(size), ByteBuffer.wrap(bytes, offset, length), ByteBuffer.wrap(LINE_END));
            try {
                written.join();
            } catch (CompletionException e) {
                // Jetty's own exception, if the client has left: it is not logged as a failure of the server.
                throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
            }
        }
    }

    /**
     * Whether the client has closed the connection, or its side of it. Does not wait. If a client sends its next request
     * before this one is answered, the connection is closed, because bytes that were read here cannot be returned.
     */
    public boolean isClosed() {
        try {
            BufferUtil.clear(sink);
            int read = endPoint.fill(sink);
            if (read > 0) {
                endPoint.close();
            }
            return read != 0;
        } catch (IOException _) {
            return true; // the client was killed, or the network is down
        }
    }
}
