package io.hookline.web;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/**
 * A request whose body is read to its end after its response is written: what no handler has read is discarded, in the time of the
 * request and up to a limit. If the connection were closed while the client still sends, its system would drop the response, and report
 * that the connection was reset.
 */
final class RestOfBody extends Request.Wrapper {

    private static final int MAX_READS = 16;

    private final long limit;

    /**
     * Wraps a request.
     *
     * @param limit the maximum number of bytes to discard after the response
     */
    RestOfBody(Request request, long limit) {
        super(request);
        this.limit = limit;
    }

    /** Reads some of what has arrived, and returns whether that was all. Jetty's own method would end the body here. */
    @Override
    public boolean consumeAvailable() {
        for (int i = 0; i < MAX_READS; i++) {
            Content.Chunk chunk = read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return false;
            }
            chunk.release();
            if (chunk.isLast()) {
                return true;
            }
        }
        return false;
    }

    /** Completes the request after the rest of its body. */
    Callback before(Callback end) {
        return new Callback.Nested(end) {
            @Override
            public void succeeded() {
                // A client that waits for 100 Continue sends nothing, and one that has got it was read to the end.
                boolean sendsNothing = getHeaders().contains(HttpHeader.EXPECT);
                if (sendsNothing || TimedEndPoint.of(RestOfBody.this).isOverdue()) {
                    end.succeeded();
                } else {
                    new AsyncBody(RestOfBody.this, limit, null)
                            .read(_ -> end.succeeded(), _ -> end.succeeded(), _ -> end.succeeded());
                }
            }
        };
    }
}
