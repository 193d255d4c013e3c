package io.hookline.web;

import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingNestedCallback;

/**
 * Writes the body of a response as the client reads it. A large one is written in pieces, because the JDK copies what it writes out of the heap,
 * and keeps the memory of the largest copy for each thread.
 */
final class AsyncWrite extends IteratingNestedCallback {

    private static final int PIECE = 64 << 10;

    private final Response response;
    private final ByteBuffer rest;

    private AsyncWrite(Response response, ByteBuffer body, Callback callback) {
        super(callback);
        this.response = response;
        this.rest = body;
    }

    /** Writes a whole body, then ends the request. */
    static void of(Response response, ByteBuffer body, Callback callback) {
        if (body.remaining() <= PIECE) {
            response.write(true, body, callback);
        } else {
            new AsyncWrite(response, body, callback).iterate();
        }
    }

    @Override
    protected Action process() {
        if (!rest.hasRemaining()) {
            return Action.SUCCEEDED;
        }
        int size = Math.min(PIECE, rest.remaining());
        ByteBuffer piece = rest.slice(rest.position(), size);
        rest.position(rest.position() + size);
        response.write(!rest.hasRemaining(), piece, this);
        return Action.SCHEDULED;
    }
}
